import fc from 'fast-check';
import { TOKEN, type Served } from '../http/serve.js';
import type { FuzzRequest } from './requests.js';
import { spoilt } from './spoil.js';
import { hostile } from './values.js';

/** Forms of the token endpoint: valid, nearly valid, and random bytes. */
export function logins({ client }: Served): fc.Arbitrary<FuzzRequest> {
  const assertion = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.jsonValue(), fc.jsonValue(), fc.uint8Array({ minLength: 1, maxLength: 300 }))
      .map(([header, payload, signature]) =>
        [JSON.stringify(header), JSON.stringify(payload), Buffer.from(signature)]
          .map((one) => Buffer.from(one).toString('base64url'))
          .join('.'),
      ),
    fc
      .record({ alg: fc.constantFrom('RS256', 'none', 'HS256', 'ES256'), exp: fc.jsonValue(), iat: fc.jsonValue() })
      .map(({ alg, ...claims }) =>
        [{ alg }, { iss: client.client_id, ...claims }, 'x']
          .map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
          .join('.'),
      ),
  );
  const form = fc
    .record(
      {
        grant_type: fc.oneof(
          { weight: 3, arbitrary: fc.constant('client_credentials') },
          fc.constantFrom('client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'password'),
          hostile,
        ),
        client_id: fc.oneof({ weight: 4, arbitrary: fc.constant(client.client_id) }, fc.string(), hostile),
        client_secret: fc.oneof({ weight: 4, arbitrary: fc.constant(client.client_secret) }, fc.string(), hostile),
        assertion,
        scope: fc.constantFrom('api', 'search', 'read upsert', 'full', 'nothing', ''),
      },
      { requiredKeys: ['grant_type', 'client_id', 'client_secret'] },
    )
    .map((values) => new URLSearchParams(values as Record<string, string>).toString());
  const authorization = fc.oneof(
    fc.constant(''),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`),
  );
  const tried = fc
    .tuple(spoilt(form), fc.option(authorization), fc.constantFrom('application/x-www-form-urlencoded', 'text/plain'))
    .map(([body, basic, type]) => ({
      method: 'POST',
      url: TOKEN,
      headers: { 'content-type': type, authorization: basic ?? '' },
      body,
    }));
  const { client_id, client_secret } = client;
  const right = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: '' };
  return fc.oneof(
    { weight: 4, arbitrary: tried },
    { weight: 1, arbitrary: fc.constant({ method: 'POST', url: TOKEN, headers, body: right }) },
  );
}

/** Issued, revoked and made-up tokens. */
function tokens(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.nat(50).map((n) => `@token${n}`) },
    fc.string({ maxLength: 200 }),
    hostile,
  );
}

/** Forms of `revoke` and `introspect`: valid, nearly valid, and random bytes. */
export function tokenForms({ client }: Served): fc.Arbitrary<FuzzRequest> {
  const right = { client_id: client.client_id, client_secret: client.client_secret };
  const proof = fc.oneof(
    { weight: 4, arbitrary: fc.constant(right) },
    fc.constant({}),
    fc.constant({ client_id: 'x' }),
  );
  const form = fc
    .tuple(fc.record({ token: tokens(), token_type_hint: hostile }, { requiredKeys: [] }), proof)
    .map(([values, by]) => new URLSearchParams({ ...values, ...by }).toString());
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/x-www-form-urlencoded') },
    fc.constantFrom('application/json', ''),
  );
  return fc
    .tuple(fc.constantFrom('revoke', 'introspect', 'introspect'), spoilt(form), type)
    .map(([name, body, contentType]) => ({
      method: 'POST',
      url: `/services/oauth2/${name}`,
      headers: { 'content-type': contentType, authorization: '' },
      body,
    }));
}

/** Requests of `userinfo` and `id`, with a client's own token or an issued token. */
export function identities({ auth }: Served): fc.Arbitrary<FuzzRequest> {
  const organisation = fc.constantFrom(auth.organisationId, auth.organisationId.slice(0, 15), '00DLK0000000000AAA');
  const user = fc.oneof(
    { weight: 5, arbitrary: fc.constant('@user') },
    fc.constantFrom('@user'.slice(1), '005LK0000000001AAA', '%00'),
  );
  const url = fc.oneof(
    fc.constant('/services/oauth2/userinfo'),
    fc.tuple(organisation, user).map(([o, u]) => `/id/${o}/${u}`),
  );
  return fc.tuple(url, fc.constantFrom('GET', 'GET', 'POST')).map(([to, method]) => ({ method, url: to, headers: {} }));
}

import fc from 'fast-check';
import type { Configuration } from '../../src/config/configuration.js';
import type { OpenApi } from '../http/documented.js';
import { EXPLAIN, SEARCH, TOKEN, UPSERT, type Served } from '../http/serve.js';
import { fromSchema, type FromSchema, type JsonSchema } from './from-schema.js';
import { HOSTILE, misfit, spoilt } from './spoil.js';

export interface FuzzRequest {
  readonly method: string;
  /** As the OpenAPI document spells it. */
  readonly path: string;
  /** As it is sent. `@id7` stands for an Id that the service has given, `@type7` for its type. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

const BASE = '/services/apexrest/dupcheck';
const RECORD = '/services/data/{version}/sobjects/{objectType}/{recordId}';
const hostile = fc.constantFrom(...HOSTILE);
const knownId = fc.nat(50).map((n) => `@id${n}`);

/** Requests to every endpoint that reads or writes records and to the token endpoint, made from the schemas that the service hands out. */
export function requests({ components }: OpenApi, served: Served): fc.Arbitrary<FuzzRequest> {
  const schemas = components.schemas as Record<string, JsonSchema>;
  const options = drawFrom(schemas, served.configuration);
  const posted = (path: string, name: string) => {
    const fitting = fromSchema(schemas[name]!, options);
    const value = fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: misfit(fitting) });
    return fc.record({
      method: fc.constant('POST'),
      path: fc.constant(path),
      url: fc.constant(path),
      headers: headers(),
      body: spoilt(value.map((one) => JSON.stringify(one))),
    });
  };
  const saved = plausibleUpserts().map((body) => ({
    method: 'POST',
    path: UPSERT,
    url: UPSERT,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }));
  const got = (method: string, path: string, url: fc.Arbitrary<string>) =>
    fc.record({ method: fc.constant(method), path: fc.constant(path), url, headers: fc.constant({}) });
  const part = fc
    .oneof({ weight: 3, arbitrary: knownId }, fc.string({ maxLength: 30 }), hostile)
    .map((text) => encoded(text));
  const type = fc
    .oneof({ weight: 3, arbitrary: fc.constantFrom('Lead', 'Contact') }, typeName(served.configuration), hostile)
    .map((text) => encoded(text));
  const page = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((query) => `?${query}`),
    paging(),
  );
  return fc.oneof(
    { weight: 6, arbitrary: posted(UPSERT, 'UpsertRequest') },
    { weight: 4, arbitrary: saved },
    { weight: 6, arbitrary: posted(SEARCH, 'SearchInput') },
    { weight: 3, arbitrary: posted(EXPLAIN, 'ExplainInput') },
    {
      weight: 2,
      arbitrary: got(
        'GET',
        `${BASE}/history/{recordId}`,
        fc.tuple(part, page).map(([id, query]) => `${BASE}/history/${id}${query}`),
      ),
    },
    {
      weight: 1,
      arbitrary: got(
        'GET',
        `${BASE}/suspectedPairs`,
        page.map((query) => `${BASE}/suspectedPairs${query}`),
      ),
    },
    {
      weight: 1,
      arbitrary: got(
        'GET',
        `${BASE}/records`,
        type.map((name) => `${BASE}/records?objectType=${name}`),
      ),
    },
    {
      weight: 1,
      arbitrary: got(
        'POST',
        `${BASE}/undo/{changeId}`,
        fc
          .oneof(
            part,
            fc.nat(300).map((n) => `change-${String(n).padStart(12, '0')}`),
          )
          .map((id) => `${BASE}/undo/${id}`),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('GET', 'GET', 'DELETE'),
          fc.oneof(
            fc.tuple(type, part),
            fc.nat(50).map((n) => [`@type${n}`, `@id${n}`]),
          ),
        )
        .chain(([method, [name, id]]) =>
          got(method, RECORD, fc.constant(`/services/data/v60.0/sobjects/${name}/${id}`)),
        ),
    },
    { weight: 3, arbitrary: logins(served) },
  );
}

/** Upserts that mostly succeed, of few people, so that they meet one another: what comes after them has something to find, to change and to undo. */
function plausibleUpserts(): fc.Arbitrary<unknown> {
  const [first, last] = [fc.constantFrom('Jenniffer', 'Jennifer', 'Bo'), fc.constantFrom('Lindqvist', 'Smith', 'Ng')];
  const email = fc.constantFrom('jen@example.com', 'bo@example.com');
  const options = {
    duplicateCheck: fc.boolean(),
    duplicateScore: fc.constantFrom(0, 80, 100),
    allOrNone: fc.boolean(),
  };
  const contact = fc.record({ FirstName: first, LastName: last, Email: email }, { requiredKeys: ['LastName'] });
  const contacts = fc.array(
    fc.record({
      objectType: fc.constant('Contact'),
      referenceField: fc.constant('AccountId'),
      duplicateCheck: fc.boolean(),
      objectData: fc.oneof({ weight: 6, arbitrary: contact }, { weight: 1, arbitrary: fc.constant({}) }),
    }),
    { maxLength: 3 },
  );
  const company = fc.constantFrom('Harbour Tools', 'Harbor Tools Ltd', 'Example');
  const one = fc.oneof(
    fc.record({ objectType: fc.constant('Contact'), objectData: contact, ...options }),
    fc.record({
      objectType: fc.constant('Lead'),
      objectData: fc.tuple(contact, company).map(([person, Company]) => ({ ...person, Company })),
      ...options,
    }),
    fc.record({
      objectType: fc.constant('Account'),
      objectData: company.map((Name) => ({ Name })),
      relatedList: contacts,
      ...options,
    }),
    fc.record({ objectType: fc.constant('Contact'), objectData: fc.record({ Id: knownId, Title: last }) }),
  );
  return one.map((input) => ({ input }));
}

function drawFrom(components: Record<string, JsonSchema>, { registry }: Configuration): FromSchema {
  const fields = [...new Set(registry.types.flatMap((one) => one.fields.map(({ name }) => name)))];
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fields, 'Id') },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 1, arbitrary: hostile },
  );
  const text = fc.oneof(
    fc.constantFrom('Jenniffer', 'Jennifer', 'Lindqvist', 'Smith', 'Example Ltd', 'jen@example.com', '+1 212 555 0100'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    knownId,
    hostile,
  );
  const any = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const scalars = fc.oneof({ weight: 6, arbitrary: text }, fc.integer(), fc.boolean(), fc.constant(null));
  const plausible = fc.record(
    { FirstName: text, LastName: text, Email: text, Phone: text, Title: text, Id: knownId },
    { requiredKeys: ['LastName'] },
  );
  const hints = new Map<string, fc.Arbitrary<unknown>>([
    ['objectType', typeName({ registry })],
    [
      'objectPrefix',
      fc.constantFrom('00Q', '003', '00Q', '003', '00Q', '003', ...registry.types.map(({ keyPrefix }) => keyPrefix)),
    ],
    ['referenceField', fc.constantFrom(...fields.filter((name) => name.endsWith('Id')))],
    ['scenarioIds', fc.array(fc.constantFrom('lead-default', 'contact-default', '__proto__'), { maxLength: 3 })],
    ['objectData', fc.oneof({ weight: 3, arbitrary: plausible }, fc.dictionary(key, scalars, { maxKeys: 6 }))],
    ['otherData', plausible],
    ['recordId', knownId],
    ['duplicateScore', fc.constantFrom(0, 50, 75.5, 100, -1, 101)],
    ['filterDeveloperName', fc.constantFrom(null, null, null, 'none', '__proto__', '')],
  ]);
  return { components, hints, key, any };
}

function typeName({ registry }: Pick<Configuration, 'registry'>): fc.Arbitrary<string> {
  return fc.constantFrom(...registry.types.map(({ name }) => name), 'lead', 'CONTACT');
}

function paging(): fc.Arbitrary<string> {
  const number = fc.oneof(fc.integer({ min: -2, max: 2_000 }), fc.double()).map(String);
  return fc.tuple(number, number).map(([size, page]) => `?pageSize=${size}&page=${page}`);
}

/** Text as a part of a path; lone surrogates have no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text.slice(0, 3_000)).toString()).replace(/^%40id(?=\d)/, '@id');
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const usual = fc.constant({ 'content-type': 'application/json' });
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('text/plain', 'application/json; charset=utf-16', '', 'application/x+json')
        .map((type) => ({ 'content-type': type })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'identity').map((encoding) => ({
        'content-type': 'application/json',
        'content-encoding': encoding,
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('key 1', 'key 2', '', 'x'.repeat(300)).map((key) => ({
        'content-type': 'application/json',
        'idempotency-key': key,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', 'Bearer', 'Bearer x.y.z', 'Basic eDp5', `Bearer ${'a'.repeat(9_000)}`)
        .map((authorization) => ({ 'content-type': 'application/json', authorization })),
    },
  );
}

/** Forms of the token endpoint: right, nearly right, and bytes. */
function logins({ client }: Served): fc.Arbitrary<FuzzRequest> {
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
      },
      { requiredKeys: ['grant_type', 'client_id', 'client_secret'] },
    )
    .map((values) => new URLSearchParams(values as Record<string, string>).toString());
  const authorization = fc.oneof(
    fc.constant(''),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`),
  );
  return fc
    .tuple(spoilt(form), fc.option(authorization), fc.constantFrom('application/x-www-form-urlencoded', 'text/plain'))
    .map(([body, basic, type]) => ({
      method: 'POST',
      path: TOKEN,
      url: TOKEN,
      headers: { 'content-type': type, authorization: basic ?? '' },
      body,
    }));
}

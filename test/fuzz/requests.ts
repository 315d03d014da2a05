import fc from 'fast-check';
import type { OpenApi } from '../http/documented.js';
import { EXPLAIN, SEARCH, UPSERT, type Served } from '../http/serve.js';
import { fromSchema, type JsonSchema } from './from-schema.js';
import { identities, logins, tokenForms } from './oauth-requests.js';
import { misfit, spoilt } from './spoil.js';
import { drawFrom, hostile, knownId, plausibleQuestions, plausibleUpserts, typeName } from './values.js';
import { varied } from './variations.js';

export interface FuzzRequest {
  readonly method: string;
  /**
   * URL as sent. The URL and the body may contain `@id7` for an Id from a response, `@type7` for its type, `@token7`
   * for a token, and `@user` for the first client's user.
   */
  readonly url: string;
  /** `authorization` replaces the caller's token. If empty, no token is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Number of the sending client; 0 has all scopes. */
  readonly caller?: number;
  readonly scheme?: string;
}

export const BASE = '/services/apexrest/dupcheck';

/** Requests to every endpoint, generated from the service's schemas. */
export function requests({ components }: OpenApi, served: Served): fc.Arbitrary<FuzzRequest> {
  const schemas = components.schemas as Record<string, JsonSchema>;
  const { configuration } = served;
  const options = drawFrom(schemas, configuration);
  const posted = (path: string, name: string) => {
    const fitting = fromSchema(schemas[name]!, options);
    const value = fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: misfit(fitting) });
    return sentTo(path, spoilt(value.map((one) => JSON.stringify(one))));
  };
  const json = { 'content-type': 'application/json' };
  const key = fc.option(fc.nat(200).map((n) => `saved ${n}`));
  const saved = fc.tuple(plausibleUpserts(), key).map(([body, name]) => ({
    method: 'POST',
    url: UPSERT,
    headers: { ...json, ...(name !== null && { 'idempotency-key': name }) },
    body: JSON.stringify(body),
  }));
  const questions = plausibleQuestions();
  const asked = (url: string, question: fc.Arbitrary<unknown>) =>
    question.map((body) => ({ method: 'POST', url, headers: json, body: JSON.stringify(body) }));
  const weighted = (weight: number, arbitrary: fc.Arbitrary<FuzzRequest>) => ({ weight, arbitrary });
  return varied(
    fc.oneof(
      weighted(60, posted(UPSERT, 'UpsertRequest')),
      weighted(40, saved),
      weighted(40, posted(SEARCH, 'SearchInput')),
      weighted(30, asked(SEARCH, questions.search)),
      weighted(20, posted(EXPLAIN, 'ExplainInput')),
      weighted(10, asked(EXPLAIN, questions.explain)),
      weighted(90, reads(served)),
      weighted(20, logins(served)),
      weighted(20, tokenForms(served)),
      weighted(15, identities(served)),
    ),
  );
}

/** A request that usually declares its body as JSON. */
export function sentTo(url: string, body: fc.Arbitrary<Uint8Array>): fc.Arbitrary<FuzzRequest> {
  return fc.record({ method: fc.constant('POST'), url: fc.constant(url), headers: headers(), body });
}

/** Requests without a body: records and history, objects, pages and health. */
function reads({ configuration }: Served): fc.Arbitrary<FuzzRequest> {
  const got = (url: fc.Arbitrary<string>, method = 'GET') => url.map((to) => ({ method, url: to, headers: {} }));
  const part = fc
    .oneof({ weight: 3, arbitrary: knownId }, fc.string({ maxLength: 30 }), hostile)
    .map((text) => encoded(text));
  const type = fc
    .oneof({ weight: 3, arbitrary: fc.constantFrom('Lead', 'Contact') }, typeName(configuration), hostile)
    .map((text) => encoded(text));
  const page = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((query) => `?${query}`),
    paging(),
  );
  const version = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('v60.0', 'v1.0', 'v999.9') },
    fc.constantFrom('v60', '60.0', 'v1000.0', 'V60.0', 'latest'),
    hostile.map(encoded),
  );
  const data = version.map((one) => `/services/data/${one}`);
  const names = configuration.registry.types.flatMap(({ fields }) => fields.map(({ name }) => name));
  const field = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('Id', 'Name', 'LastName', ...names) },
    hostile.map(encoded),
    fc.string({ maxLength: 10 }).map(encoded),
  );
  const fields = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.array(field, { maxLength: 5 }).map((some) => `?fields=${some.join(',')}`),
    fc.webQueryParameters().map((query) => `?${query}`),
  );
  const record = fc.oneof(
    { weight: 2, arbitrary: fc.nat(50).map((n) => `@type${n}/@id${n}`) },
    fc.tuple(type, part).map((parts) => parts.join('/')),
  );
  const change = fc.oneof(
    part,
    fc.nat(300).map((n) => `change-${String(n).padStart(12, '0')}`),
  );
  const fixed = ['/services/data', '/healthz', '/readyz', '/metrics', '/openapi.json', '/', '/docs', '/nothing'];
  return fc.oneof(
    { weight: 4, arbitrary: got(fc.tuple(part, page).map(([id, query]) => `${BASE}/history/${id}${query}`)) },
    { weight: 2, arbitrary: got(page.map((query) => `${BASE}/suspectedPairs${query}`)) },
    { weight: 1, arbitrary: got(type.map((name) => `${BASE}/records?objectType=${name}`)) },
    {
      weight: 3,
      arbitrary: got(
        change.map((id) => `${BASE}/undo/${id}`),
        'POST',
      ),
    },
    {
      weight: 4,
      arbitrary: got(fc.tuple(data, record, fields).map(([at, one, query]) => `${at}/sobjects/${one}${query}`)),
    },
    {
      weight: 1,
      arbitrary: got(
        fc.tuple(data, record).map(([at, one]) => `${at}/sobjects/${one}`),
        'DELETE',
      ),
    },
    { weight: 1, arbitrary: got(data) },
    { weight: 1, arbitrary: got(data.map((at) => `${at}/sobjects`)) },
    { weight: 1, arbitrary: got(fc.tuple(data, type).map(([at, name]) => `${at}/sobjects/${name}/describe`)) },
    { weight: 1, arbitrary: got(fc.constant(`${BASE}/scenarios`)) },
    { weight: 2, arbitrary: got(fc.constantFrom(...fixed)) },
  );
}

function paging(): fc.Arbitrary<string> {
  const number = fc.oneof(fc.integer({ min: -2, max: 2_000 }), fc.double()).map(String);
  return fc.tuple(number, number).map(([size, page]) => `?pageSize=${size}&page=${page}`);
}

/** Encodes text as a path segment. Lone surrogates cannot be encoded. */
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
      arbitrary: fc
        .constantFrom('gzip', 'br', 'deflate', 'zstd', 'identity')
        .map((encoding) => ({ 'content-type': 'application/json', 'content-encoding': encoding })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('key 1', 'key 2', '', 'x'.repeat(300))
        .map((key) => ({ 'content-type': 'application/json', 'idempotency-key': key })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', 'Bearer', 'Bearer x.y.z', 'Basic eDp5', `Bearer ${'a'.repeat(9_000)}`)
        .map((authorization) => ({ 'content-type': 'application/json', authorization })),
    },
  );
}

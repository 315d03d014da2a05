import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setObjects, setScopes, type ClientCredentials } from '../../src/service/auth/client-store.js';
import { SCOPES, type Scope } from '../../src/service/auth/scopes.js';
import { TOOLS } from '../../src/extensions/mcp/tools.js';
import { querySettingOf } from '../../src/extensions/platform/soql-endpoints.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { INNER_ENDPOINTS } from '../../src/extensions/platform/inner-endpoints.js';
import { INGEST_OPERATIONS } from '../../src/service/import/bulk-job.js';
import { isNightly } from '../support/draws.js';
import { EVERY_ROUTE, select, type Filled } from './every-route.js';
import { lead, type Reply, serveForAll, BASE, DATA } from './serve.js';

type Limit = 'none' | 'own' | 'other';
/** Rights of a client: its scopes, and whether it is limited to the requested object or to another object. */
interface Profile {
  readonly scopes: readonly Scope[];
  readonly limit: Limit;
}
/** `may`: not refused for missing rights, regardless of the rest of the response. */
type Verdict = 'may' | 'INSUFFICIENT_ACCESS' | 'INVALID_TYPE';

/** Each scope alone, in addition to the required scopes, with each limit. */
const profiles = (...needed: readonly Scope[]): Profile[] =>
  SCOPES.flatMap((scope) =>
    (['none', 'own', 'other'] as const).map((limit) => ({ scopes: [...new Set([...needed, scope])], limit })),
  );
/**
 * Outside the nightly run, slow or repeated entry points are tested with every fourth profile. Together, these profiles
 * include every limit.
 */
const some = (all: readonly Profile[]): readonly Profile[] => (isNightly ? all : all.filter((_, i) => i % 4 === 0));
const named = (all: readonly Profile[]) =>
  all.map((profile) => [`${profile.scopes.join(' ')}, kept to ${profile.limit}`, profile] as const);

const endpointOf = (id: string): Endpoint => (ENDPOINTS as readonly Endpoint[]).find((each) => each.id === id)!;

/** Returns the result that the endpoint's declaration and its line in `every-route.ts` require. */
function expected({ id, scope, about }: Endpoint, { scopes, limit }: Profile): Verdict {
  if (scope !== undefined && !scopes.includes(scope)) return 'INSUFFICIENT_ACCESS';
  const { others } = EVERY_ROUTE[id]!;
  if (limit !== 'other') return 'may';
  if (about === 'all' || others === 'refused') return 'INSUFFICIENT_ACCESS';
  return others === 'unknown' ? 'INVALID_TYPE' : 'may';
}

function verdict(code: string | undefined): Verdict {
  return code === 'INSUFFICIENT_ACCESS' || code === 'INVALID_TYPE' ? code : 'may';
}
/** Endpoints about all objects always refuse a client that is limited to one object. */
const ofLimited = (endpoint: Endpoint, { limit }: Profile): boolean => endpoint.about === 'all' && limit !== 'none';

describe('rights are the same over every interface', () => {
  let filled: Filled;
  const served = serveForAll();
  beforeAll(async () => {
    const ids = await twoLeads();
    filled = {
      ...{ objectType: 'Lead', prefix: '00Q', ids, job: 'job-000000000001', decision: 'decision-000000000001' },
      ...{ change: 'change-000000000001', scenario: 'lead-default', proposal: 'none', file: 'file-000000000001' },
      ...{ ingestJob: '750000000000001AAA', queryJob: '750000000000001AAA', locator: '' },
    };
  });

  // The number of stored files is limited.
  afterEach(async () => {
    const { files } = served.administration;
    for (const { id } of await files.uploads()) await files.discard(id);
  });

  const twoLeads = async (): Promise<[string, string]> => {
    const create = async () =>
      ((await served.post(`${DATA}/sobjects/Lead`, lead())).body as unknown as { readonly id: string }).id;
    return [await create(), await create()];
  };
  const register = ({ scopes, limit }: Profile) => {
    const objects = limit === 'none' ? undefined : [limit === 'own' ? 'Lead' : 'Contact'];
    return served.addClient({ scopes, ...(objects && { objects }) });
  };
  const as = ({ client_id }: { client_id: string }) => ({
    authorization: `Bearer ${served.auth.issueToken(client_id)}`,
  });
  const codeOf = (body: unknown): string | undefined =>
    Array.isArray(body) ? (body[0] as { errorCode?: string } | undefined)?.errorCode : undefined;

  /** A locator works only for the client that got it. */
  const filledFor = (client: ClientCredentials): Filled => {
    const page = {
      query: select('Lead'),
      withDeleted: true,
      pageSize: 200,
      run: 'none',
      time: 0,
      totalSize: 2,
      taken: 1,
    };
    const { locators } = querySettingOf(served, client);
    return { ...filled, locator: locators.write({ ...page, last: { id: '', keys: [] } }) };
  };
  const asked = (client: ClientCredentials) =>
    INNER_ENDPOINTS.map((endpoint) => {
      const { path, body } = EVERY_ROUTE[endpoint.id]!.of(filledFor(client));
      return { endpoint, path, body };
    });
  const WAYS: readonly [string, (part: ReturnType<typeof asked>, as: Record<string, string>) => Promise<unknown[]>][] =
    [
      [
        'composite',
        async (part, headers) => {
          const compositeRequest = part.map(({ endpoint: { id, method }, path: url, body }) => ({
            ...{ method, url, referenceId: id },
            ...(body !== undefined && { body }),
          }));
          const { body } = await served.post(`${DATA}/composite`, { compositeRequest }, headers);
          return (body as unknown as { compositeResponse: { body: unknown }[] }).compositeResponse.map(
            (one) => one.body,
          );
        },
      ],
      [
        'composite/batch',
        async (part, headers) => {
          const batchRequests = part.map(({ endpoint: { method }, path, body }) => ({
            ...{ method, url: path.slice('/services/data/'.length) },
            ...(body !== undefined && { richInput: body }),
          }));
          const { body } = await served.post(`${DATA}/composite/batch`, { batchRequests }, headers);
          return (body as unknown as { results: { result: unknown }[] }).results.map((one) => one.result);
        },
      ],
    ];

  describe.each(WAYS)('%s', (_way, ask) => {
    it.each(named(some(profiles('read'))))('%s', async (_name, profile) => {
      const client = register(profile);
      const headers = as(client);
      const all = asked(client);
      const found: unknown[] = [];
      for (let from = 0; from < all.length; from += 25) found.push(...(await ask(all.slice(from, from + 25), headers)));
      const shown = all.map(({ endpoint }, i) => [endpoint.id, verdict(codeOf(found[i]))]);
      expect(shown).toEqual(all.map(({ endpoint }) => [endpoint.id, expected(endpoint, profile)]));
    });
  });

  it.each(named(profiles()))('a request of its own is refused: %s', async (_name, profile) => {
    const client = register(profile);
    const headers = as(client);
    const differences: unknown[] = [];
    for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
      const wanted = ofLimited(endpoint, profile) ? 'INSUFFICIENT_ACCESS' : expected(endpoint, profile);
      // `rights.test.ts` covers the allowed requests.
      if (endpoint.scope === undefined || wanted === 'may') continue;
      const { path, body } = EVERY_ROUTE[endpoint.id]!.of(filledFor(client));
      const isText = typeof body === 'string';
      const type = body !== undefined && { 'content-type': isText ? 'application/octet-stream' : 'application/json' };
      const reply = await served.call(endpoint.method, path, {
        headers: { ...headers, ...type },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      // A missing record returns 404 for every client.
      if (reply.status === 404 && profile.scopes.includes(endpoint.scope)) continue;
      if (verdict(reply.error.errorCode) !== wanted) differences.push([endpoint.id, wanted, reply.text.slice(0, 200)]);
    }
    expect(differences).toEqual([]);
  });

  const values = lead({ LastName: 'Tooled' });
  const ARGUMENTS: Readonly<Record<string, (ids: readonly [string, string]) => object>> = {
    search: () => ({ objectType: 'Lead', values: { LastName: 'Doe' } }),
    explain: (ids) => ({ objectType: 'Lead', values: { LastName: 'Doe' }, recordId: ids[0] }),
    read_record: (ids) => ({ objectType: 'Lead', recordId: ids[0] }),
    query: () => ({ query: 'SELECT Id FROM Lead' }),
    suspected_pairs: () => ({ objectType: 'Lead' }),
    describe_objects: () => ({ objectType: 'Lead' }),
    upsert: () => ({ objectType: 'Lead', values }),
    decide: (ids) => ({ verdict: 'later', recordIds: ids }),
    merge: (ids) => ({ objectType: 'Lead', recordIds: ids }),
    undo: () => ({ changeId: filled.change }),
  };

  it.each(named(profiles('search')))('tools: %s', async (_name, profile) => {
    const headers = as(register(profile));
    // An earlier test may have deleted the records, so create new ones.
    const ids = await twoLeads();
    const call = async (name: string): Promise<string> => {
      const params = { name, arguments: ARGUMENTS[name]!(ids) };
      return (await served.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)).text;
    };
    for (const { name, endpoint: id } of TOOLS) {
      const endpoint = endpointOf(id);
      const isOffered = endpoint.scope !== undefined && profile.scopes.includes(endpoint.scope);
      const text = await call(name);
      const wanted = !isOffered
        ? /not found/
        : // The tool lists objects, and describes one by another endpoint.
          expected(name === 'describe_objects' ? endpointOf('describe') : endpoint, profile);
      if (wanted instanceof RegExp) expect(text).toMatch(wanted);
      else expect([name, verdict(/INSUFFICIENT_ACCESS|INVALID_TYPE/.exec(text)?.[0])]).toEqual([name, wanted]);
    }
  });

  /** Returns whether a client may save rows, by scopes and object. */
  const mayWrite = (operation: string, { scopes, limit }: Profile): boolean =>
    scopes.includes('upsert') && (operation !== 'delete' || scopes.includes('delete')) && limit !== 'other';
  const code = ({ error }: Reply) => (verdict(error.errorCode) === 'INSUFFICIENT_ACCESS' ? 'refused' : 'may');
  const narrow = (id: string, { scopes, limit }: Profile): void => {
    setScopes(served.dataFolder, id, () => scopes);
    const objects = limit === 'none' ? undefined : [limit === 'own' ? 'Lead' : 'Contact'];
    setObjects(served.dataFolder, id, objects);
  };

  describe.each(INGEST_OPERATIONS)('rows that are to be saved by %s', (operation) => {
    it.each(named(some(profiles('upsert'))))('bulk: %s', async (_name, profile) => {
      const client = served.addClient({ scopes: SCOPES });
      const headers = as(client);
      const at = `${DATA}/jobs/ingest`;
      const wanted = mayWrite(operation, profile) ? 'may' : 'refused';
      const job = { object: 'Lead', operation, ...(operation === 'upsert' && { externalIdFieldName: 'Id' }) };
      const { id } = (await served.post(at, job, headers)).body as unknown as { id: string };
      narrow(client.client_id, profile);
      const csv = { headers: { ...headers, 'content-type': 'text/csv' }, body: 'Id\n' };
      const replies = [
        await served.post(at, job, headers),
        await served.call('PUT', `${at}/${id}/batches`, csv),
        await served.send('PATCH', `${at}/${id}`, { state: 'UploadComplete' }, headers),
      ];
      expect(replies.map(code)).toEqual([wanted, wanted, wanted]);
    });
  });

  it.each(named(some(profiles())))(
    'pages and results of queries that were begun with all rights: %s',
    async (_name, profile) => {
      const client = served.addClient({ scopes: SCOPES });
      const headers = as(client);
      const at = `${DATA}/jobs/query`;
      const begun = await served.post(at, { operation: 'query', query: 'SELECT Id FROM Lead' }, headers);
      const { id } = begun.body as unknown as { id: string };
      const page = { headers };
      const results = `${at}/${id}/results?maxRecords=1`;
      const first = await served.call('GET', results, page);
      const { locator } = filledFor(client);
      narrow(client.client_id, profile);
      const asked: [endpoint: string, path: string][] = [
        ['readQueryJob', `${at}/${id}`],
        ['queryJobResults', results],
        ['queryJobResults', `${results}&locator=${encodeURIComponent(first.headers.get('sforce-locator')!)}`],
        ['soqlQueryMore', `${DATA}/query/${locator}`],
        ['soqlQueryAllMore', `${DATA}/queryAll/${locator}`],
      ];
      const found = [];
      for (const [, path] of asked) found.push(verdict((await served.call('GET', path, page)).error.errorCode));
      expect(found).toEqual(asked.map(([endpoint]) => expected(endpointOf(endpoint), profile)));
    },
  );

  it.each(named(some(profiles('upsert'))))('a file: %s', async (_name, profile) => {
    const client = served.addClient({ scopes: SCOPES });
    const headers = as(client);
    const sent = await served.call('POST', `${BASE}/files?name=any.csv`, { body: 'Id\nnone\n', headers });
    const { id } = sent.body as unknown as { id: string };
    narrow(client.client_id, profile);
    const task = { action: 'import', objectType: 'Lead', mapping: [{ field: 'Id', positions: [0] }] };
    const found = [];
    for (const operation of INGEST_OPERATIONS)
      found.push(code(await served.post(`${BASE}/files/${id}/run`, { ...task, writes: { operation } }, headers)));
    expect(found).toEqual(INGEST_OPERATIONS.map((one) => (mayWrite(one, profile) ? 'may' : 'refused')));
  });
});

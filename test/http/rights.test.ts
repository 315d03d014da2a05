import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listClients, setObjects, type ClientCredentials } from '../../src/service/auth/client-store.js';
import { SCOPES, type Scope } from '../../src/service/auth/scopes.js';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { querySettingOf } from '../../src/extensions/platform/soql-endpoints.js';
import { pathOf } from '../../src/http/openapi/openapi-document.js';
import { keptProposal } from './kept-proposal.js';
import { EVERY_ROUTE, select, type Filled } from './every-route.js';
import { lead, serve, UPSERT, type Reply, type Served, BASE } from './serve.js';

const CSV = 'Vorname,Nachname,Firma\nAda,,Example Ltd\n';
const OWNER = 'Hiddenowner';
const ROUTES = ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const);

it('every endpoint has its line in the table of rights, and every line its endpoint', () => {
  expect(Object.keys(EVERY_ROUTE).sort()).toEqual(ROUTES.map(([id]) => id).sort());
  for (const [id, endpoint] of ROUTES) {
    const asked = EVERY_ROUTE[id]!;
    // The uploaded file belongs to the client and not yet to an object.
    const isAboutOne = endpoint.about === 'object' && id !== 'sendFile';
    expect([id, asked.others !== undefined]).toEqual([id, isAboutOne]);
  }
});

describe('rights', () => {
  let served: Served;
  let own: Filled;
  let other: Filled;
  /** Authorization header of each kind of client. */
  const clients: Record<string, string> = {};

  const token = (client: { client_id: string }) => `Bearer ${served.auth.issueToken(client.client_id)}`;
  const ask = (id: string, of: Filled, authorization: string | undefined): Promise<Reply> => {
    const { method } = ENDPOINTS.find((endpoint) => endpoint.id === id)!;
    const { path, body } = EVERY_ROUTE[id]!.of(of);
    const isText = typeof body === 'string';
    const type = body !== undefined && { 'content-type': isText ? 'application/octet-stream' : 'application/json' };
    return served.call(method, path, {
      headers: { authorization, ...type },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
  };
  const answered = async <T>(reply: Promise<Reply>): Promise<T> => {
    const { status, text, body } = await reply;
    expect(status, text).toBeLessThan(300);
    return body as T;
  };

  async function fill(objectType: string, prefix: string, client: ClientCredentials, data: object): Promise<Filled> {
    const as = { authorization: token(client) };
    const create = async () =>
      (await answered<{ objectId: string }>(served.post(UPSERT, { input: { objectType, objectData: data } }))).objectId;
    const ids = [await create(), await create()] as const;
    const review = { verdict: 'later', recordIds: ids };
    const decision = (await answered<{ id: string }>(served.post(`${BASE}/decisions`, review))).id;
    const history = served.call('GET', `${BASE}/history/${ids[0]}`);
    const change = (await answered<{ records: { id: string }[] }>(history)).records[0]!.id;
    const job = (await answered<{ id: string }>(served.post(`${BASE}/jobs`, { objectType }))).id;
    const sent = served.call('POST', `${BASE}/files?name=any.csv`, { body: CSV, headers: as });
    const file = (await answered<{ id: string }>(sent)).id;
    const task = { action: 'dryRun', objectType, mapping: [{ field: 'LastName', positions: [1] }] };
    await answered(served.post(`${BASE}/files/${file}/run`, task, as));
    for (const path of [`jobs/${job}`, `files/${file}`]) {
      const status = async () =>
        (await answered<{ status: string }>(served.call('GET', `${BASE}/${path}`, { headers: as }))).status;
      await vi.waitFor(async () => expect(await status()).toBe('completed'));
    }
    const proposal = `${objectType.toLowerCase()}-learned`;
    await served.administration.proposalPlace.put(keptProposal(objectType, proposal));
    const scenario = `${objectType.toLowerCase()}-default`;
    const query = select(objectType);
    const bulk = async (kind: string, body: object) =>
      (await answered<{ id: string }>(served.post(`/services/data/v60.0/jobs/${kind}`, body, as))).id;
    const ingestJob = await bulk('ingest', { object: objectType, operation: 'insert' });
    const queryJob = await bulk('query', { operation: 'query', query });
    const locator = querySettingOf(served, client).locators.write({
      ...{ query, withDeleted: true, pageSize: 200, run: 'none', time: 0, totalSize: 2, taken: 1 },
      last: { id: '', keys: [] },
    });
    const bulkState = { ingestJob, queryJob, locator };
    return { objectType, prefix, ids, job, decision, change, scenario, proposal, file, ...bulkState };
  }

  beforeAll(async () => {
    const hook = { id: 'warehouse', url: 'http://127.0.0.1:9/', objects: ['Account'] };
    const learned = keptProposal('Lead', 'with-values').proposal!.scenario;
    served = await serve({ files: { 'webhooks.json': [hook], 'scenarios.json': [learned] } });
    const limited = served.addClient();
    const all = served.addClient();
    Object.assign(clients, { limited: token(limited), all: token(all) });
    const OwnerId = (
      await answered<{ objectId: string }>(
        served.post(UPSERT, {
          input: {
            objectType: 'User',
            objectData: { LastName: OWNER, Username: 'a@example.com', Email: 'a@example.com' },
          },
        }),
      )
    ).objectId;
    own = await fill('Lead', '00Q', limited, lead({ OwnerId }));
    other = await fill('Contact', '003', limited, { FirstName: 'Maxima', LastName: 'Hidden', Phone: '+49 30 1234567' });
    setObjects(served.dataFolder, limited.client_id, ['Lead']);
  });
  afterAll(() => served.close());

  const code = ({ status, error }: Reply) => [status, error.errorCode];
  const REFUSED = [403, 'INSUFFICIENT_ACCESS'];

  it.each(ROUTES)('%s: a client that is kept to another object', async (id, { about }) => {
    const reply = await ask(id, other, clients['limited']);
    const { others } = EVERY_ROUTE[id]!;
    if (about === 'all' || others === 'refused') {
      expect(code(reply), reply.text).toEqual(REFUSED);
      if (about === 'all') expect(reply.error.message).toMatch(/limited to Lead/);
    } else expect(reply.error.errorCode, reply.text).not.toBe('INSUFFICIENT_ACCESS');
    if (others === 'unknown') expect(code(reply)).toEqual([400, 'INVALID_TYPE']);
    if (others !== 'filtered') return;
    expect(reply.status, reply.text).toBe(200);
    for (const mark of Object.values(other).flat()) expect(reply.text).not.toContain(`"${mark}`);
  });

  it.each(ROUTES)(
    '%s: the same client about its own object, and nothing of others in passing',
    async (id, { about }) => {
      if (about === 'all') return;
      const reply = await ask(id, own, clients['limited']);
      expect(reply.error.errorCode, reply.text).not.toBe('INSUFFICIENT_ACCESS');
      expect(reply.text).not.toContain(OWNER);
    },
  );

  it.each(ROUTES)(
    '%s: its one scope opens it, a licence and a token are needed',
    async (id, { scope, method, path }) => {
      if (scope === undefined) return;
      expect((await ask(id, other, undefined)).status).toBe(401);
      const unlicensed = token(served.addClient({ licence: { state: 'none' } }));
      expect(code(await ask(id, other, unlicensed))).toEqual([403, 'FUNCTIONALITY_NOT_ENABLED']);
      const without = token(served.addClient({ scopes: SCOPES.filter((one) => one !== scope) }));
      const refused = await ask(id, other, without);
      expect(code(refused), `${method} ${pathOf({ path }, served.configuration.settings)}`).toEqual(REFUSED);
      expect(refused.error.message).toContain(`'${scope}'`);
      const alone = await ask(id, other, token(served.addClient({ scopes: [scope] })));
      expect(alone.error.errorCode, alone.text).not.toBe('INSUFFICIENT_ACCESS');
    },
  );

  it('an earlier state of a scenario that was of another object is neither shown nor taken up again', async () => {
    const path = `${BASE}/scenarios/definitions/moved`;
    const scenario = (object: string) => ({
      ...{ id: 'moved', name: 'Moved', object, threshold: 90, usage: ['restSearch'] },
      fields: [{ field: 'LastName', method: 'personName', weight: 50 }],
    });
    const save = async (object: string, version: string | null) =>
      (await answered<{ saved: { version: string } }>(served.post(path, { scenario: scenario(object), version }))).saved
        .version;
    await save('Lead', await save('Contact', null));
    const as = { authorization: clients['limited'] };
    const versions = await answered<{ number: number; scenario: { object: string } }[]>(
      served.call('GET', `${path}/versions`, { headers: as }),
    );
    expect(versions.map(({ scenario }) => scenario.object)).toEqual(['Lead']);
    expect(code(await served.post(`${path}/revert`, { number: 1, version: null }, as))).toEqual(REFUSED);
  });

  it('values that a model holds are shown only to the scope read, and none of its digests', async () => {
    const shown = async (scopes: readonly Scope[]) => {
      const headers = { authorization: token(served.addClient({ scopes })) };
      const path = `${BASE}/scenarios/definitions/with-values`;
      type Shown = { model: { fields: { frequent: object[]; listed: number }[] } };
      return (await answered<Shown>(served.call('GET', path, { headers }))).model.fields[0];
    };
    const bits = [-2, -1];
    expect(await shown(['search'])).toMatchObject({
      listed: 2,
      frequent: bits.map((each) => ({ value: null, bits: each })),
    });
    const frequent = [
      { value: null, bits: -2 },
      { value: 'info@example.com', bits: -1 },
    ];
    expect(await shown(['search', 'read'])).toMatchObject({ frequent });
  });

  it('a client added without naming any has search, upsert and read', () => {
    const { client_id } = served.addClient({ scopes: undefined });
    const client = listClients(served.dataFolder).find((one) => one.client_id === client_id);
    expect(client?.scopes).toEqual<Scope[]>(['search', 'upsert', 'read']);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { revokeClient, setLicence, setObjects, setScopes } from '../../src/service/auth/client-store.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import type { Likeness } from '../../src/service/likeness.js';
import { Gate } from '../support/gate.js';
import { lead, type Reply, type Served, serveForTest, BASE } from './serve.js';

const INGEST = '/services/data/v60.0/jobs/ingest';

type Client = ReturnType<Served['addClient']>;
type Change = (served: Served, client: Client) => void;

const REVOKED: Change = ({ dataFolder }, { client_id: id }) => revokeClient(dataFolder, id);
const LOST: readonly [string, Change, RegExp][] = [
  ['revoked', REVOKED, /^Stopped: the client's access was revoked$/],
  [
    'without a license',
    ({ dataFolder }, { client_id: id }) => setLicence(dataFolder, id, { state: 'revoked' }),
    /^Stopped: an API license is required/,
  ],
  [
    'without the scope',
    ({ dataFolder }, { client_id: id }) => setScopes(dataFolder, id, () => ['read']),
    /^Stopped: the client no longer has the scope '(upsert|undo|review)'$/,
  ],
  [
    'kept to another object',
    ({ dataFolder }, { client_id: id }) => setObjects(dataFolder, id, ['Contact']),
    /^Stopped: the client no longer has access to records of Lead$/,
  ],
];

/** Blocks the second call of a method. The first call has done part of the work. */
function held(gate: Gate, name: 'importBatch' | 'undoAll' | 'merge' | 'undo') {
  return (likeness: Likeness): Likeness => {
    const target = (name === 'merge' ? likeness.merging : likeness) as unknown as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    >;
    const done = target[name]!.bind(target);
    let calls = 0;
    target[name] = async (...args) => {
      const isRows = name !== 'importBatch' || (args[1] as unknown[]).length > 0;
      if (isRows && ++calls === 2) await gate.pass();
      return done(...args);
    };
    return likeness;
  };
}

async function open(gate: Gate, name: Parameters<typeof held>[1]) {
  const served = await serveForTest({ wrap: held(gate, name) });
  const client = served.addClient({ scopes: SCOPES });
  const headers = { authorization: `Bearer ${served.auth.issueToken(client.client_id)}` };
  return { served, client, headers, stored: () => [...served.likeness.records('Lead')].length };
}

const answered = <T>({ status, text, body }: Reply): Readonly<T> => {
  expect(status, text).toBeLessThan(300);
  return body as T;
};
const rows = (count: number) =>
  `LastName,Company\n${Array.from({ length: count }, (_, i) => `Person${i},Firm${i}\n`).join('')}`;
const IMPORT = {
  ...{ action: 'import', objectType: 'Lead', check: false },
  mapping: [
    { field: 'LastName', positions: [0] },
    { field: 'Company', positions: [1] },
  ],
};

async function startImport(served: Served, headers: Record<string, string>, count: number): Promise<string> {
  const sent = await served.call('POST', `${BASE}/files?name=any.csv`, { body: rows(count), headers });
  const { id } = answered<{ id: string }>(sent);
  answered(await served.post(`${BASE}/files/${id}/run`, IMPORT, headers));
  return id;
}

async function ended<T extends { readonly status: string }>(look: () => Promise<T> | T): Promise<T> {
  return vi.waitFor(async () => {
    const now = await look();
    expect(now.status).not.toMatch(/queued|running/);
    return now;
  });
}

describe.each(LOST)('work of a client that is %s while it runs', (_how, lose, reason) => {
  it('an import stops at the next batch, and counts what it has saved', async () => {
    const gate = new Gate();
    const { served, client, headers, stored } = await open(gate, 'importBatch');
    const id = await startImport(served, headers, 2_000);
    await gate.isReached;
    lose(served, client);
    gate.open();
    const file = await ended(() => served.administration.files.get(client.client_id, id));
    expect(file).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) as string });
    // The blocked batch, and the next batch, which was decided in the meantime.
    expect(stored()).toBeLessThanOrEqual(600);
    expect(file.counts).toMatchObject({ read: stored(), created: stored() });
  });
});

describe.each([LOST[0]!, LOST[2]!])('work of a client that is %s while it runs', (_how, lose, reason) => {
  it('a bulk job stops likewise', async () => {
    const gate = new Gate();
    const { served, client, headers, stored } = await open(gate, 'importBatch');
    const job = { object: 'Lead', operation: 'insert', contentType: 'CSV' };
    const { id } = answered<{ id: string }>(await served.post(INGEST, job, headers));
    const csv = { headers: { ...headers, 'content-type': 'text/csv' }, body: rows(2_000) };
    answered(await served.call('PUT', `${INGEST}/${id}/batches`, csv));
    answered(await served.send('PATCH', `${INGEST}/${id}`, { state: 'UploadComplete' }, headers));
    await gate.isReached;
    lose(served, client);
    gate.open();
    const [sent] = await served.administration.files.list(client.client_id);
    const shown = await ended(() => served.administration.files.get(client.client_id, sent!.id));
    expect(shown).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) as string });
    expect(stored()).toBeLessThanOrEqual(600);
    expect(shown.counts!.created).toBe(stored());
  });

  it('taking an import back stops, and says how far it came', async () => {
    const gate = new Gate();
    const { served, client, headers, stored } = await open(gate, 'undoAll');
    const id = await startImport(served, headers, 1_200);
    const look = () => served.administration.files.get(client.client_id, id);
    expect((await ended(look)).status).toBe('completed');
    answered(await served.post(`${BASE}/files/${id}/undo`, {}, headers));
    await gate.isReached;
    lose(served, client);
    gate.open();
    expect(await ended(look)).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) as string });
    expect(stored()).toBe(200);
  });

  it('a job stops merging, and counts what it has merged', async () => {
    const gate = new Gate();
    const { served, client, headers, stored } = await open(gate, 'merge');
    const pairs = ['Okafor', 'Lindqvist', 'Yamamoto', 'Delacroix', 'Petrosyan'].flatMap((LastName) => {
      const data = lead({ LastName, Company: `${LastName} Ltd`, Email: `${LastName}@example.org` });
      return [data, data].map((each) => ({ attributes: { type: 'Lead' }, ...each }));
    });
    answered(await served.post('/services/data/v60.0/composite/sobjects', { records: pairs }));
    const { id } = answered<{ id: string }>(
      await served.post(`${BASE}/jobs`, { objectType: 'Lead', autoMerge: 90 }, headers),
    );
    await gate.isReached;
    lose(served, client);
    gate.open();
    const job = await ended(() => served.administration.jobs.get(id));
    expect(job).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) as string, merged: 2 });
    expect(stored()).toBe(8);
  });
});

it('an import that waits does not begin once its client is cut to another object', async () => {
  const gate = new Gate();
  const { served, headers } = await open(gate, 'importBatch');
  await startImport(served, headers, 400);
  await gate.isReached;
  const waiting = served.addClient({ scopes: SCOPES });
  const as = { authorization: `Bearer ${served.auth.issueToken(waiting.client_id)}` };
  const sent = await served.call('POST', `${BASE}/files?name=contacts.csv`, { body: 'LastName\nLate\n', headers: as });
  const { id } = answered<{ id: string }>(sent);
  const task = { action: 'import', objectType: 'Contact', mapping: [{ field: 'LastName', positions: [0] }] };
  answered(await served.post(`${BASE}/files/${id}/run`, task, as));
  setObjects(served.dataFolder, waiting.client_id, ['Lead']);
  setScopes(served.dataFolder, waiting.client_id, () => ['search']);
  gate.open();
  const file = await ended(() => served.administration.files.get(waiting.client_id, id));
  expect(file.reason).toBe("Stopped: the client no longer has the scope 'upsert'");
  expect([...served.likeness.records('Contact')]).toHaveLength(0);
});

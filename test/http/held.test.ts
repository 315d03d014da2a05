import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SCOPES, type Scope } from '../../src/service/auth/scopes.js';
import type { HeldRecord } from '../../src/service/config/erasure/everything-held.js';
import type { ErasedRecord } from '../../src/service/config/erasure/erasures.js';
import { KeptFiles } from '../../src/service/import/kept-files.js';
import { FolderHome } from '../../src/store/home/folder/folder-home.js';
import { keptProposal } from './kept-proposal.js';
import { UPSERT, type Reply, type Served, serveForTest, BASE } from './serve.js';

const PERSON = {
  FirstName: 'Quirinus',
  LastName: 'Zwetschgenmann',
  Email: 'quirinus@zwetschge.example',
  Phone: '+353 86 765 4321',
};
const OTHER = { FirstName: 'Bola', LastName: 'Adeyemi', Email: 'bola@adeyemi.example' };
const MENTIONS = `FirstName,LastName,Email\nAda,Byron,ada@byron.example\n,,${PERSON.Email}\n`;

async function newService(): Promise<Served> {
  // A model of an older version, which contains the value as plain text.
  const [learned] = [keptProposal('Contact', 'contact-learned').proposal!.scenario];
  const listed: [string, number][] = [
    ['zwetschgenmann', -1_000],
    ['adeyemi', -1_000],
  ];
  const fields = learned.model!.fields.map((field) => ({ ...field, frequencies: { others: 500, listed } }));
  const served = await serveForTest({
    files: { 'scenarios.json': [{ ...learned, model: { ...learned.model!, fields } }] },
  });
  return served;
}

const ok = async <T>(reply: Promise<Reply>): Promise<T> => {
  const { status, text, body } = await reply;
  expect(status, text).toBeLessThan(300);
  return body as T;
};

/** Stores data about the person in every place. */
async function fill(served: Served): Promise<{ id: string; merged: string; other: string; file: string }> {
  const upsert = async (objectType: string, objectData: object, more: object = {}) => {
    const made = await ok<{ objectId: string; errorMessage: string | null }>(
      served.post(UPSERT, { input: { objectType, objectData, ...more } }),
    );
    expect(made.errorMessage).toBe(null);
    return made.objectId;
  };
  const other = await upsert('Contact', OTHER);
  const id = await upsert('Contact', PERSON);
  await upsert('Contact', { Id: id, Title: 'Plumber' });
  await upsert('Task', { Subject: 'Call', WhoId: id });
  const near = { duplicateCheck: true, duplicateScore: 100 };
  const apart = await upsert('Contact', { ...PERSON, FirstName: 'Quirin' }, near);
  await ok(served.post(`${BASE}/decisions`, { verdict: 'later', recordIds: [id, apart] }));
  const merged = await upsert('Contact', { ...PERSON, Email: null });
  await ok(served.post(`${BASE}/merge`, { objectType: 'Contact', ids: [id, merged], masterId: id }));
  await upsert('Contact', { ...PERSON, FirstName: 'Quirinius' }, near);
  const job = await ok<{ id: string }>(served.post(`${BASE}/jobs`, { objectType: 'Contact' }));
  const file = await ok<{ id: string }>(
    served.call('POST', `${BASE}/files?name=fair.csv`, {
      body: MENTIONS,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
  await vi.waitFor(async () =>
    expect(await ok(served.call('GET', `${BASE}/jobs/${job.id}`))).toMatchObject({ status: 'completed' }),
  );
  return { id, merged, other, file: file.id };
}

/** Files that contain one of the strings. Only the audit log may contain Ids. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path, 'utf8').toLowerCase();
      return texts.some((text) => content.includes(text.toLowerCase()));
    })
    .map((path) => path.slice(folder.length + 1));
}

it('everything held about a person is in one response, and erasing removes all of it while the service runs', async () => {
  const served = await newService();
  const { id, merged, other, file } = await fill(served);
  const address = `${BASE}/held/contact/${id}`;
  const held = await ok<HeldRecord>(served.call('GET', address));
  expect(held).toMatchObject({
    ...{ recordId: id, objectType: 'Contact', mergedInto: null, merged: [merged], cut: [] },
    record: { Id: id, ...PERSON, Title: 'Plumber' },
    related: [{ objectType: 'Task', field: 'WhoId', records: [{ Subject: 'Call' }] }],
    suspectedPairs: [expect.objectContaining({ objectType: 'Contact' })],
    decisions: [{ verdict: 'later', clientName: 'test' }],
    files: [{ id: file, name: 'fair.csv', rows: [{ row: 2, values: { Email: PERSON.Email } }] }],
  });
  expect(held.history.map(({ recordId, action }) => `${recordId} ${action}`)).toEqual(
    expect.arrayContaining([`${id} create`, `${id} update`, `${merged} delete`, `${merged} create`]),
  );
  expect(held.groups.map(({ recordIds }) => recordIds).flat()).toContain(id);
  expect(held.notSearched.join()).toContain('backups');
  // The audit log contains the merge and this report.
  await vi.waitFor(async () => {
    const { audit } = await ok<HeldRecord>(served.call('GET', address));
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['disclosed', 'merged']));
  });

  const erased = await ok<ErasedRecord>(served.call('DELETE', address));
  expect(erased).toMatchObject({ recordId: id, wasStored: true, merged: [merged] });
  expect(erased.elsewhere.join()).toContain(`removed ${file} 'fair.csv'`);
  const after = await ok<HeldRecord>(served.call('GET', address));
  expect(after).toMatchObject({ record: null, history: [], decisions: [], groups: [], files: [], suspectedPairs: [] });
  await vi.waitFor(async () => {
    const { audit } = await ok<HeldRecord>(served.call('GET', address));
    expect(audit.find(({ action }) => action === 'erased')).toMatchObject({ name: 'test', target: [id] });
  });
  // Only the audit log still contains the Id. Values in models were replaced with digests.
  expect(filesWith(served.dataFolder, [PERSON.Email, 'zwetschgenmann'])).toEqual([]);
  expect(filesWith(served.dataFolder, [id])).toEqual(['audit.log']);
  expect(filesWith(served.dataFolder, ['adeyemi'])).toContain(join('config', 'scenarios.json'));
  expect(await ok(served.call('GET', `/services/data/v60.0/sobjects/Contact/${other}`))).toMatchObject(OTHER);
  // Repeating the erasure succeeds and finds nothing.
  expect(await ok(served.call('DELETE', address))).toMatchObject({ wasStored: false, changes: 0 });
});

it('a report and an erasure need rights of their own, which no other right includes', async () => {
  const served = await newService();
  const { id } = await fill(served);
  const without = (missing: Scope) => {
    const { client_id } = served.addClient({ scopes: SCOPES.filter((one) => one !== missing) });
    return { headers: { authorization: `Bearer ${served.auth.issueToken(client_id)}` } };
  };
  const address = `${BASE}/held/Contact/${id}`;
  for (const [method, scope] of [
    ['GET', 'disclose'],
    ['DELETE', 'erase'],
  ] as const) {
    const { status, error } = await served.call(method, address, without(scope));
    expect([status, error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
    expect(error.message).toContain(scope);
  }
});

it('an erasure is refused for an Id of another object, and while files need the judgement of people', async () => {
  const served = await newService();
  const { id } = await fill(served);
  for (const address of [`Lead/${id}`, 'Contact/nonsense', `Nothing__c/${id}`])
    for (const method of ['GET', 'DELETE'])
      expect((await served.call(method, `${BASE}/held/${address}`)).status, address).toBe(404);
  const aside = join(served.dataFolder, 'damaged-2');
  mkdirSync(aside);
  const { status, error } = await served.call('DELETE', `${BASE}/held/Contact/${id}`);
  expect([status, error.errorCode]).toEqual([409, 'ERASE_REFUSED']);
  expect(error.message).toContain('damaged-2');
  expect(error.message).not.toContain(served.dataFolder);
  rmSync(aside, { recursive: true });
  expect((await served.call('DELETE', `${BASE}/held/Contact/${id}`)).status).toBe(200);
});

it('an erasure passes over a file whose rows were removed after a day', async () => {
  const served = await newService();
  const { id } = await fill(served);
  const { id: file } = await ok<{ id: string }>(
    served.call('POST', `${BASE}/files?name=old.csv`, {
      body: 'LastName,Email\nByron,ada@byron.example\n',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
  const mapping = [{ field: 'LastName', positions: [0] }];
  await ok(served.post(`${BASE}/files/${file}/run`, { action: 'import', objectType: 'Contact', mapping }));
  await vi.waitFor(async () =>
    expect(await ok(served.call('GET', `${BASE}/files/${file}`))).toMatchObject({ status: 'completed' }),
  );
  const [home, folder] = [new FolderHome(served.dataFolder), join(served.dataFolder, 'other')];
  await new KeptFiles({ home, folder }).expire('2999-01-01T00:00:00.000Z', 'idle', 1_000_000);
  expect(await ok(served.call('GET', `${BASE}/files/${file}`))).toMatchObject({ isGone: true });
  expect((await served.call('GET', `${BASE}/held/Contact/${id}`)).status).toBe(200);
  expect((await served.call('DELETE', `${BASE}/held/Contact/${id}`)).status).toBe(200);
});

it('an erased record does not come back through work that runs or waits', async () => {
  const served = await newService();
  const rows = Array.from({ length: 300 }, (_, i) => `Ada${i},Byron${i},ada${i}@byron.example\n`).join('');
  const { id, inspection } = await ok<{ id: string; inspection: { mapping: unknown } }>(
    served.call('POST', `${BASE}/files?name=fair.csv`, {
      body: `FirstName,LastName,Email\n${rows}Quirinus,Zwetschgenmann,${PERSON.Email}\n`,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
  const { objectId } = await ok<{ objectId: string }>(
    served.post(UPSERT, { input: { objectType: 'Contact', objectData: PERSON } }),
  );
  const task = { action: 'import', objectType: 'Contact', mapping: inspection.mapping };
  await ok(served.post(`${BASE}/files/${id}/run`, task));
  await ok(served.post(`${BASE}/jobs`, { objectType: 'Contact' }));
  await ok(served.call('DELETE', `${BASE}/held/Contact/${objectId}`));
  expect((await served.call('GET', `${BASE}/files/${id}`)).status).toBe(404);
  const query = `${BASE}/query?objectType=Contact&where=${encodeURIComponent(`Email = '${PERSON.Email}'`)}`;
  expect(await ok(served.call('GET', query))).toMatchObject({ records: [] });
  const left = filesWith(served.dataFolder, [PERSON.Email, objectId]);
  expect(left.filter((name) => name !== 'audit.log')).toEqual([]);
});

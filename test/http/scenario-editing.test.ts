import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptProposal } from './kept-proposal.js';
import { Documented } from './documented.js';
import { lead, SEARCH, UPSERT, type Reply, type Served, serveForTest } from './serve.js';

const BASE = '/services/apexrest/dupcheck/scenarios';
const CLIENT = { clientId: 'test' };
const byMail = {
  id: 'by/mail "1"',
  name: 'By Mail',
  object: 'Lead',
  threshold: 90,
  usage: ['restSearch'],
  fields: [{ field: 'Email', method: 'email', weight: 100 }],
};
const ADDRESS = `${BASE}/definitions/${encodeURIComponent(byMail.id)}`;

interface Shown {
  readonly scenario: typeof byMail;
  readonly version: string;
  readonly origin: string;
}
interface Saved {
  readonly saved: Shown | null;
  readonly warnings: readonly string[];
}
interface Side {
  readonly pairs: number;
  readonly recordsWithDuplicate: number;
}
interface Pairs {
  readonly count: number;
  readonly pairs: readonly {
    ids: string[];
    before: number | null;
    after: number;
    texts?: object[];
    explanation?: object;
  }[];
}
interface Preview {
  readonly records: number;
  readonly searched: number;
  readonly sampled: number;
  readonly isComplete: boolean;
  readonly warnings: readonly string[];
  readonly before: Side | null;
  readonly after: Side;
  readonly gained: Pairs;
  readonly lost: Pairs;
  readonly moved: Pairs;
  readonly histogram: { from: number; before: number[] | null; after: number[] };
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
const as = <T>(reply: Reply): T => reply.body as unknown as T;

const save = (served: Served, scenario: object, version: string | null, address = ADDRESS) =>
  served.post(address, { scenario, version });
const written = (served: Served): object[] =>
  JSON.parse(readFileSync(join(served.dataFolder, 'config', 'scenarios.json'), 'utf8')) as object[];
const preview = async (served: Served, scenario: object, sampleSize = 100) =>
  as<Preview>(await served.post(`${BASE}/preview`, { scenario, sampleSize }));

it('a scenario is saved, used at once, listed with its version, and taken away again', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const template = `${BASE}/definitions/{scenarioId}`;
  await served.likeness.importBatch('Lead', [lead()], { check: false }, CLIENT);
  const other = {
    objectPrefix: '00Q',
    objectData: { Email: 'jenniffer@example.com', LastName: 'Other' },
    scenarioIds: [byMail.id],
  };
  expect((await served.post(SEARCH, other)).body['00Q']).toEqual([]);

  const saved = await save(served, byMail, null);
  expect([saved.status, documented.faults(saved, template, 'post')]).toEqual([200, []]);
  expect(as<Saved>(saved).saved).toMatchObject({ scenario: byMail, origin: 'configured' });
  expect((await served.post(SEARCH, other)).body['00Q']).toHaveLength(1);
  expect(written(served)).toEqual([byMail]);

  const listed = await served.call('GET', `${BASE}/definitions`);
  expect(documented.faults(listed, `${BASE}/definitions`, 'get')).toEqual([]);
  const all = as<{ scenarios: Shown[]; methods: { name: string }[] }>(listed);
  expect(all.scenarios.find(({ scenario }) => scenario.id === byMail.id)?.version).toBe(
    as<Saved>(saved).saved!.version,
  );
  expect(all.scenarios.some(({ origin }) => origin === 'builtIn')).toBe(true);
  expect(all.methods.map(({ name }) => name)).toContain('personName');
  const read = await served.call('GET', ADDRESS);
  expect([read.status, documented.faults(read, template, 'get')]).toEqual([200, []]);

  const gone = await served.call('DELETE', `${ADDRESS}?version=${as<Shown>(read).version}`);
  expect([gone.status, as<Saved>(gone).saved, documented.faults(gone, template, 'delete')]).toEqual([200, null, []]);
  expect(written(served)).toEqual([]);
  expect((await served.call('GET', ADDRESS)).status).toBe(404);
  const lines = (await served.auth.audit.close(), readFileSync(join(served.dataFolder, 'audit.log'), 'utf8'));
  expect(lines).toContain('"scenarioSaved"');
});

it('a person who edited an earlier version is refused, and so is a person who did not see what was changed in the file', async () => {
  const served = await serveForTest();
  const first = as<Saved>(await save(served, byMail, null)).saved!.version;
  const second = as<Saved>(await save(served, { ...byMail, threshold: 80 }, first)).saved!.version;
  const late = await save(served, { ...byMail, threshold: 70 }, first);
  expect([late.status, late.error.errorCode, late.error.fields]).toEqual([409, 'VERSION_CONFLICT', ['version']]);
  expect(late.error.message).toMatch(/changed in the meantime by test, 20/);
  expect((await save(served, byMail, null)).status).toBe(409);

  writeFileSync(join(served.dataFolder, 'config', 'scenarios.json'), JSON.stringify([{ ...byMail, threshold: 60 }]));
  expect((await save(served, { ...byMail, threshold: 70 }, second)).error.errorCode).toBe('VERSION_CONFLICT');
  const now = as<Shown>(await served.call('GET', ADDRESS));
  expect(now.scenario.threshold).toBe(60);
  expect((await save(served, { ...byMail, threshold: 70 }, now.version)).status).toBe(200);
});

it('of two saves of one version at the same moment one is taken', async () => {
  const served = await serveForTest();
  const { version } = as<Saved>(await save(served, byMail, null)).saved!;
  const replies = await Promise.all([50, 60, 70].map((threshold) => save(served, { ...byMail, threshold }, version)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('earlier states are kept with who saved them, and restored', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const address = `${BASE}/definitions/lead-default`;
  const shipped = as<Shown>(await served.call('GET', address));
  expect(shipped.origin).toBe('builtIn');
  const changed = as<Saved>(
    await save(served, { ...shipped.scenario, threshold: 88 }, shipped.version, address),
  ).saved!;
  expect(changed.origin).toBe('changed');
  // The file contains only the differences from the built-in scenario, so later program versions can change the rest.
  expect(written(served)).toEqual([{ id: 'lead-default', threshold: 88 }]);

  const versions = await served.call('GET', `${address}/versions`);
  expect(documented.faults(versions, `${BASE}/definitions/{scenarioId}/versions`, 'get')).toEqual([]);
  expect(versions.body).toMatchObject([
    { number: 2, action: 'saved', name: 'test', scenario: { threshold: 88 } },
    { number: 1, action: 'found', scenario: { threshold: shipped.scenario.threshold } },
  ]);
  const stale = await served.post(`${address}/revert`, { number: 1, version: shipped.version });
  expect(stale.error.errorCode).toBe('VERSION_CONFLICT');
  const reverted = await served.post(`${address}/revert`, { number: 1, version: changed.version });
  expect(documented.faults(reverted, `${BASE}/definitions/{scenarioId}/revert`, 'post')).toEqual([]);
  expect(as<Saved>(reverted).saved).toMatchObject({ version: shipped.version, origin: 'builtIn' });
  expect(written(served)).toEqual([]);
  const missing = await served.post(`${address}/revert`, { number: 9, version: shipped.version });
  expect([missing.status, missing.error.errorCode]).toEqual([404, 'NOT_FOUND']);
});

it('every fault of a scenario is named with its place, and nothing is written', async () => {
  const served = await serveForTest();
  const fields = [
    { field: 'Emial', method: 'email', weight: 10 },
    { field: 'LastName', method: 'personNane', weight: 10 },
  ];
  for (const reply of [
    await save(served, { ...byMail, fields }, null),
    await served.post(`${BASE}/preview`, { scenario: { ...byMail, fields } }),
  ]) {
    expect([reply.status, reply.error.errorCode]).toEqual([400, 'INVALID_SCENARIO']);
    expect(reply.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^scenario\.fields\[0\]\.field: .*did you mean Email\?/),
      expect.stringMatching(/^scenario\.fields\[1\]\.method: .*did you mean personName\?/),
    ]);
  }
  const heavy = await save(served, { ...byMail, threshold: 101 }, null);
  expect([heavy.status, heavy.error.message]).toEqual([400, expect.stringContaining('scenario.threshold')]);
  expect((await save(served, { ...byMail, id: 'other' }, null)).error.message).toContain(
    'expected the same Id as in the URL',
  );
  expect(() => written(served)).toThrow('ENOENT');
  const namesOnly = {
    ...byMail,
    usage: ['restUpsert'],
    fields: [{ field: 'LastName', method: 'personName', weight: 1 }],
  };
  expect(as<Saved>(await save(served, namesOnly, null)).warnings).toEqual([
    expect.stringContaining('only names and places'),
  ]);
});

it('a learned scenario keeps its model: fields may be left out, none added', async () => {
  const levels = [
    { from: 9_000, evidence: 6_000, adjusted: 1_000 },
    { from: 0, evidence: -3_000, adjusted: 0 },
  ];
  const frequencies = { others: 0, listed: [['doe', -2_000]] };
  const learned = {
    ...byMail,
    scoreMethod: 'probabilistic',
    fields: [...byMail.fields, { field: 'LastName', method: 'personName', weight: 5 }],
    model: { version: 1, prior: -5_000, fields: [{ levels }, { levels, frequencies }] },
  };
  const served = await serveForTest({ files: { 'scenarios.json': [learned] } });
  const shown = as<Shown & { model: { fields: object[] } }>(await served.call('GET', ADDRESS));
  expect(shown.scenario).not.toHaveProperty('model');
  expect(shown.model.fields[1]).toMatchObject({ frequent: [{ value: 'doe', bits: -2 }], listed: 1 });
  const onlyMail = { ...shown.scenario, fields: shown.scenario.fields.slice(0, 1) };
  expect((await save(served, onlyMail, shown.version)).status).toBe(200);
  expect(written(served)).toMatchObject([{ model: { prior: -5_000, fields: [{ levels }] } }]);
  const more = { ...shown.scenario, fields: [...byMail.fields, { field: 'Phone', method: 'phone', weight: 5 }] };
  expect((await served.post(`${BASE}/preview`, { scenario: more })).error.message).toMatch(
    /^scenario\.fields\[1\]: the model does not cover Phone with method phone/,
  );
});

it('a client that is kept to some objects sees and changes scenarios of these only', async () => {
  const served = await serveForTest();
  const { client_id } = served.addClient({ objects: ['Contact'] });
  const headers = { authorization: `Bearer ${served.auth.issueToken(client_id)}` };
  const listed = as<{ scenarios: Shown[] }>(await served.call('GET', `${BASE}/definitions`, { headers }));
  expect(new Set(listed.scenarios.map(({ scenario }) => scenario.object))).toEqual(new Set(['Contact']));
  for (const reply of [
    await served.call('GET', `${BASE}/definitions/lead-default`, { headers }),
    await served.post(ADDRESS, { scenario: byMail, version: null }, headers),
    await served.post(`${BASE}/preview`, { scenario: byMail }, headers),
  ])
    expect([reply.status, reply.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
});

const people = Array.from({ length: 40 }, (_, n) => [
  lead({
    LastName: `Smith${n}`,
    FirstName: 'Robert',
    Email: `robert${n}@example.com`,
    Phone: `+1 415 555 ${1000 + n}`,
  }),
  lead({
    LastName: `Smith${n}`,
    FirstName: 'Bob',
    Email: n % 2 ? `robert${n}@example.com` : `bob${n}@example.org`,
    Phone: `+1 415 555 ${1000 + n}`,
  }),
]).flat();

it('a preview shows what is gained, lost and moved, by the columns in use and by others', async () => {
  const served = await serveForTest({ files: { 'scenarios.json': [{ id: 'lead-default', enabled: false }, byMail] } });
  const documented = await Documented.by(served);
  await served.likeness.importBatch('Lead', people, { check: false }, CLIENT);

  const same = await served.post(`${BASE}/preview`, { scenario: byMail });
  expect([same.status, documented.faults(same, `${BASE}/preview`, 'post')]).toEqual([200, []]);
  expect(as<Preview>(same)).toMatchObject({
    records: 80,
    searched: 80,
    sampled: 80,
    isComplete: true,
    before: { pairs: 20, recordsWithDuplicate: 40 },
    after: { pairs: 20, recordsWithDuplicate: 40 },
    gained: { count: 0 },
    lost: { count: 0 },
    moved: { count: 0 },
  });

  const byPhone = {
    ...byMail,
    threshold: 60,
    fields: [...byMail.fields, { field: 'Phone', method: 'exact', weight: 200 }],
  };
  const reply = await served.post(`${BASE}/preview`, { scenario: byPhone });
  expect(documented.faults(reply, `${BASE}/preview`, 'post')).toEqual([]);
  const wider = as<Preview>(reply);
  expect([wider.after.pairs, wider.gained.count, wider.lost.count]).toEqual([40, 20, 0]);
  expect(wider.gained.pairs[0]).toMatchObject({
    before: 0,
    after: 66,
    texts: [{ Phone: expect.any(String) as string }, {}],
    explanation: { before: { score: 0 }, after: { score: 66 } },
  });
  expect(wider.histogram.after[66]).toBe(20);
  expect(wider.histogram.before![100]).toBe(20);

  const stricter = await preview(served, { ...byPhone, threshold: 100 });
  expect([stricter.gained.count, stricter.lost.count]).toEqual([0, 0]);
  const heavier = await preview(served, {
    ...byMail,
    fields: [...byMail.fields, { field: 'FirstName', method: 'exact', weight: 10 }],
  });
  expect([heavier.moved.count, heavier.lost.count]).toEqual([20, 0]);
  const some = await preview(served, byMail, 10);
  expect([some.sampled, (await preview(served, { ...byMail, id: 'new' }, 10)).before]).toEqual([10, null]);
  expect(written(served)).toHaveLength(2);
});

it('a preview is of an edited scenario, or of a learned one that waits', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  await served.administration.proposalPlace.put(keptProposal('Lead', 'lead-taught'));
  for (const Email of ['jane@example.com', 'jane@example.com', 'ann@example.com'])
    await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ Email }) } });
  const asked = (body: object, headers = {}) => served.post(`${BASE}/preview`, body, headers);
  const reply = await asked({ proposalId: 'lead-taught' });
  expect(documented.faults(reply, `${BASE}/preview`, 'post')).toEqual([]);
  expect(reply.body).toMatchObject({ objectType: 'Lead', version: null, before: null, after: { pairs: 1 } });
  expect((await asked({ proposalId: 'another' })).status).toBe(404);
  expect((await asked({})).status).toBe(400);
  expect((await asked({ proposalId: 'lead-taught', scenario: byMail })).status).toBe(400);
  const { client_id } = served.addClient({ scopes: ['admin'], objects: ['Contact'] });
  const authorization = `Bearer ${served.auth.issueToken(client_id)}`;
  expect((await asked({ proposalId: 'lead-taught' }, { authorization })).status).toBe(403);
});

it('a preview shows values of records to clients that may search, and only numbers to others', async () => {
  const served = await serveForTest();
  await served.likeness.importBatch('Lead', people, { check: false }, CLIENT);
  const { client_id } = served.addClient({ scopes: ['admin'] });
  const headers = { authorization: `Bearer ${served.auth.issueToken(client_id)}` };
  const reply = await served.post(`${BASE}/preview`, { scenario: byMail }, headers);
  expect(as<Preview>(reply).gained.count).toBe(20);
  expect(reply.text).not.toMatch(/robert|smith/i);
});

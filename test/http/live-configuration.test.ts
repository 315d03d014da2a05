import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Learner } from '../../src/service/config/learner.js';
import type { ShownProposal } from '../../src/service/config/proposal.js';
import { Documented } from './documented.js';
import { lead, SEARCH, UPSERT, type Reply, type Served, serveForTest, BASE } from './serve.js';

const RELOAD = `${BASE}/configuration/reload`;
const CLIENT = { clientId: 'test' };

const byMail = {
  id: 'by-mail',
  name: 'By Mail',
  object: 'Lead',
  threshold: 90,
  usage: ['restSearch', 'restUpsert'],
  fields: [{ field: 'Email', method: 'email', weight: 100 }],
};
const onlyMail = [{ id: 'lead-default', enabled: false }, byMail];

const write = (served: Served, file: string, content: unknown) =>
  writeFileSync(join(served.dataFolder, 'config', file), JSON.stringify(content));

async function found(served: Served, data: object): Promise<number> {
  const { body } = await served.post(SEARCH, { objectPrefix: '00Q', objectData: data });
  return body['00Q'].length;
}

async function documented(served: Served, reply: Reply, path: string, method: string): Promise<Reply> {
  expect((await Documented.by(served)).faults(reply, path, method)).toEqual([]);
  return reply;
}

const audited = async (served: Served) => {
  await served.auth.audit.close();
  const lines = readFileSync(join(served.dataFolder, 'audit.log'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { action: string }).action);
};

it('a reload is in use with its answer, and built what did not fit from the stored records', async () => {
  const served = await serveForTest();
  await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
  const other = { Email: 'jenniffer@example.com', LastName: 'Other', FirstName: 'Somebody', Company: 'Else' };
  expect(await found(served, other)).toBe(0);
  write(served, 'scenarios.json', onlyMail);
  const reply = await documented(served, await served.call('POST', RELOAD), RELOAD, 'post');
  expect([reply.status, reply.body]).toEqual([200, { ok: true, rebuilt: ['Lead'] }]);
  expect(await found(served, other)).toBe(1);
  const listed = (await served.call('GET', `${BASE}/scenarios`)).body as unknown as { id: string }[];
  expect(listed.map(({ id }) => id)).toContain('by-mail');
  expect(await audited(served)).toContain('configurationReloaded');
});

it('filters, cross-object maps and lists are taken over too', async () => {
  const served = await serveForTest({ files: { 'scenarios.json': onlyMail } });
  await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
  const search = (filterDeveloperName: string) =>
    served.post(SEARCH, { objectPrefix: '00Q', objectData: { Email: 'jenniffer@example.com' }, filterDeveloperName });
  expect((await search('Elsewhere')).error.errorCode).toBe('INVALID_FILTER');
  write(served, 'filters.json', [{ developerName: 'Elsewhere', object: 'Lead', condition: "LastName = 'Smith'" }]);
  expect((await served.call('POST', RELOAD)).body).toEqual({ ok: true, rebuilt: [] });
  expect((await search('Elsewhere')).body['00Q']).toEqual([]);
});

it('a fault changes nothing and is named; so is what needs a restart', async () => {
  const served = await serveForTest();
  write(served, 'scenarios.json', [{ ...byMail, threshold: 500 }]);
  const faulty = await documented(served, await served.call('POST', RELOAD), RELOAD, 'post');
  expect([faulty.status, faulty.error.errorCode]).toEqual([409, 'INVALID_CONFIGURATION']);
  expect(faulty.error.message).toMatch(/^scenarios\.json .*threshold/);
  write(served, 'scenarios.json', [byMail]);
  write(served, 'settings.json', { historyDays: 12 });
  write(served, 'objects.json', [{ name: 'Lead', keyPrefix: '00Q', fields: [{ name: 'Colour__c', type: 'string' }] }]);
  const refused = await served.call('POST', RELOAD);
  expect([refused.status, refused.error.errorCode]).toEqual([409, 'RESTART_NEEDED']);
  expect(refused.error.message).toContain('objects.json: Lead, settings.json: historyDays');
  expect(JSON.stringify(served.likeness.scenarios())).not.toContain('by-mail');
  const search = served.auth.issueToken(served.addClient({ scopes: ['search'] }).client_id);
  const unlicensed = await served.call('POST', RELOAD, { headers: { authorization: `Bearer ${search}` } });
  expect(unlicensed.status).toBe(403);
});

it('the schedule of jobs is taken over without a restart', async () => {
  const served = await serveForTest();
  write(served, 'settings.json', { jobs: { every: '7d', objectTypes: ['contact'] } });
  expect((await served.call('POST', RELOAD)).body).toEqual({ ok: true, rebuilt: [] });
  expect(served.likeness.configuration.settings.jobs).toEqual({ every: 7 * 86_400_000, objectTypes: ['Contact'] });
});

it('requests continue while a reload runs: every write is taken, every search answered', async () => {
  const served = await serveForTest();
  const rows = Array.from({ length: 2_000 }, (_, n) => lead({ LastName: `Name${n}`, Email: `mail${n}@example.org` }));
  await served.likeness.importBatch('Lead', rows, { check: false }, CLIENT);
  write(served, 'scenarios.json', onlyMail);
  const state = { isDone: false };
  const reload = served.call('POST', RELOAD).finally(() => (state.isDone = true));
  let sent = 0;
  do {
    const Email = `new${sent++}@example.org`;
    const saved = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ Email }) } });
    expect(saved.body.isSuccess).toBe(true);
    const searched = await served.post(SEARCH, { objectPrefix: '00Q', objectData: lead({ Email }) });
    expect(searched.body['00Q'][0]?.objectData['Email']).toBe(Email);
  } while (!state.isDone);
  expect((await reload).status).toBe(200);
  for (let n = 0; n < sent; n++) expect(await found(served, { Email: `new${n}@example.org` })).toBe(1);
});

/** Leads. One record in ten is stored twice. */
const people = (count: number) => {
  const first = ['Anna', 'Bert', 'Carla', 'Dirk', 'Emma', 'Frans', 'Greta', 'Hans', 'Ida', 'Jan', 'Kees', 'Lotte'];
  const last = ['Bakker', 'Visser', 'Smit', 'Meijer', 'Mulder', 'Bos', 'Vos', 'Peters', 'Dekker', 'Brouwer', 'Koning'];
  return Array.from({ length: count }, (_, n) => {
    const i = n % 10 === 9 ? n - 1 : n;
    return {
      FirstName: first[(i * 7) % 12]!,
      LastName: `${last[(i * 5) % 11]!}${String.fromCharCode(97 + (i % 26))}`,
      Company: `Company ${i % 97}`,
      Email: `person${i}@example.org`,
      Phone: `+31 20 ${1_000_000 + i * 37}`,
    };
  });
};

function learnerOf(served: Served, lines: string[] = []): Learner {
  const { likeness, administration } = served;
  const { proposalPlace: place, proposals } = administration;
  const say = (line: string) => void lines.push(line);
  const learner = new Learner({ likeness, place, proposals, log: { info: say, warn: say } });
  onTestFinished(() => learner.close());
  return learner;
}
/** Runs the learner twice, because it learns only when nothing has changed since the first run. */
const learn = async (learner: Learner) => {
  await learner.look();
  await learner.look();
};
const proposalsOf = async (served: Served) => {
  const path = `${BASE}/scenarios/proposals`;
  const reply = await documented(served, await served.call('GET', path), path, 'get');
  return reply.body as unknown as ShownProposal[];
};

it('a scenario is learned, proposed, accepted and used, without a restart', async () => {
  const served = await serveForTest();
  const learner = learnerOf(served);
  await served.likeness.importBatch('Lead', people(190), { check: false }, CLIENT);
  await learn(learner);
  expect(await proposalsOf(served)).toEqual([]);
  await served.likeness.importBatch('Lead', people(300).slice(190), { check: false }, CLIENT);
  await learn(learner);
  const [proposal, ...others] = await proposalsOf(served);
  expect(others).toEqual([]);
  expect(proposal).toMatchObject({ id: 'lead-learned', object: 'Lead', records: 300 });
  expect(proposal!.fields.map(({ field }) => field)).toContain('Email');
  expect(proposal!.leftOut.length).toBeGreaterThan(0);
  const kept = join(served.dataFolder, 'proposals', 'Lead.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(served.dataFolder, 'proposals'))).toEqual(['Lead.json']);

  const accept = `${BASE}/scenarios/accept`;
  const unknown = await served.post(accept, { id: 'nothing' });
  expect([unknown.status, unknown.error.message]).toEqual([404, expect.stringContaining('open: lead-learned')]);
  const accepted = await documented(served, await served.post(accept, { id: 'lead-learned' }), accept, 'post');
  expect([accepted.status, accepted.body]).toEqual([200, proposal]);
  expect(served.likeness.scenarios()).toContainEqual(expect.objectContaining({ id: 'lead-learned' }));
  expect(await proposalsOf(served)).toEqual([]);
  const search = { objectPrefix: '00Q', objectData: people(9)[8]!, scenarioIds: ['lead-learned'] };
  expect((await served.post(SEARCH, search)).body['00Q'].length).toBe(2);
  expect(await audited(served)).toEqual(expect.arrayContaining(['proposalAccepted', 'configurationReloaded']));
});

it('what was discarded comes back only when the records have changed by more than a tenth', async () => {
  const served = await serveForTest();
  const learner = learnerOf(served);
  await served.likeness.importBatch('Lead', people(400).slice(0, 300), { check: false }, CLIENT);
  await learn(learner);
  const discard = `${BASE}/scenarios/discard`;
  await documented(served, await served.post(discard, { id: 'lead-learned' }), discard, 'post');
  await served.likeness.importBatch('Lead', people(400).slice(300, 320), { check: false }, CLIENT);
  await learn(learner);
  expect(await proposalsOf(served)).toEqual([]);
  await served.likeness.importBatch('Lead', people(400).slice(320, 340), { check: false }, CLIENT);
  await learn(learner);
  expect(await proposalsOf(served)).toMatchObject([{ id: 'lead-learned', records: 340 }]);
  expect(await audited(served)).toContain('proposalDiscarded');
});

it('records that keep changing are learned too: at once by few changes, after a while by many', async () => {
  const served = await serveForTest();
  const learner = learnerOf(served);
  const rows = people(2_000);
  let taken = 0;
  const write = (count: number) =>
    served.likeness.importBatch('Lead', rows.slice(taken, (taken += count)), { check: false }, CLIENT);
  await write(600);
  await learner.look();
  await write(10);
  await learner.look();
  expect(await proposalsOf(served)).toMatchObject([{ records: 610 }]);
  await served.post(`${BASE}/scenarios/discard`, { id: 'lead-learned' });
  let looks = 0;
  while ((await proposalsOf(served)).length === 0 && looks++ < 30) {
    await write(40);
    await learner.look();
  }
  expect(looks).toBeGreaterThan(10);
  expect(looks).toBeLessThan(25);
});

it('learning: activate uses what it has learned; off learns nothing', async () => {
  const served = await serveForTest({ files: { 'settings.json': { learning: 'activate' } } });
  await served.likeness.importBatch('Lead', people(300), { check: false }, CLIENT);
  await learn(learnerOf(served));
  expect(served.likeness.scenarios()).toContainEqual(expect.objectContaining({ id: 'lead-learned' }));
  const quiet = await serveForTest({ files: { 'settings.json': { learning: 'off' } } });
  await quiet.likeness.importBatch('Lead', people(300), { check: false }, CLIENT);
  await learn(learnerOf(quiet));
  expect(await proposalsOf(quiet)).toEqual([]);
});

it('records that give nothing to learn from are reported once', async () => {
  const served = await serveForTest();
  const lines: string[] = [];
  const learner = learnerOf(served, lines);
  const rows = Array.from({ length: 250 }, () => ({ LastName: 'Same', Company: 'Same' }));
  await served.likeness.importBatch('Lead', rows, { check: false }, CLIENT);
  await learn(learner);
  await learn(learner);
  expect(lines).toEqual([expect.stringContaining('no scenario for Lead is proposed')]);
});

it('without a folder to write into, accepting says so and the proposal waits on', async () => {
  const served = await serveForTest();
  await served.likeness.importBatch('Lead', people(300), { check: false }, CLIENT);
  await learn(learnerOf(served));
  rmSync(join(served.dataFolder, 'config'), { recursive: true });
  const refused = await served.post(`${BASE}/scenarios/accept`, { id: 'lead-learned' });
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('the configuration folder does not exist'),
  ]);
  expect(await proposalsOf(served)).toHaveLength(1);
});

import { expect, it, onTestFinished } from 'vitest';
import { Learner } from '../../src/service/config/learner.js';
import type { ShownProposal } from '../../src/service/config/proposal.js';
import { type Served, serveForTest, BASE } from './serve.js';

const CLIENT = { clientId: 'test' };
/** 10% of the leads are stored twice. Another 10% have a relative with the same e-mail address and phone. */
const LEADS = 300;
const isRelative = (n: number) => n % 5 === 4 && n % 10 !== 9;

const people = Array.from({ length: LEADS }, (_, n) => {
  const first = ['Anna', 'Bert', 'Carla', 'Dirk', 'Emma', 'Frans', 'Greta', 'Hans', 'Ida', 'Jan', 'Kees', 'Lotte'];
  const last = ['Bakker', 'Visser', 'Smit', 'Meijer', 'Mulder', 'Bos', 'Vos', 'Peters', 'Dekker', 'Brouwer', 'Koning'];
  const i = n % 5 === 4 ? n - 1 : n;
  return {
    FirstName: first[((isRelative(n) ? n : i) * 7) % 12]!,
    LastName: `${last[(i * 5) % 11]!}${String.fromCharCode(97 + (i % 26))}`,
    Company: `Company ${i % 97}`,
    Email: `person${i}@example.org`,
    Phone: `+31 20 ${1_000_000 + i * 37}`,
  };
});

interface Taught {
  readonly served: Served;
  readonly ids: readonly string[];
  readonly learner: Learner;
  readonly said: string[];
}

/** A service that has learned from its records, with the proposal accepted. */
async function learned(): Promise<Taught> {
  const served = await serveForTest();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const { proposalPlace: place, proposals } = served.administration;
  const learner = new Learner({ likeness: served.likeness, place, proposals, log: { info: say, warn: say } });
  onTestFinished(() => learner.close());
  const saved = await served.likeness.importBatch('Lead', people, { check: false }, CLIENT);
  const ids = saved.map(({ objectId }) => objectId!);
  await learn(learner);
  await served.post(`${BASE}/scenarios/accept`, { id: 'lead-learned' });
  return { served, ids, learner, said };
}

const learn = async (learner: Learner) => {
  await learner.look();
  await learner.look();
};
const waiting = async ({ served }: Taught) =>
  (await served.call('GET', `${BASE}/scenarios/proposals`)).body as unknown as ShownProposal[];
const inUse = ({ served }: Taught) => served.likeness.configuration.scenarios.find(({ id }) => id === 'lead-learned')!;
async function decide({ served }: Pick<Taught, 'served'>, verdict: string, ...recordIds: string[]): Promise<void> {
  const { status } = await served.post(`${BASE}/decisions`, { verdict, recordIds });
  expect(status).toBe(200);
}
/** Indexes of leads that are followed by a relative. */
const relatives = people.flatMap((_, n) => (isRelative(n) ? [n - 1] : []));
const twins = people.flatMap((_, n) => (n % 10 === 9 ? [n - 1] : []));

it('decisions made over HTTP lead to a proposal whose acceptance changes the threshold', async () => {
  const taught = await learned();
  const { served, ids, learner } = taught;
  const before = inUse(taught);
  for (const n of relatives.slice(0, 9)) await decide(taught, 'notDuplicate', ids[n]!, ids[n + 1]!);
  await learn(learner);
  expect(await waiting(taught)).toEqual([]);
  for (const n of relatives.slice(9, 14)) await decide(taught, 'notDuplicate', ids[n]!, ids[n + 1]!);
  for (const n of twins.slice(0, 10)) await decide(taught, 'duplicate', ids[n]!, ids[n + 1]!);
  await learn(learner);
  const [proposal] = await waiting(taught);
  expect(proposal).toMatchObject({ id: 'lead-learned', records: 300 });
  expect(proposal!.reason).toMatch(new RegExp(`^24 decisions: threshold 50 -> ${proposal!.threshold}; `));
  expect(proposal!.threshold).not.toBe(50);
  expect(taught.said.at(-1)).toContain(proposal!.reason);

  await served.post(`${BASE}/scenarios/accept`, { id: 'lead-learned' });
  expect(before.threshold).toBe(5_000);
  expect(inUse(taught).threshold).toBe(proposal!.threshold * 100);
  const score = async (n: number) => {
    const search = { objectPrefix: '00Q', objectData: people[n]!, scenarioIds: ['lead-learned'] };
    const { body } = await served.post(`${BASE}/dc3Api/search`, search);
    return body['00Q'].map(({ objectData }) => objectData['Id']);
  };
  const untold = relatives[20]!;
  expect(await score(untold)).toEqual([ids[untold]]);
});

it('a suggestion that rests on decisions is made again without those that were undone', async () => {
  const taught = await learned();
  const { served, ids, learner } = taught;
  for (const n of relatives.slice(0, 14)) await decide(taught, 'notDuplicate', ids[n]!, ids[n + 1]!);
  for (const n of twins.slice(0, 10)) await decide(taught, 'duplicate', ids[n]!, ids[n + 1]!);
  await learn(learner);
  expect((await waiting(taught))[0]!.reason).toMatch(/^24 decisions: /);
  const decisions = served.likeness.review.decisions({ pageSize: 50 }).records;
  for (const { id, changeId } of decisions.slice(0, 20)) {
    if (changeId === null) await served.call('DELETE', `${BASE}/decisions/${id}`);
    else await served.post(`${BASE}/undo/${changeId}`, {});
  }
  await learn(learner);
  expect((await waiting(taught))[0]!.reason).toMatch(/^4 decisions: /);
});

it('decisions that contradict each other are named and left out; of deleted and undone ones nothing is learned', async () => {
  const taught = await learned();
  const { served, ids } = taught;
  const twin = people[twins[0]!]!;
  const again = await served.likeness.importBatch('Lead', [twin, twin], { check: false }, CLIENT);
  const [one, other] = again.map(({ objectId }) => objectId!);
  await decide(taught, 'duplicate', ids[twins[0]!]!, ids[twins[0]! + 1]!);
  await decide(taught, 'notDuplicate', one!, other!);
  const [first, second] = [relatives[0]!, relatives[1]!];
  for (const n of [first, second]) await decide(taught, 'notDuplicate', ids[n]!, ids[n + 1]!);
  const judgements = () => served.likeness.review.judgements('Lead');
  expect(judgements()).toMatchObject({ decisions: 4, pairs: [{ isSame: false }, { isSame: false }] });
  expect(judgements().contradicting).toEqual(['decision-000000000002', 'decision-000000000001']);

  await served.likeness.merging.merge({ objectType: 'Lead', ids: [ids[first]!, ids[first + 1]!] }, CLIENT);
  expect(judgements()).toMatchObject({ decisions: 3, pairs: [{ isSame: false }] });
  const { records } = served.likeness.review.decisions({ pageSize: 10, verdict: 'duplicate' });
  await served.post(`${BASE}/undo/${records[0]!.changeId!}`, {});
  expect(judgements().contradicting).toEqual([]);
  expect(judgements().decisions).toBe(2);
});

it('of erased records nothing is learned any more, of those merged into them neither', async () => {
  const served = await serveForTest();
  const saved = await served.likeness.importBatch('Lead', people.slice(0, 40), { check: false }, CLIENT);
  const ids = saved.map(({ objectId }) => objectId!);
  const taught = { served, ids };
  const apart = relatives.slice(0, 3);
  const joined = twins.slice(0, 2);
  for (const n of apart) await decide(taught, 'notDuplicate', ids[n]!, ids[n + 1]!);
  for (const n of joined) await decide(taught, 'duplicate', ids[n]!, ids[n + 1]!);
  const judgements = () => served.likeness.review.judgements('Lead');
  expect(judgements()).toMatchObject({ decisions: 5, pairs: { length: 5 } });

  await served.likeness.erase(ids[apart[0]! + 1]!, CLIENT);
  const survivor = [ids[joined[0]!]!, ids[joined[0]! + 1]!].find((id) =>
    [...served.likeness.records('Lead')].some(({ Id }) => Id === id),
  )!;
  await served.likeness.erase(survivor, CLIENT);
  expect(judgements()).toMatchObject({ decisions: 3, pairs: { length: 3 } });
  const known = JSON.stringify(judgements());
  for (const n of [apart[0]! + 1, joined[0]!, joined[0]! + 1]) {
    expect(known).not.toContain(ids[n]);
    expect(known).not.toContain(people[n]!.Email);
  }
});

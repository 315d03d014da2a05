import { expect, it } from 'vitest';
import { alone } from './nodes/eras.js';
import { judge } from './nodes/judge.js';
import { LogReplay } from './nodes/log-replay.js';
import type { Operation } from './nodes/operations.js';

const put = (id: string, Email: string, Title?: string) => ({
  t: [{ kind: 'put', record: { id, type: 'Contact', fields: { Email, ...(Title !== undefined && { Title }) } } }],
});
const merging = (into: string, ...ids: string[]) => ({
  t: ids.flatMap((id) => [into === id ? member(id) : { kind: 'delete', id }, { kind: 'merged', entry: { id, into } }]),
});
const member = (id: string) => ({ kind: 'put', record: { id, type: 'Contact', fields: { LastName: 'Group' } } });
const gathered = { t: ['e', 'f', 'g'].map(member) };
const remember = { t: [{ kind: 'remember', answer: { key: 'faults:1' } }] };
const LOG = [put('a', 'a@x'), put('b', 'b@x'), put('a', 'a@x', 'one'), put('a', 'a@x', 'two')];

async function logOf(commits: readonly object[], from = 1): Promise<LogReplay> {
  const rows = commits.map((body, i) => ({ position: String(from + i), body: JSON.stringify(body) }));
  const replay = new LogReplay(<R extends object>() => Promise.resolve(rows as unknown as R[]));
  await replay.read();
  return replay;
}

type Given = Partial<Operation> & Pick<Operation, 'kind'>;
const asked = (operation: Given): Operation =>
  ({
    session: 1,
    node: 0,
    begun: 0,
    ended: 1,
    atLeast: 0,
    status: 200,
    text: '',
    position: 4,
    ...operation,
  }) as Operation;

const GROUP = { kind: 'gather', name: 'Group', ids: ['e', 'f', 'g'] } as const;
const MERGE = { kind: 'merge', ids: ['e', 'f', 'g'], position: 4 } as const;
const PART = { ...MERGE, kind: 'part' } as const;

const read = (Title: string) => ({ id: 'a', row: { Id: 'a', Email: 'a@x', Title } });

const GOOD: readonly Given[] = [
  { kind: 'save', email: 'a@x', result: { id: 'a', isCreated: true }, begun: 0, ended: 1 },
  { kind: 'save', email: 'a@x', result: { id: 'a', isCreated: false }, begun: 2, ended: 3 },
  { kind: 'write', id: 'a', value: 'one', begun: 2, ended: 3 },
  { kind: 'write', id: 'a', value: 'two', begun: 4, ended: 5 },
  { kind: 'write', id: 'a', value: 'never', status: undefined },
  { kind: 'write', id: 'a', value: 'refused', status: 503 },
  { kind: 'write', id: 'a', value: 'one', status: 503, text: 'it is unknown whether this change was saved' },
  { kind: 'read', ...read('one'), atLeast: 2 },
  { kind: 'read', ...read('one'), atLeast: 3, position: 3 },
  { kind: 'search', email: 'b@x', found: [], atLeast: 1 },
  { kind: 'search', email: 'b@x', found: ['b'], atLeast: 2 },
];

it('what happened in the order of the log is right', async () => {
  expect(judge(GOOD.map(asked), alone(await logOf(LOG)))).toEqual([]);
});

const save = (email: string, id: string, isCreated: boolean) =>
  ({ kind: 'save', email, result: { id, isCreated } }) as Given;
const write = (id: string, value: string, more: Partial<Operation> = {}) =>
  ({ kind: 'write', id, value, ...more }) as Given;
const find = (email: string, found: string[], more: Partial<Operation> = {}) =>
  ({ kind: 'search', email, found, ...more }) as Given;

it.each<[what: string, told: RegExp, operations: readonly Given[], log?: readonly object[]]>([
  ['a record is lost', /c of c@x: acknowledged, and lost/, [save('c@x', 'c', true)]],
  ['a change is lost', /three: acknowledged, and lost/, [write('a', 'three')]],
  ['a person is stored twice', /a@x: stored 2 times/, GOOD, [...LOG, put('c', 'a@x')]],
  ['two made one record', /a@x: 2 were told/, [GOOD[0]!, GOOD[0]!]],
  ['a change is made twice', /one: written at 3 and again at 5/, GOOD, [...LOG, put('a', 'a@x', 'one')]],
  [
    'an unanswered change is made twice',
    /more than once/,
    [write('a', 'one', { status: 503 })],
    [...LOG, put('a', 'a@x', 'one')],
  ],
  ['a refused change is made', /one: refused/, [write('a', 'one', { status: 503 })]],
  ['the view goes back', /asked for position 3, answered at 2/, [find('z', [], { atLeast: 3, position: 2 })]],
  ['an old value is read', /"one"\], which it never was/, [{ kind: 'read', ...read('one'), atLeast: 4 }]],
  ['a value is read too early', /"two"\], which it never was/, [{ kind: 'read', ...read('two'), position: 3 }]],
  ['a search misses', /b@x: there since 2, and not found/, [find('b@x', [], { atLeast: 2 })]],
  ['a search shows what is not there yet', /b: found at 1, made at 2/, [find('b@x', ['b'], { position: 1 })]],
  ['an answer comes before its commit', /one: answered at 2, made at 3/, [write('a', 'one', { position: 2 })]],
  [
    'no serial order gives this',
    /the writing of one, asked after the writing of two was answered/,
    [write('a', 'two', { begun: 0, ended: 1 }), write('a', 'one', { begun: 2, ended: 3 })],
  ],
  [
    'what is there is not found',
    /b: read nothing, which it never was/,
    [{ kind: 'read', id: 'b', row: undefined, status: 404, position: undefined, atLeast: 2 }],
  ],
  [
    'what is there is not to be changed',
    /b: said to be nobody, and it was there from 2 to 4/,
    [write('b', 'one', { isMissing: true, atLeast: 2 })],
  ],
  ['another person is answered', /a: answered for b@x, and it is a@x/, [save('b@x', 'a', false)]],
  ['a search finds another', /a: found for b@x, which it never was/, [find('b@x', ['a'])]],
  ['one key counts twice', /the key faults:1 counts at 1 and again at 2/, [], [remember, remember]],
  ['a group is made by halves', /Group: a half/, [GROUP], [{ t: gathered.t.slice(0, 2) }, { t: [member('g')] }]],
  ['a merge is lost', /the merge of e and f: acknowledged, and lost/, [MERGE], [gathered]],
  [
    'a merge is done twice',
    /f: its merge was asked for 1 times, and done 2 times/,
    [MERGE],
    [gathered, merging('e', 'f', 'g'), merging('e', 'f', 'g')],
  ],
  [
    'two merges were answered, and one was done',
    /the merge of e and f: done once, and answered again/,
    [MERGE, { ...MERGE, begun: 2, ended: 3 }],
    [gathered, merging('e', 'f', 'g')],
  ],
  [
    'what is apart is said to be one already',
    /f: said to be merged, and it was there from 1 to 4/,
    [{ ...MERGE, atLeast: 1, isNothing: true }],
    [gathered],
  ],
  ['a parting is lost', /the parting of e and f: acknowledged, and lost/, [PART], [gathered, merging('e', 'f', 'g')]],
  [
    'a merge is done by halves',
    /Group: merged or parted by halves/,
    [GROUP],
    [gathered, merging('e', 'f'), merging('e', 'g')],
  ],
])('%s: that is told', async (_, told, operations, log = LOG) => {
  const faults = judge(operations.map(asked), alone(await logOf(log)));
  expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
});

const PARTED = { t: ['f', 'g'].flatMap((id) => merging(id, id).t) };

it('records are merged and parted in one commit each', async () => {
  const log = [gathered, merging('e', 'f', 'g'), PARTED];
  expect(judge([GROUP, MERGE, PART].map(asked), alone(await logOf(log)))).toEqual([]);
});

it('records may be merged, parted and merged again by a session that no longer knows how far it was', async () => {
  const log = [gathered, merging('e', 'f', 'g'), PARTED, merging('e', 'f', 'g')];
  const operations: Given[] = [
    { ...GROUP, begun: 0, ended: 1, position: 1 },
    { ...MERGE, begun: 2, ended: 3, position: 2, atLeast: 1 },
    { ...PART, begun: 4, ended: 5, position: 3, atLeast: 2 },
    // The request asked for a position that the database never reaches again.
    { ...MERGE, begun: 6, ended: 7, position: 4, atLeast: 0 },
    { ...MERGE, begun: 8, ended: 9, position: 4, atLeast: 0, isNothing: true },
  ];
  expect(judge(operations.map(asked), alone(await logOf(log)))).toEqual([]);
});

it('a gap in the log is reported', async () => {
  expect(judge([], alone(await logOf(LOG, 2)))).toEqual(['the log goes from 0 to 2']);
});

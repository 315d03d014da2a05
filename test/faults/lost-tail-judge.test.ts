import { expect, it } from 'vitest';
import { Eras } from './nodes/eras.js';
import { judge } from './nodes/judge.js';
import { LogReplay } from './nodes/log-replay.js';
import type { Operation, ShownRow } from './nodes/operations.js';

const put = (id: string, Email: string, Title?: string) => ({
  t: [{ kind: 'put', record: { id, type: 'Contact', fields: { Email, ...(Title !== undefined && { Title }) } } }],
});
/** The database keeps these two. */
const KEPT = [put('a', 'a@x'), put('b', 'b@x')];
const BEFORE = [...KEPT, put('a', 'a@x', 'one'), put('c', 'c@x')];
const AFTER = [...KEPT, put('a', 'a@x', 'two')];
/** Milliseconds within which node 0 notices the loss. */
const NOTICED = 10;

/** @param told milliseconds from the loss until this process has read the old log */
async function erasOf(after: readonly object[], kept: number, told = 0): Promise<Eras> {
  let rows: readonly object[] = BEFORE;
  const query = <R extends object>(_: string, values: unknown[] = []): Promise<R[]> =>
    Promise.resolve(
      rows
        .map((body, i) => ({ position: String(i + 1), body: JSON.stringify(body) }))
        .filter(({ position }) => Number(position) >= Number(values[0])) as unknown as R[],
    );
  const eras = new Eras(new LogReplay(query));
  await eras.last.log.read();
  rows = after;
  await eras.lose(kept, performance.now() - told);
  eras.mustShow(0, eras.last.begun + NOTICED);
  return eras;
}

/** `at`: milliseconds between the loss and the request. */
type Given = Partial<Operation> & Pick<Operation, 'kind'> & { readonly at: number };

async function told(given: readonly Given[], after: readonly object[] = AFTER, kept = 2, late = 0): Promise<string[]> {
  const eras = await erasOf(after, kept, late);
  const operations = given.map(({ at, ...operation }) => {
    const begun = eras.last.begun + at;
    const asked = { session: 1, node: 0, begun, ended: begun + 1, atLeast: 0, era: at < 0 ? 0 : 1 };
    return { ...asked, status: 200, text: '', position: at < 0 ? 4 : 3, ...operation } as Operation;
  });
  return judge(operations, eras.all);
}

const row = (Id: string, Email: string, Title?: string): ShownRow => ({ Id, Email, Title });
const read = (at: number, Title: string, more: object = {}) =>
  ({ at, kind: 'read', id: 'a', row: row('a', 'a@x', Title), ...more }) as const;
const picture = (at: number, ...rows: ShownRow[]) => ({ at, kind: 'picture', rows, upTo: 4, position: 3 }) as const;
const OLD = [row('a', 'a@x', 'one'), row('b', 'b@x'), row('c', 'c@x')];
const NEW = [row('a', 'a@x', 'two'), row('b', 'b@x')];
const SAVED = { at: -5, kind: 'save', email: 'c@x', result: { id: 'c', isCreated: true } } as const;

it('with its last commits a database may lose what was acknowledged, and nodes hear of that a moment later', async () => {
  const given: Given[] = [
    SAVED,
    { at: -5, kind: 'write', id: 'a', email: 'a@x', value: 'one' },
    read(-3, 'one'),
    picture(-3, ...OLD),
    // A node may show lost data until it has noticed the loss, and while it is not ready.
    read(NOTICED - 5, 'one', { position: 4, atLeast: 4, era: 0 }),
    read(NOTICED + 5, 'one', { position: 4, isReady: false }),
    read(NOTICED + 5, 'one', { position: 4, node: 1 }),
    // A mix of both eras.
    picture(NOTICED - 5, ...OLD, row('d', 'd@x')),
    { at: 1, kind: 'write', id: 'a', email: 'a@x', value: 'two' },
    { at: NOTICED + 5, kind: 'write', id: 'c', email: 'c@x', value: 'three', isMissing: true },
    { at: NOTICED + 5, kind: 'read', id: 'c', row: undefined, status: 404 },
    { ...read(NOTICED + 5, 'two'), atLeast: 4, era: 0 },
    picture(NOTICED + 5, ...NEW),
  ];
  expect(await told(given)).toEqual([]);
  // The same change is requested again, as after a lost response.
  expect(await told([SAVED, { ...SAVED, at: 5, position: 4 }], [...AFTER, put('c', 'c@x')])).toEqual([]);
});

it('nodes may have come to a database that was put back before whoever judges has read what it had', async () => {
  const again = { ...SAVED, at: 5, position: 4, era: 0 };
  expect(await told([SAVED, again], [...AFTER, put('c', 'c@x')], 2, 1_000)).toEqual([]);
});

it.each<[what: string, fault: RegExp, given: readonly Given[], after?: readonly object[], kept?: number]>([
  ['a node that has noticed shows what is lost', /"one"\], which it never was/, [read(NOTICED + 5, 'one')]],
  ['a ready node shows a ghost', /c: node 0, ready .*showed \["c@x"/, [picture(NOTICED + 5, ...NEW, row('c', 'c@x'))]],
  ['a ready node shows what was', /a: node 0, ready .*"one"\], not .*"two"/, [picture(NOTICED + 5, ...OLD)]],
  ['a ready node lacks a record', /b: node 0, ready .*showed nothing/, [picture(NOTICED + 5, NEW[0]!)]],
  ['an Id means another person', /c: was c@x, which is lost, and is d@x/, [SAVED], [...AFTER, put('c', 'd@x')]],
  [
    'a change lands on another person',
    /three: meant for c@x, and written over d@x \(c\)/,
    [{ at: 5, kind: 'write', id: 'c', email: 'c@x', value: 'three', position: 5 }],
    [...AFTER, put('c', 'd@x'), put('c', 'd@x', 'three')],
  ],
  ['a lost person comes back by itself', /c@x: lost, and made again by nobody/, [SAVED], [...AFTER, put('d', 'c@x')]],
  ['a lost change comes back by itself', /one: lost, and written again/, [], [...AFTER, put('a', 'a@x', 'one')]],
  [
    'a change is acknowledged that only the lost history has',
    /one: acknowledged, and lost/,
    [{ at: 5, kind: 'write', id: 'a', email: 'a@x', value: 'one' }],
  ],
  ['the database lost more than was done to it', /differs from 3 on .* up to 4 it may not/, [], AFTER, 4],
  [
    'one key has two answers',
    /the same key was answered .*"c".*then .*"d"/,
    [{ ...SAVED, at: 5, result: { id: 'd', isCreated: true }, first: { id: 'c', isCreated: true, era: 1 } }],
    [...AFTER, put('d', 'c@x')],
  ],
])('%s: that is told', async (_, fault, given, after, kept) => {
  expect(await told(given, after, kept)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

it('a log that no longer contains what was read from it is reported', async () => {
  const eras = await erasOf(AFTER, 2);
  const { log } = eras.all[0]!;
  await log.read();
  expect(judge([], eras.all)).toEqual(['the log does not hold what it held at 4']);
});

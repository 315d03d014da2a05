import fc from 'fast-check';
import { describe, expect, it, onTestFinished, type SuiteOptions } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { draws } from '../support/draws.js';
import { contact } from './contact.js';
import { parsed } from './parsed.js';
import type { FieldValues, StoredRecord } from '../../src/records/record.js';
import type { Change, Commit, CommitLog, LoggedCommit } from '../../src/store/commit-log.js';
import type { RecordStore } from '../../src/store/record-store.js';
import type { SuspectedPair } from '../../src/store/suspected-pairs.js';
import { decisionId, type ReviewDecision } from '../../src/store/review-decisions.js';

/** Storage of records. `open` may be called again after `close`, and finds the committed data. */
export interface StorePlace {
  open(): Promise<RecordStore>;
  /** If false, closing loses the data. */
  readonly isDurable: boolean;
  remove(): Promise<void>;
}

export interface ConformanceOptions {
  /** Creates empty storage. `now` is the clock of its stores. */
  newPlace(now: () => number): Promise<StorePlace>;
  /** Number of random programs. */
  readonly programs?: number;
}

export function pair(number: number, createdId: string, matchedId: string, objectType = 'Contact'): SuspectedPair {
  const scenarioScores = [{ scenarioId: 's1', scenarioName: 'Name', scenarioScore: 80 }];
  // The clock runs backwards, because the order must follow the commits.
  const time = new Date(2_000_000_000_000 - number * 1000).toISOString();
  return { id: `p${number}`, objectType, createdId, matchedId, score: 80, scenarioScores, time };
}

export function decision(
  number: number,
  recordIds: readonly string[],
  pairs: readonly SuspectedPair[] = [],
): ReviewDecision {
  const records = recordIds.map((id) => ({ id, digest: 'd', texts: { LastName: `of ${id}` } }));
  const time = new Date(2_000_000_000_000 - number * 1000).toISOString();
  const what = { objectType: 'Contact', verdict: 'notDuplicate', fields: ['LastName'], clientId: 'c' } as const;
  return { ...what, id: decisionId(number), records, time, pairs };
}

/** Tests that every record store must pass. */
export function recordStoreConformance(
  name: string,
  newPlace: ConformanceOptions['newPlace'],
  { programs = draws(300), ...options }: { programs?: number } & SuiteOptions = {},
): void {
  describe(`${name} as a record store`, options, () => {
    let now = 0;

    async function openPlace(): Promise<{ place: StorePlace; store: RecordStore; reopen(): Promise<RecordStore> }> {
      now = 1_000_000;
      const place = await newPlace(() => now);
      let store = await place.open();
      onTestFinished(async () => {
        await store.close();
        await place.remove();
      });
      return {
        place,
        store,
        async reopen() {
          await store.close();
          return (store = await place.open());
        },
      };
    }

    it('shows a record once its commit has resolved, and not before', async () => {
      const { store } = await openPlace();
      const commit = store.append({ changes: [{ kind: 'put', record: contact(1) }] });
      expect(store.get(contact(1).id)).toBeUndefined();
      expect(store.getJson(contact(1).id)).toBeUndefined();
      await commit;
      expect(store.get(contact(1).id)).toEqual(contact(1));
      expect(store.count('Contact')).toBe(1);
    });

    it('keeps every kind of value as it was', async () => {
      const { store } = await openPlace();
      const fields: FieldValues = {
        Text: 'Łukasz "the" \\ O\u2019Brien\n\u0000\u202e straße 👩‍👩‍👧',
        Lone: '\ud800',
        Empty: '',
        Null: null,
        Zero: 0,
        Large: 9_007_199_254_740_991,
        Small: -1.5e-7,
        Yes: true,
        No: false,
        constructor: 'a field by that name',
      };
      await store.append({ changes: [{ kind: 'put', record: contact(1, fields) }] });
      expect(store.get(contact(1).id)).toEqual(contact(1, fields));
      expect(parsed(store.getJson(contact(1).id))).toEqual(contact(1, fields));
    });

    it('keeps a field called __proto__ as a field', async () => {
      const { store } = await openPlace();
      const fields = JSON.parse('{"__proto__":"x","LastName":"y"}') as FieldValues;
      await store.append({ changes: [{ kind: 'put', record: contact(1, fields) }] });
      const found = store.get(contact(1).id);
      expect(Object.entries(found!.fields)).toEqual([
        ['__proto__', 'x'],
        ['LastName', 'y'],
      ]);
      expect(store.getJson(contact(1).id)).toMatchObject({ names: ['__proto__', 'LastName'], values: ['"x"', '"y"'] });
    });

    it('keeps what was committed, not what the caller makes of it afterwards', async () => {
      const { store } = await openPlace();
      const fields: FieldValues = { LastName: 'before' };
      const commit = store.append({ changes: [{ kind: 'put', record: contact(1, fields) }] });
      fields['LastName'] = 'after';
      await commit;
      expect(store.get(contact(1).id)?.fields['LastName']).toBe('before');
      Object.assign(store.get(contact(1).id)!.fields, { LastName: 'changed by a reader' });
      expect(store.get(contact(1).id)?.fields['LastName']).toBe('before');
    });

    it('makes a transaction visible all at once', async () => {
      const { store } = await openPlace();
      const changes: Change[] = Array.from({ length: 50 }, (_, i) => ({ kind: 'put', record: contact(i + 1) }));
      let done = false;
      const commit = store.append({ changes }).then(() => (done = true));
      const seen = new Set<number>();
      while (!done) {
        seen.add(store.count('Contact'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await commit;
      seen.add(store.count('Contact'));
      expect([...seen].filter((count) => count !== 0)).toEqual([50]);
    });

    it('makes transactions visible in the order of the calls', async () => {
      const { store } = await openPlace();
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          store.append({ changes: [{ kind: 'put', record: contact(1, { Turn: i }) }] }).then(() => order.push(i)),
        ),
      );
      expect(order).toEqual(Array.from({ length: 100 }, (_, i) => i));
      expect(store.get(contact(1).id)?.fields['Turn']).toBe(99);
    });

    it('gives each commit the next position, and shows the commits after a position again, in order', async () => {
      const opened = await openPlace();
      const { place, store } = opened;
      const by = { client: 'a', time: '2026-03-01T10:00:00.000Z', request: 'r' };
      const commits: Commit[] = Array.from({ length: 7 }, (_, i) => ({
        changes: [{ kind: 'put', record: contact(i + 1, { LastName: `é "${i}"` }) }],
        ...(i % 2 === 0 && { by }),
      }));
      const positions = await Promise.all(commits.map((commit) => store.append(commit)));
      expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7]);
      const expected = commits.map((commit, i) => ({ position: i + 1, ...commit }));
      const expectToShowThem = async (log: CommitLog): Promise<void> => {
        for (const position of [0, 3, 7]) {
          const seen: LoggedCommit[] = [];
          const shown = await log
            .since(position, (commit) => seen.push(commit))
            .then(() => expected.slice(position))
            .catch((error: unknown) => error);
          // A compacted log reports this and never skips a commit.
          if (shown instanceof Error) expect([shown.name, seen]).toEqual(['PositionGoneError', []]);
          else expect(seen).toEqual(shown);
        }
      };
      await expectToShowThem(store);
      if (place.isDurable) await expectToShowThem(await opened.reopen());
    });

    it('walks the records of a type in Id order, and of that type only', async () => {
      const { store } = await openPlace();
      const numbers = [70_000, 3, 1_000_000_000, 1, 62, 1024, 1023, 61];
      for (const number of numbers) await store.append({ changes: [{ kind: 'put', record: contact(number) }] });
      await store.append({
        changes: [{ kind: 'put', record: { id: makeId('001', 5), type: 'Account', fields: { Name: 'A' } } }],
      });
      const expected = [...numbers].sort((a, b) => a - b).map((number) => makeId('003', number));
      expect([...store.scan('Contact')].map((record) => record.id)).toEqual(expected);
      expect([...store.scan('Account')].map((record) => record.fields['Name'])).toEqual(['A']);
      expect([...store.scan('Lead')]).toEqual([]);
    });

    it('deletes: the record is gone, and so are its suspected pairs', async () => {
      const { store } = await openPlace();
      const [a, b, c] = [contact(1), contact(2), contact(3)];
      await store.append({ changes: [a, b, c].map((record) => ({ kind: 'put', record })) });
      await store.append({ changes: [{ kind: 'suspect', pair: pair(1, b.id, a.id) }] });
      await store.append({ changes: [{ kind: 'suspect', pair: pair(2, c.id, b.id) }] });
      await store.append({ changes: [{ kind: 'delete', id: a.id }] });
      expect(store.get(a.id)).toBeUndefined();
      expect(store.count('Contact')).toBe(2);
      const { total, pairs } = store.suspectedPairs({ offset: 0, limit: 10 });
      expect({ total, ids: pairs.map(({ id }) => id) }).toEqual({ total: 1, ids: ['p2'] });
    });

    it('forgets the pairs of a record that goes without a history, also when its Id is stored again', async () => {
      const { store } = await openPlace();
      const [a, b] = [contact(1), contact(2)];
      await store.append({ changes: [a, b].map((record) => ({ kind: 'put', record })) });
      await store.append({ changes: [{ kind: 'suspect', pair: pair(1, b.id, a.id) }] });
      await store.append({
        changes: [
          { kind: 'delete', id: a.id },
          { kind: 'put', record: a },
        ],
      });
      expect(store.suspectedPairs({ offset: 0, limit: 10 }).total).toBe(0);
    });

    it('keeps decisions newest first, pages them by their numbers, and takes their pairs from the list', async () => {
      const opened = await openPlace();
      const { store } = opened;
      const [a, b, c] = [contact(1), contact(2), contact(3)];
      await store.append({ changes: [a, b, c].map((record) => ({ kind: 'put', record })) });
      await store.append({ changes: [{ kind: 'suspect', pair: pair(1, b.id, a.id) }] });
      const first = decision(1, [a.id, b.id], [pair(1, b.id, a.id)]);
      await store.append({ changes: [{ kind: 'review', decision: first }] });
      await store.append({ changes: [{ kind: 'review', decision: decision(2, [b.id, c.id]) }] });
      const ids = (all: Iterable<ReviewDecision>) => [...all].map(({ id }) => id);
      const expectAll = (kept: typeof store) => {
        expect(kept.suspectedPairs({ offset: 0, limit: 9 }).total).toBe(0);
        expect(ids(kept.reviewDecisions())).toEqual([decisionId(2), decisionId(1)]);
        expect(ids(kept.reviewDecisions(2))).toEqual([decisionId(1)]);
        expect(ids(kept.reviewDecisionsOf(b.id))).toEqual([decisionId(2), decisionId(1)]);
        expect(kept.reviewDecision(decisionId(1))).toEqual(first);
      };
      expectAll(store);
      if (opened.place.isDurable) expectAll(await opened.reopen());
    });

    it('keeps a decision when a record is deleted, and nothing of it once one is erased', async () => {
      const { store } = await openPlace();
      const [a, b] = [contact(1), contact(2)];
      await store.append({ changes: [a, b].map((record) => ({ kind: 'put', record })) });
      await store.append({ changes: [{ kind: 'review', decision: decision(1, [a.id, b.id]) }] });
      await store.append({ changes: [{ kind: 'delete', id: a.id }] });
      expect(store.reviewCount(b.id)).toBe(1);
      await store.append({ changes: [{ kind: 'erase', id: a.id }] });
      expect([store.reviewCount(a.id), store.reviewCount(b.id)]).toEqual([0, 0]);
      expect([...store.reviewDecisions()]).toEqual([]);
    });

    it('lists suspected pairs newest first, by object type and page, whatever the clock said', async () => {
      const { store } = await openPlace();
      for (let i = 1; i <= 25; i++)
        await store.append({
          changes: [
            { kind: 'suspect', pair: pair(i, makeId('003', i + 1), makeId('003', i), i % 5 ? 'Contact' : 'Lead') },
          ],
        });
      const ids = (objectType: string | undefined, offset: number, limit: number): string[] =>
        store.suspectedPairs({ objectType, offset, limit }).pairs.map(({ id }) => id);
      expect(ids(undefined, 0, 3)).toEqual(['p25', 'p24', 'p23']);
      expect(ids(undefined, 23, 10)).toEqual(['p2', 'p1']);
      expect(ids('Lead', 1, 2)).toEqual(['p20', 'p15']);
      expect(store.suspectedPairs({ objectType: 'Lead', offset: 0, limit: 1 }).total).toBe(5);
      expect(store.suspectedPairs({ objectType: 'Case', offset: 0, limit: 9 })).toEqual({ total: 0, pairs: [] });
    });

    it('remembers answers until they expire', async () => {
      const { store } = await openPlace();
      const answer = {
        key: 'client key',
        bodyHash: 'h',
        answer: { objectId: 'x', list: [1, null] },
        expires: now + 10,
      };
      await store.append({ changes: [{ kind: 'remember', answer }] });
      expect(store.remembered('client key')).toEqual(answer);
      expect(store.remembered('another')).toBeUndefined();
      now += 10;
      expect(store.remembered('client key')).toBeUndefined();
    });

    it('keeps the highest number of a counter', async () => {
      const { store } = await openPlace();
      expect(store.counter('id:003')).toBe(0);
      await store.append({ changes: [{ kind: 'counter', name: 'id:003', value: 7 }] });
      await store.append({ changes: [{ kind: 'counter', name: 'id:003', value: 5 }] });
      expect(store.counter('id:003')).toBe(7);
    });

    it.each([
      ['an Id without its checksum', { kind: 'delete', id: '0035I00000AAAAA' }],
      [
        'an Id with a wrong checksum',
        { kind: 'put', record: { ...contact(1), id: `${contact(1).id.slice(0, 15)}zzz` } },
      ],
      ['a negative counter', { kind: 'counter', name: 'id:003', value: -1 }],
      ['an unknown kind of change', { kind: 'rename' }],
    ] as [string, Change][])('refuses %s and does nothing else of the transaction', async (_, change) => {
      const { store } = await openPlace();
      await expect(store.append({ changes: [{ kind: 'put', record: contact(9) }, change] })).rejects.toThrow(
        /changes\[1\]/,
      );
      expect(store.count('Contact')).toBe(0);
      expect(store.writable).toBe(true);
    });

    it('refuses commits once it is closed', async () => {
      const { store } = await openPlace();
      await store.close();
      expect(store.writable).toBe(false);
      await expect(store.append({ changes: [] })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    });

    it('agrees with a plain map over random programs, restarts included', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          now = 1_000_000;
          const place = await newPlace(() => now);
          let store = await place.open();
          try {
            const model = new Model();
            for (const each of steps) {
              if (each === 'reopen') {
                if (!place.isDurable) continue;
                await store.close();
                store = await place.open();
              } else {
                const transactions = each.map((changes) => changes.map(changeOf));
                for (const changes of transactions) model.apply(changes);
                await Promise.all(transactions.map((changes) => store.append({ changes })));
              }
              model.expectEqual(store);
            }
          } finally {
            await store.close();
            await place.remove();
          }
        }),
        { numRuns: programs },
      );
    });
  });
}

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
  fc.boolean(),
  fc.constant(null),
);
const number = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3_000 }));
const prefix = fc.constantFrom('003', '001');

type RandomChange =
  | { put: [string, number]; fields: FieldValues }
  | { delete: [string, number] }
  | { suspect: [string, number, number]; number: number }
  | { review: number[]; number: number; pair: number }
  | { revoke: number }
  | { remember: string; answer: unknown }
  | { counter: string; value: number };

const randomChange: fc.Arbitrary<RandomChange> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      put: fc.tuple(prefix, number),
      fields: fc.dictionary(fc.constantFrom('A', 'B', 'C__c', 'Name', '__proto__'), value, { noNullPrototype: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ delete: fc.tuple(prefix, number) }) },
  {
    weight: 2,
    arbitrary: fc.record({ suspect: fc.tuple(prefix, number, number), number: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      review: fc.uniqueArray(number, { minLength: 2, maxLength: 3 }),
      number: fc.integer({ min: 1, max: 30 }),
      pair: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ revoke: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ remember: fc.constantFrom('k1', 'k2', '__proto__'), answer: fc.jsonValue() }) },
  { weight: 1, arbitrary: fc.record({ counter: fc.constantFrom('id:003', '__proto__'), value: fc.nat() }) },
);

/** Several concurrent transactions, or a restart. */
const step: fc.Arbitrary<'reopen' | RandomChange[][]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
  {
    weight: 4,
    arbitrary: fc.array(fc.array(randomChange, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  },
);
export const randomTransaction = fc.array(randomChange, { minLength: 1, maxLength: 4 }).map((all) => all.map(changeOf));

function changeOf(change: RandomChange): Change {
  const type = (keyPrefix: string): string => (keyPrefix === '003' ? 'Contact' : 'Account');
  if ('put' in change) {
    const [keyPrefix, n] = change.put;
    return { kind: 'put', record: { id: makeId(keyPrefix, n), type: type(keyPrefix), fields: change.fields } };
  }
  if ('delete' in change) return { kind: 'delete', id: makeId(...change.delete) };
  if ('suspect' in change) {
    const [keyPrefix, a, b] = change.suspect;
    return { kind: 'suspect', pair: pair(change.number, makeId(keyPrefix, a), makeId(keyPrefix, b), type(keyPrefix)) };
  }
  if ('review' in change) {
    const ids = change.review.map((n) => makeId('003', n));
    return { kind: 'review', decision: decision(change.number, ids, [pair(change.pair, ids[0]!, ids[1]!)]) };
  }
  if ('revoke' in change) return { kind: 'revoke', id: decisionId(change.revoke) };
  if ('remember' in change)
    return {
      kind: 'remember',
      answer: { key: change.remember, bodyHash: 'h', answer: change.answer, expires: 2_000_000 },
    };
  return { kind: 'counter', name: change.counter, value: change.value };
}

/** The simplest possible store. */
export class Model {
  readonly records = new Map<string, StoredRecord>();
  pairs: SuspectedPair[] = [];
  readonly reviews = new Map<string, ReviewDecision>();
  /** Decisions about missing records without history, which cannot return, so a compaction drops the decisions. */
  readonly forgettable = new Set<string>();
  readonly answers = new Map<string, unknown>();
  readonly counters = new Map<string, number>();

  apply(changes: readonly Change[]): void {
    for (const change of changes)
      if (change.kind === 'put') this.records.set(change.record.id, change.record);
      else if (change.kind === 'delete') {
        this.records.delete(change.id);
        this.pairs = this.pairs.filter((p) => p.createdId !== change.id && p.matchedId !== change.id);
      } else if (change.kind === 'suspect') {
        this.pairs = [...this.pairs.filter((p) => p.id !== change.pair.id), change.pair];
      } else if (change.kind === 'review') {
        this.pairs = this.pairs.filter((p) => !change.decision.pairs.some(({ id }) => id === p.id));
        this.reviews.set(change.decision.id, change.decision);
        this.forgettable.delete(change.decision.id);
      } else if (change.kind === 'revoke') this.reviews.delete(change.id);
      else if (change.kind === 'remember') this.answers.set(change.answer.key, change.answer.answer);
      else if (change.kind === 'counter')
        this.counters.set(change.name, Math.max(change.value, this.counters.get(change.name) ?? 0));
    this.#noteForgettable();
  }

  #noteForgettable(): void {
    for (const { id, records } of this.reviews.values())
      if (!records.every((judged) => this.records.has(judged.id))) this.forgettable.add(id);
  }

  #expectReviews(store: RecordStore): void {
    const found = [...store.reviewDecisions()];
    const ids = found.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => (a > b ? -1 : 1)));
    for (const each of found) expect(each).toEqual(this.reviews.get(each.id));
    for (const id of this.reviews.keys()) if (!this.forgettable.has(id)) expect(ids).toContain(id);
    for (const about of new Set(found.flatMap(({ records }) => records.map(({ id }) => id)))) {
      const own = found.filter(({ records }) => records.some(({ id }) => id === about));
      expect([...store.reviewDecisionsOf(about)]).toEqual(own);
      expect(store.reviewCount(about)).toBe(own.length);
    }
  }

  /** Serializes everything except decisions. Equal strings mean equal states. */
  picture(): string {
    const records = [...this.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return picture(records, this.pairs, this.answers, this.counters);
  }

  expectEqual(store: RecordStore): void {
    expect(pictureOf(store)).toBe(this.picture());
    const ids = [...this.records.keys()];
    this.#expectReviews(store);
    for (const id of ids.slice(0, 20)) expect(sorted(store.get(id))).toEqual(sorted(this.records.get(id)));
    for (const type of ['Contact', 'Account'])
      expect(store.count(type)).toBe([...this.records.values()].filter((record) => record.type === type).length);
  }
}

const ANSWER_KEYS = ['k1', 'k2', '__proto__'];
const COUNTERS = ['id:003', '__proto__'];

export function pictureOf(store: RecordStore): string {
  const records = [...store.scan('Account'), ...store.scan('Contact')];
  const { pairs } = store.suspectedPairs({ offset: 0, limit: 1e9 });
  const answers = new Map<string, unknown>();
  for (const key of ANSWER_KEYS) {
    const found = store.remembered(key);
    if (found !== undefined) answers.set(key, found.answer);
  }
  const counters = new Map(COUNTERS.map((name) => [name, store.counter(name)]));
  return picture(records, [...pairs].reverse(), answers, counters);
}

function picture(
  records: readonly StoredRecord[],
  pairs: readonly SuspectedPair[],
  answers: ReadonlyMap<string, unknown>,
  counters: ReadonlyMap<string, number>,
): string {
  return JSON.stringify([
    records.map(sorted),
    pairs,
    ANSWER_KEYS.map((key) => [key, answers.has(key), answers.get(key) ?? null]),
    COUNTERS.map((name) => [name, counters.get(name) ?? 0]),
  ]);
}

function sorted(record: StoredRecord | undefined): unknown {
  return record && [record.id, record.type, Object.entries(record.fields).sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Serializes records in Id order with fields in name order. */
export function picturesOf(records: readonly StoredRecord[]): string[] {
  return [...records].sort((a, b) => (a.id < b.id ? -1 : 1)).map((record) => JSON.stringify(sorted(record)));
}

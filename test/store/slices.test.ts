import { expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import type { OpenFile } from '../../src/store/store-files.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import type { Change } from '../../src/store/commit-log.js';
import { writeSnapshot } from '../../src/store/snapshot.js';
import { StoreState } from '../../src/store/store-state.js';
import { newFolder } from './folders.js';

/** Calls a function in every turn of the event loop until stopped. */
function everyTurn(look: () => void): () => void {
  let stopped = false;
  const turn = (): void => {
    if (stopped) return;
    look();
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => (stopped = true);
}

/** Returns the largest change in a number between two turns of the event loop during some work. */
async function mostInOneTurn(of: () => number, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let last = of();
  const look = (): void => {
    const now = of();
    most = Math.max(most, Math.abs(now - last));
    last = now;
  };
  const stop = everyTurn(look);
  await work();
  look();
  stop();
  return most;
}

/** A file whose writes complete immediately, so the writer itself must yield. */
function instantFile(written: number[]): OpenFile {
  const refuse = (): Promise<never> => Promise.reject(new Error('only to be written'));
  return {
    read: refuse,
    truncate: refuse,
    size: refuse,
    sizeNow: () => 0,
    write: (bytes) => Promise.resolve(void written.push(bytes.length)),
    sync: () => Promise.resolve(),
    identity: () => '',
    close: () => Promise.resolve(),
  };
}

const HEADER = { generation: 2, sequence: 0 };
const id = (number: number): string => makeId('003', number);
const contact = (number: number): Change => ({
  kind: 'put',
  record: { id: id(number), type: 'Contact', fields: { LastName: `Name ${number}` } },
});

it('a snapshot gives way while it passes over thousands of answers that have expired and pairs that are gone', async () => {
  const state = new StoreState();
  for (let i = 0; i < 15_000; i++) state.answers.put(`client:${i}`, 'hash', 1_000, '{}', 0);
  const pair = { objectType: 'Contact', score: 80, scenarioScores: [], time: '2026-01-01T00:00:00.000Z' };
  for (let i = 0; i < 30_000; i++) {
    // At most half of a list can be removed, because it is compacted then.
    const createdId = i % 2 === 0 ? id(1) : id(i + 10);
    state.pairs.put({ ...pair, id: `pair-${i}`, createdId, matchedId: id(2 + (i % 2)) });
  }
  state.pairs.removeOf(id(1));
  state.pairs.removeOf(id(3));
  let turns = 0;
  const written: number[] = [];
  const stop = everyTurn(() => turns++);
  await writeSnapshot(instantFile(written), state, HEADER, 1_001);
  stop();
  expect(turns).toBeGreaterThanOrEqual(14);
});

it('a snapshot is written in slices of at most a quarter of a megabyte, whatever the number of records', async () => {
  const state = new StoreState();
  for (let i = 1; i <= 20_000; i++) {
    const { shape, text } = state.records.shapes.encode({
      id: id(i),
      type: 'Contact',
      fields: { Text: 'x'.repeat(90) },
    });
    state.records.put(id(i), shape, text);
  }
  const written: number[] = [];
  await writeSnapshot(instantFile(written), state, HEADER, 0);
  expect(Math.max(...written)).toBeLessThanOrEqual(1 << 18);
  expect(written.length).toBeGreaterThan(10);
});

it('a compaction forgets some hundred changes between two turns of the event loop, however many have expired', async () => {
  let now = Date.UTC(2026, 0, 1);
  const store = await openFileStore(await newFolder(), { now: () => now, historyDays: 1, compactAt: Infinity });
  const changes: Change[] = [];
  for (let number = 1; number <= 5_000; number++) {
    const entry = { number, recordId: id(number), objectType: 'Contact', action: 'create' } as const;
    changes.push(contact(number), { kind: 'history', entry });
  }
  await store.append({ changes, by: { client: 'test', time: new Date(now).toISOString() } });
  now += 3 * 24 * 60 * 60 * 1000;
  const most = await mostInOneTurn(
    () => store.statistics().changes,
    () => store.compact(),
  );
  expect(store.statistics().changes).toBe(0);
  expect(most).toBeLessThanOrEqual(500);
  await store.close();
});

it('transactions that reached the disk together become visible a few at a time', async () => {
  const store = await openFileStore(await newFolder());
  const commits = Array.from({ length: 5_000 }, (_, i) => store.append({ changes: [contact(i + 1)] }));
  const most = await mostInOneTurn(
    () => store.statistics().records,
    () => Promise.all(commits),
  );
  expect(store.statistics().records).toBe(5_000);
  expect(most).toBeLessThanOrEqual(20);
  await store.close();
});

it.each([
  ['the file store', () => newFolder().then((folder) => openFileStore(folder))],
  ['the memory store', () => Promise.resolve(createMemoryStore())],
])('deleting a record with thousands of suspected pairs gives way, in %s', async (_name, open) => {
  const store = await open();
  const pairs = Array.from({ length: 5_000 }, (_, i): Change => {
    const pair = { id: `pair-${i}`, objectType: 'Contact', createdId: id(i + 2), matchedId: id(1) };
    return { kind: 'suspect', pair: { ...pair, score: 80, scenarioScores: [], time: '2026-01-01T00:00:00.000Z' } };
  });
  await store.append({ changes: [contact(1), ...pairs] });
  const listed = () => (store.suspectedPairs({ offset: 0, limit: 1 }) as { total: number }).total;
  expect(listed()).toBe(5_000);
  const most = await mostInOneTurn(listed, () => store.append({ changes: [{ kind: 'delete', id: id(1) }] }));
  expect(listed()).toBe(0);
  expect(most).toBeLessThanOrEqual(1_000);
  await store.close();
});

import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLikeness } from '../../src/service/open.js';
import {
  ALONE_QUOTA_MS,
  DecisionQuota,
  MAX_QUOTA_MS,
  MIN_QUOTA_MS,
  OTHER_WORK_MS,
} from '../../src/runtime/decision-quota.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { loadConfiguration } from '../../src/store/config/load.js';

let clock = 0;

function work(ms: number): void {
  clock += ms;
}

/** Mocks the clock. Only `work` advances it. */
function stopTime(): void {
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => now.mockRestore());
}

it('decisions give way once they have had their share of a turn of the event loop, and have a new one in the next', async () => {
  const quota = new DecisionQuota();
  stopTime();
  await nextTurn();
  quota.countOtherWork(OTHER_WORK_MS);
  expect(quota.yieldIfSpent(), 'nothing was done in this turn').toBeUndefined();
  quota.run(() => work(MIN_QUOTA_MS));
  let others = 0;
  setImmediate(() => {
    others++;
    quota.countOtherWork(OTHER_WORK_MS);
  });
  const wait = quota.yieldIfSpent();
  expect(wait).toBeInstanceOf(Promise);
  await wait;
  expect(others, 'what waited had its turn').toBe(1);
  quota.run(() => work(MAX_QUOTA_MS));
  const again = quota.yieldIfSpent();
  expect(again, 'the turn after the wait has a share, not all the time it likes').toBeInstanceOf(Promise);
  await again;
  await nextTurn();
  await nextTurn();
  expect(quota.yieldIfSpent(), 'a turn without decisions before it').toBeUndefined();
});

it('decisions that are alone in a turn have more of it than together with other work', async () => {
  const quota = new DecisionQuota();
  stopTime();
  await nextTurn();
  await nextTurn();
  quota.countOtherWork(OTHER_WORK_MS);
  quota.run(() => work(MIN_QUOTA_MS));
  await quota.yieldIfSpent();
  quota.run(() => work(MAX_QUOTA_MS));
  expect(quota.yieldIfSpent(), 'nothing else was done meanwhile').toBeUndefined();
  quota.run(() => work(ALONE_QUOTA_MS - MAX_QUOTA_MS));
  const wait = quota.yieldIfSpent();
  expect(wait).toBeInstanceOf(Promise);
  await wait;
});

it('what others do between two decisions of a turn is not their time, and the next decision waits when the one before took it all', async () => {
  const quota = new DecisionQuota();
  stopTime();
  await nextTurn();
  await nextTurn();
  quota.countOtherWork(OTHER_WORK_MS);
  quota.run(() => work(0));
  work(MAX_QUOTA_MS);
  expect(quota.yieldIfSpent()).toBeUndefined();
  quota.run(() => work(MIN_QUOTA_MS));
  let others = 0;
  setImmediate(() => others++);
  await quota.yieldIfSpent();
  expect(others).toBe(1);
});

it.each([
  ['many requests at once', 1_000, 0],
  ['one request with many related records', 1, 200],
])('%s: others have turns in the meantime', async (_, requests, related) => {
  const likeness = await openLikeness({ configuration: await loadConfiguration(), store: createMemoryStore() });
  // Each read of the clock advances it, because a fast machine would do everything in a few turns.
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += MIN_QUOTA_MS / 4));
  onTestFinished(() => now.mockRestore());
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns++;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  const person = (i: number) => ({ FirstName: `Ann ${i}`, LastName: `Moor ${i}`, Email: `ann${i}@example.com` });
  const outputs = await Promise.all(
    Array.from({ length: requests }, (_unused, i) =>
      likeness.upsert(
        {
          objectType: 'Account',
          objectData: { Name: `Account ${i}` },
          duplicateCheck: true,
          relatedList: Array.from({ length: related }, (_none, j) => ({
            objectType: 'Contact',
            referenceField: 'AccountId',
            objectData: person(j),
            duplicateCheck: true,
          })),
        },
        { clientId: `c${i}` },
      ),
    ),
  );
  running = false;
  expect(outputs.every(({ isSuccess }) => isSuccess)).toBe(true);
  // The store itself takes two or three turns.
  expect(turns).toBeGreaterThan(5);
  await likeness.close();
});

import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openLikeness } from '../../src/service/open.js';
import {
  ALONE_SHARE_MS,
  deciding,
  giveWay,
  LEAST_SHARE_MS,
  MOST_SHARE_MS,
  OTHER_WORK_MS,
  worked,
} from '../../src/service/turns.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { loadConfiguration } from '../../src/config/load.js';

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('decisions give way once they have had their share of a turn of the event loop, and have a new one in the next', async () => {
  await nextTurn();
  worked(OTHER_WORK_MS);
  await deciding(async () => {
    expect(giveWay(), 'nothing was done in this turn').toBeUndefined();
    work(LEAST_SHARE_MS);
    let others = 0;
    setImmediate(() => {
      others++;
      worked(OTHER_WORK_MS);
    });
    const wait = giveWay();
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(others, 'what waited had its turn').toBe(1);
    work(MOST_SHARE_MS);
    const again = giveWay();
    expect(again, 'the turn after the wait has a share, not all the time it likes').toBeInstanceOf(Promise);
    await again;
  });
  await nextTurn();
  await nextTurn();
  expect(giveWay(), 'a turn without decisions before it').toBeUndefined();
});

it('decisions that are alone in a turn have more of it than beside other work', async () => {
  await nextTurn();
  await nextTurn();
  let clock = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  worked(OTHER_WORK_MS);
  await deciding(async () => {
    clock += LEAST_SHARE_MS;
    await giveWay();
    clock += MOST_SHARE_MS;
    expect(giveWay(), 'nothing else was done meanwhile').toBeUndefined();
    clock += ALONE_SHARE_MS - MOST_SHARE_MS;
    const wait = giveWay();
    expect(wait).toBeInstanceOf(Promise);
    await wait;
  });
  now.mockRestore();
});

it('what others do between two decisions of a turn is not their time, and the next decision waits when the one before took it all', async () => {
  await nextTurn();
  await nextTurn();
  worked(OTHER_WORK_MS);
  const decision = (ms: number) =>
    deciding(() => {
      work(ms);
      return Promise.resolve();
    });
  await decision(0);
  work(MOST_SHARE_MS);
  expect(giveWay()).toBeUndefined();
  await decision(LEAST_SHARE_MS);
  let others = 0;
  setImmediate(() => others++);
  expect(await deciding(() => Promise.resolve(others))).toBe(1);
});

it.each([
  ['many requests at once', 1_000, 0],
  ['one request with many related records', 1, 200],
])('%s: others have turns meanwhile', async (_, requests, related) => {
  const likeness = await openLikeness({ configuration: await loadConfiguration(), store: createMemoryStore() });
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
  // Two or three turns are what the store takes.
  expect(turns).toBeGreaterThan(5);
  await likeness.close();
});

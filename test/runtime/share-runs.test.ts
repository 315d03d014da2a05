import { expect, it } from 'vitest';
import { shareRuns } from '../../src/runtime/share-runs.js';

it('calls during a run share the next run, which begins after it', async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const run = shareRuns(async () => {
    const number = ++runs;
    await new Promise<void>((resolve) => ends.push(resolve));
    return number;
  });
  const first = run();
  await expect.poll(() => runs).toBe(1);
  const during = [run(), run(), run()];
  expect(runs).toBe(1);
  ends.shift()!();
  expect(await first).toBe(1);
  await expect.poll(() => runs).toBe(2);
  ends.shift()!();
  expect(await Promise.all(during)).toEqual([2, 2, 2]);
});

it('a failed run fails for those who share it, and the next run begins', async () => {
  let runs = 0;
  const run = shareRuns(() => (++runs === 1 ? Promise.reject(new Error('disk')) : Promise.resolve(runs)));
  const shared = [run(), run()];
  await expect(shared[0]).rejects.toThrow('disk');
  await expect(shared[1]).rejects.toThrow('disk');
  expect(await run()).toBe(2);
});

import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventLoopScheduler, LANE_QUOTA_MS } from '../../src/runtime/event-loop-scheduler.js';

const scheduler = new EventLoopScheduler();

/** Each in a callback of its own, all in one turn of the event loop. */
function come(requests: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  return Promise.all(
    requests.map((request) => new Promise((resolve) => setImmediate(() => void request().then(resolve)))),
  );
}

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('requests that came in one turn are all read before the work of the first begins; the work begins in their order', async () => {
  const order: string[] = [];
  const request = (name: string) => () => {
    order.push(`${name} is read`);
    return scheduler.begin('a', () => Promise.resolve(order.push(`${name} begins`)));
  };
  await come([request('a'), request('b'), request('c')]);
  expect(order).toEqual(['a is read', 'b is read', 'c is read', 'a begins', 'b begins', 'c begins']);
});

it('gives what the work gives, and fails as it does', async () => {
  expect(await scheduler.begin('a', () => Promise.resolve(2))).toBe(2);
  await expect(scheduler.begin('a', () => Promise.reject(new Error('later')))).rejects.toThrow('later');
  const atOnce = scheduler.begin('a', () => {
    throw new Error('at once');
  });
  await expect(atOnce).rejects.toThrow('at once');
  expect(await scheduler.begin('a', () => Promise.resolve(3)), 'one that failed does not stop the others').toBe(3);
});

it('others have their turn when the work of many takes long', async () => {
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns++;
    if (running) setImmediate(count);
  };
  const works = Promise.all(
    Array.from({ length: 5 }, () =>
      scheduler.begin('a', () => {
        work(LANE_QUOTA_MS);
        return Promise.resolve();
      }),
    ),
  );
  await nextTurn();
  count();
  await works;
  running = false;
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('work that begins more work: that is done too', async () => {
  expect(await scheduler.begin('a', () => scheduler.begin('a', () => Promise.resolve('inner')))).toBe('inner');
});

it('clients take turns: who sends many makes only its own wait', async () => {
  const order: string[] = [];
  const request = (name: string) => () => scheduler.begin(name[0]!, () => Promise.resolve(order.push(name)));
  await come([request('a1'), request('a2'), request('a3'), request('b1'), request('a4'), request('c1')]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
});

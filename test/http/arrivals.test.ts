import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SHARE_MS, whenAllRead } from '../../src/http/arrivals.js';

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
    return whenAllRead('a', () => order.push(`${name} begins`));
  };
  await come([request('a'), request('b'), request('c')]);
  expect(order).toEqual(['a is read', 'b is read', 'c is read', 'a begins', 'b begins', 'c begins']);
});

it('gives what the work gives, at once or later, and fails as it does', async () => {
  expect(await whenAllRead('a', () => 1)).toBe(1);
  expect(await whenAllRead('a', () => Promise.resolve(2))).toBe(2);
  await expect(whenAllRead('a', () => Promise.reject(new Error('later')))).rejects.toThrow('later');
  const atOnce = whenAllRead('a', () => {
    throw new Error('at once');
  });
  await expect(atOnce).rejects.toThrow('at once');
  expect(await whenAllRead('a', () => 3), 'one that failed does not stop the others').toBe(3);
});

it('others have their turn when the work of many takes long', async () => {
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns++;
    if (running) setImmediate(count);
  };
  const works = Promise.all(Array.from({ length: 5 }, () => whenAllRead('a', () => work(SHARE_MS))));
  await nextTurn();
  count();
  await works;
  running = false;
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('work that begins more work: that is done too', async () => {
  expect(await whenAllRead('a', () => whenAllRead('a', () => 'inner'))).toBe('inner');
});

it('clients take turns: who sends many makes only its own wait', async () => {
  const order: string[] = [];
  const request = (name: string) => () => whenAllRead(name[0]!, () => order.push(name));
  await come([request('a1'), request('a2'), request('a3'), request('b1'), request('a4'), request('c1')]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
});

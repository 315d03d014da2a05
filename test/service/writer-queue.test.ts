import { describe, expect, it } from 'vitest';
import { BusyError } from '../../src/store/transactions/busy-error.js';
import type { DecisionSteps } from '../../src/runtime/decision-quota.js';
import { EventLoopScheduler } from '../../src/runtime/event-loop-scheduler.js';
import { OvertakenError } from '../../src/store/store-errors.js';
import { WriterQueue } from '../../src/store/transactions/writer-queue.js';

/** The steps of an upsert that waits for a promise before it returns its result. */
function* later<T>(result: T): DecisionSteps<T> {
  yield Promise.resolve();
  return result;
}

interface Held {
  readonly committed: Promise<void>;
  readonly onDisk: () => void;
  readonly fails: () => void;
}

function held(): Held {
  let onDisk!: () => void;
  let fails!: () => void;
  const committed = new Promise<void>((resolve, reject) => {
    onDisk = resolve;
    fails = () => reject(new Error('disk full'));
  });
  return { committed, onDisk, fails };
}

describe('requests that write', () => {
  it('are turned away above the bound, also while they only wait for the disk; places come free as the disk is done', async () => {
    const writers = new WriterQueue(4, new EventLoopScheduler());
    const [first, second] = [held(), held()];
    await writers.run('a', later(first));
    await writers.run('a', later(second));
    let begun = false;
    const decision = function* () {
      begun = true;
      return yield* later(held());
    };
    const third = writers.run('a', decision());
    await expect(third).rejects.toMatchObject({ status: 503, errorCode: 'SERVER_UNAVAILABLE', reason: 'clientWrites' });
    await expect(third).rejects.toBeInstanceOf(BusyError);
    expect(begun).toBe(false);
    first.onDisk();
    await first.committed;
    expect(writers.count).toBe(1);
    second.committed.catch(() => undefined);
    second.fails();
    await writers.settled();
    await expect.poll(() => writers.count).toBe(0);
  });

  it('a decision that was overtaken keeps its place until it has been made again', async () => {
    const writers = new WriterQueue(4, new EventLoopScheduler());
    const overtaken = { committed: Promise.reject(new OvertakenError()) };
    await writers.run('a', later(overtaken));
    await overtaken.committed.catch(() => undefined);
    await writers.settled();
    expect(writers.count).toBe(1);
    const again = held();
    await writers.again('a', later(again));
    expect(writers.count).toBe(1);
    again.onDisk();
    await again.committed;
    expect(writers.count).toBe(0);
  });

  it('a decision that fails gives its place back at once', async () => {
    const writers = new WriterQueue(2, new EventLoopScheduler());
    const waiting = function* (): DecisionSteps<Held> {
      yield Promise.reject(new Error('no'));
      return held();
    };
    await expect(writers.run('a', waiting())).rejects.toThrow('no');
    expect(writers.count).toBe(0);
    const throwing = function* (): DecisionSteps<Held> {
      yield;
      throw new Error('not this either');
    };
    await expect(writers.run('a', throwing())).rejects.toThrow('not this either');
    expect(writers.count).toBe(0);
    const next = held();
    await expect(writers.run('a', later(next))).resolves.toBe(next);
  });

  it('that have everything they need are decided in the order of the calls too, none within the call itself', async () => {
    const writers = new WriterQueue(100, new EventLoopScheduler());
    const order: string[] = [];
    const decision = function* (name: string, wait: boolean): DecisionSteps<{ committed: Promise<void> }> {
      order.push(name);
      if (wait) yield Promise.resolve();
      return { committed: Promise.resolve() };
    };
    const write = (name: string, wait: boolean) => writers.run('a', decision(name, wait));
    const all = [write('a', false), write('b', true), write('c', false), write('d', false)];
    expect(order).toEqual([]);
    await writers.settled();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all(all);
    await write('e', false);
    expect(order.at(-1)).toBe('e');
  });

  it('clients take turns: one decision of each, however many one of them has sent; each keeps its order', async () => {
    const writers = new WriterQueue(100, new EventLoopScheduler());
    const order: string[] = [];
    const decision = function* (name: string): DecisionSteps<{ committed: Promise<void> }> {
      order.push(name);
      yield;
      return { committed: Promise.resolve() };
    };
    const write = (name: string) => writers.run(name[0]!, decision(name));
    await Promise.all(['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'].map(write));
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('one client uses no more places than it leaves free; all together no more than there are', async () => {
    const writers = new WriterQueue(4, new EventLoopScheduler());
    const reasons: string[] = [];
    const write = (client: string) =>
      writers.run(client, later(held())).catch((error: unknown) => void reasons.push((error as BusyError).reason));
    for (const client of ['a', 'a', 'a', 'b', 'c', 'd']) await write(client);
    expect(writers.count).toBe(4);
    expect(reasons).toEqual(['clientWrites', 'writes']);
  });

  it('decide one after the other, in the order of the calls', async () => {
    const writers = new WriterQueue(100, new EventLoopScheduler());
    const order: string[] = [];
    const decision = function* (name: string): DecisionSteps<{ committed: Promise<void> }> {
      order.push(`${name} begins`);
      yield new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      return { committed: Promise.resolve() };
    };
    const write = (name: string) => writers.run('a', decision(name));
    await Promise.all([write('a'), write('b'), write('c')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});

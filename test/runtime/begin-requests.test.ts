import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SHARED_QUOTA_MS } from '../../src/runtime/decision-quota.js';
import { EventLoopScheduler, LANE_QUOTA_MS } from '../../src/runtime/event-loop-scheduler.js';

const scheduler = new EventLoopScheduler();

/** Starts each request in its own callback, all in the same turn of the event loop. */
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

describe('answers', () => {
  let clock = 0;
  /** Each send takes one millisecond of a mocked clock. */
  function sending(count: number): { sent: string[]; send: (name: string) => () => void; all: string[] } {
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    onTestFinished(() => now.mockRestore());
    const sent: string[] = [];
    const send = (name: string) => () => {
      clock += 1;
      sent.push(name);
    };
    return { sent, send, all: Array.from({ length: count }, (_, i) => `a${i}`) };
  }

  it('one is sent at once, without a turn of the event loop', () => {
    const { sent, send } = sending(0);
    expect(new EventLoopScheduler().answer('a', send('a'))).toBeUndefined();
    expect(sent).toEqual(['a']);
  });

  it('many that one commit releases take several turns, and the first for another client does not wait', async () => {
    const { sent, send, all } = sending(20);
    const own = new EventLoopScheduler();
    const waiting = all.map((name) => own.answer('a', send(name)));
    expect(sent, 'as many as a turn has time for').toHaveLength(LANE_QUOTA_MS);
    expect(own.answer('b', send('b'))).toBeUndefined();
    expect(sent.at(-1)).toBe('b');
    const second = own.answer('b', send('b2'));
    expect(second, 'one per client and turn').toBeInstanceOf(Promise);
    await Promise.all([...waiting, second]);
    expect(sent.filter((name) => name.startsWith('a'))).toEqual(all);
    expect(sent.indexOf('b2')).toBeLessThanOrEqual(LANE_QUOTA_MS + 2);
  });

  it('one that cannot be sent fails alone', async () => {
    const { send, all, sent } = sending(4);
    const own = new EventLoopScheduler();
    const broken = (): void => {
      throw new Error('gone');
    };
    expect(() => own.answer('a', broken)).toThrow('gone');
    const waiting = all.map((name) => own.answer('a', send(name)));
    await expect(own.answer('a', broken)).rejects.toThrow('gone');
    await Promise.all(waiting.filter((one) => one !== undefined));
    expect(sent).toEqual(all);
  });

  it('while several clients ask, the work of one fills less of a turn', async () => {
    const { sent, send } = sending(0);
    const own = new EventLoopScheduler();
    await own.begin('b', () => Promise.resolve());
    const begun = Array.from({ length: 6 }, () =>
      own.begin('a', () => {
        send('work')();
        return Promise.resolve();
      }),
    );
    await nextTurn();
    expect(sent).toHaveLength(1);
    await Promise.all(begun);
    own.decide(() => (clock += SHARED_QUOTA_MS));
    expect(own.yieldIfSpent(), 'decisions too').toBeInstanceOf(Promise);
    clock += 60_000;
    for (let i = 0; i < 3; i++) await nextTurn();
    own.decide(() => (clock += SHARED_QUOTA_MS));
    expect(own.yieldIfSpent(), 'the other one has not asked for a minute').toBeUndefined();
  });
});

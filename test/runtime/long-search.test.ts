import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { DecisionSteps } from '../../src/runtime/decision-quota.js';
import { EventLoopScheduler, LANE_QUOTA_MS, searchInDecision } from '../../src/runtime/event-loop-scheduler.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { WriterQueue } from '../../src/store/transactions/writer-queue.js';
import { openLikeness } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { caller } from '../service/open-service.js';

const scheduler = new EventLoopScheduler();

/** Steps that report when they run. */
function* steps(count: number, taken: () => void): Generator<void, undefined> {
  for (let i = 0; i < count; i++) {
    taken();
    yield;
  }
}

describe('a search that takes long is done in steps, some in a turn of the event loop', () => {
  it('in a decision, an answer at hand is not waited for', () => {
    const answer = { found: 1 };
    expect(searchInDecision(() => answer).next()).toEqual({ done: true, value: answer });
  });

  it.each([
    { told: 'one in a turn where that is all there is time for', ms: LANE_QUOTA_MS, turns: 15 },
    { told: 'as many in a turn as there is time for, of whichever searches', ms: LANE_QUOTA_MS / 5, turns: 3 },
  ])('searches take their steps one after the other: $told', async ({ ms, turns: expected }) => {
    let turn = 0;
    let running = true;
    const count = (): void => {
      turn++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const taken: { turn: number; search: number }[] = [];
    const search = (number: number): Promise<object> => {
      const long = new LongSearch<object>(
        steps(5, () => {
          taken.push({ turn, search: number });
          now += ms;
        }),
      );
      return scheduler.finish('a', long, () => ({}));
    };
    await Promise.all([search(0), search(1), search(2)]);
    running = false;
    expect(taken.map((step) => step.search)).toEqual([0, 1, 2].flatMap((number) => Array<number>(5).fill(number)));
    expect(new Set(taken.map((step) => step.turn)).size).toBe(expected);
  });

  it('clients take turns: one step of each, however many searches one of them has sent', async () => {
    const taken: string[] = [];
    const search = (client: string, name: string): Promise<object> =>
      scheduler.finish(client, new LongSearch<object>(steps(3, () => taken.push(name))), () => ({}));
    const sent = [search('a', 'a1'), search('a', 'a2'), search('a', 'a3'), search('b', 'b1')];
    for (const answer of sent) await answer;
    expect(taken.lastIndexOf('b1')).toBeLessThan(2 * 4);
    const ofA = taken.filter((name) => name.startsWith('a'));
    expect(ofA, 'those of one client are taken to their end one after the other').toEqual(
      ['a1', 'a2', 'a3'].flatMap((name) => Array<string>(3).fill(name)),
    );
  });

  it('a decision takes as many in a turn as decisions have time in it, for the others wait behind it', async () => {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 0);
    onTestFinished(() => clock.mockRestore());
    let turn = 0;
    setImmediate(() => turn++);
    const turns: number[] = [];
    let first = true;
    const decision = function* (): DecisionSteps<{ committed: Promise<void> }> {
      yield* searchInDecision<object>(() => {
        if (!first) return {};
        first = false;
        return new LongSearch(steps(5, () => turns.push(turn)));
      });
      return { committed: Promise.resolve() };
    };
    await new WriterQueue(1, scheduler).run('a', decision());
    expect(turns).toEqual([0, 0, 0, 0, 0]);
  });

  it('a promise that a step yields is waited for, by readers and decisions, and blocks no other search', async () => {
    const order: string[] = [];
    let answer!: () => void;
    const elsewhere = new Promise<void>((resolve) => (answer = resolve));
    const asking = (name: string) =>
      new LongSearch<object>(
        (function* (): Generator<Promise<void>, object> {
          yield elsewhere;
          order.push(name);
          return { found: name };
        })(),
      );
    const reading = scheduler.finish('a', asking('reader'), () => ({}));
    const decision = function* (): DecisionSteps<{ found: object; committed: Promise<void> }> {
      const found = yield* searchInDecision<object>(() => asking('decision'));
      return { found, committed: Promise.resolve() };
    };
    const deciding = new WriterQueue(1, scheduler).run('a', decision());
    await scheduler.finish('a', new LongSearch<object>(steps(3, () => order.push('other'))), () => ({}));
    expect(order).toEqual(['other', 'other', 'other']);
    answer();
    expect(await reading).toEqual({ found: 'reader' });
    expect((await deciding).found).toEqual({ found: 'decision' });
  });

  it('one that is forgotten again and again comes to its end all the same', async () => {
    const tried: boolean[] = [];
    const oneStep = () => new LongSearch<object>(steps(1, () => undefined));
    const answer = await scheduler.finish('a', oneStep(), (inSteps) => {
      tried.push(inSteps);
      return inSteps ? oneStep() : { found: 1 };
    });
    expect(answer).toEqual({ found: 1 });
    expect(tried.slice(0, -1).every(Boolean)).toBe(true);
  });

  it('a step that fails fails its own search only', async () => {
    const fails = (function* (): Generator<void, undefined> {
      yield;
      throw new Error('no such value');
    })();
    const failing = scheduler.finish('a', new LongSearch<object>(fails), () => ({}));
    const other = scheduler.finish('a', new LongSearch<object>(steps(1, () => undefined)), () => ({ found: 1 }));
    await expect(failing).rejects.toThrow('no such value');
    expect(await other).toEqual({ found: 1 });
  });

  it('a name like many others: others have turns in the meantime, and the answer is that of a single step', async () => {
    const configuration = await loadConfiguration();
    const [brief, whole] = await Promise.all(
      [5, Infinity].map((atOnce) =>
        openLikeness({
          configuration,
          store: createMemoryStore({ installation: 'Test' }),
          now: () => new Date('2026-03-01T10:00:00Z'),
          createIndex: (scenarios) => createMemoryIndex({ scenarios, options: { comparisonsPerStep: atOnce } }),
        }),
      ),
    );
    const name = (i: number) => ({ FirstName: `Ann${'abcdefghij'[i % 10]!}`, LastName: `Moor${'aeiou'[i % 5]!}${i}` });
    const rows = Array.from({ length: 300 }, (_, i) => name(i));
    for (const likeness of [brief!, whole!]) await likeness.importBatch('Contact', rows, { check: false }, caller);
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const input = { objectPrefix: '003', objectData: { FirstName: 'Anna', LastName: 'Moora5' } };
    // Records that match are added while the steps run.
    const search = brief!.search(input);
    const upsert = brief!.upsert({ objectType: 'Contact', objectData: name(5), duplicateCheck: true }, caller);
    const found = (await search).output['003']!;
    expect(found.length).toBeGreaterThan(0);
    await upsert;
    await whole!.upsert({ objectType: 'Contact', objectData: name(5), duplicateCheck: true }, caller);
    running = false;
    expect(turns).toBeGreaterThan(2);
    await nextTurn();
    expect((await brief!.search(input)).json).toBe((await whole!.search(input)).json);
    for (const likeness of [brief!, whole!]) await likeness.close();
  });
});

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Home } from '../../../src/store/home/home.js';
import {
  isPending,
  WorkQueue,
  type WorkDocuments,
  type Worker,
  type WorkItem,
} from '../../../src/service/work/queue.js';

export interface Errand extends WorkItem {
  readonly attempts: number;
  readonly result: string | null;
}

const NAME = /^errands\/(?:told\/)?(errand-\d)\.json$/;
export const documents: WorkDocuments<Errand> = {
  folder: 'errands',
  about: (id) => `errands/${id}.json`,
  told: (id) => `errands/told/${id}.json`,
  idOf: (name) => NAME.exec(name)?.[1],
  parse: ({ content }) => JSON.parse(content) as Errand,
};
export const errand = (n: number): Errand => ({ id: `errand-${n}`, status: 'queued', attempts: 0, result: null });
export const PATIENCE = { interval: 5 };

/** Tasks that wait until the test completes them with a result. */
export class Errands implements Worker<Errand> {
  readonly begun: string[] = [];
  readonly givenUp: string[] = [];
  readonly #waiting = new Map<string, (how: string | Error) => void>();

  /** Ids of tasks whose creator has lost the required rights. */
  readonly forbidden = new Set<string>();

  /** Whether a task may overtake earlier tasks. */
  passes: NonNullable<Worker<Errand>['mayPass']> = () => false;

  mayPass(item: Errand, before: readonly Errand[]): boolean {
    return this.passes(item, before);
  }

  rightsOf({ id }: Errand): null {
    if (this.forbidden.has(id)) throw new Error('its asker may not');
    return null;
  }

  begin(item: Errand): Errand {
    return { ...item, status: 'running', attempts: item.attempts + 1 };
  }

  isSame(begun: Errand, now: Errand): boolean {
    return begun.attempts === now.attempts;
  }

  carryOut({ id }: Errand, signal: AbortSignal): Promise<Partial<Errand>> {
    this.begun.push(id);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      this.#waiting.set(id, (how) =>
        how instanceof Error ? reject(how) : resolve({ status: 'completed', result: how }),
      );
    });
  }

  failed(_item: Errand, error: unknown): Promise<Partial<Errand> | undefined> {
    const { message } = error as Error;
    return Promise.resolve(message === 'again' ? undefined : { status: 'failed', result: message });
  }

  ended(): Promise<Partial<Errand>> {
    return Promise.resolve({});
  }

  settled(id: string, { ended }: { readonly ended: Errand | undefined }): Promise<void> {
    if (ended === undefined) this.givenUp.push(id);
    return Promise.resolve();
  }

  letGo(id: string, how: string | Error): void {
    this.#waiting.get(id)!(how);
  }
}

/** Tests of the work queue with a given implementation of `Home`. */
export function queueLaws(title: string, open: () => Promise<() => Promise<Home>>): void {
  describe(`the work queue over ${title}`, () => {
    async function processes() {
      const home = await open();
      return {
        async start(isWorking = true) {
          const at = await home();
          const lease = at.isShared ? at.lease('errands') : undefined;
          const queue = new WorkQueue<Errand, string>({ home: at, documents, lease });
          const worker = new Errands();
          if (isWorking) {
            lease?.follow(() => undefined);
            queue.start(worker, () => undefined);
          }
          let isOpen = true;
          const end = async () => {
            if (!isOpen) return;
            isOpen = false;
            await queue.close();
            await lease?.close();
            await at.close();
          };
          onTestFinished(end);
          const item = async (id: string) => (await queue.get(id))?.item;
          return { home: at, queue, worker, item, end };
        },
      };
    }

    it('carries out one after the other, in the order of the Ids, and keeps what came of each', async () => {
      const { queue, worker, item } = await (await processes()).start();
      for (const n of [1, 2, 3]) expect(await queue.add(errand(n))).toBe(true);
      expect(await queue.add(errand(2))).toBe(false);
      for (const [id, how, kept] of [
        ['errand-1', 'done', { status: 'completed', result: 'done' }],
        ['errand-2', new Error('no way'), { status: 'failed', result: 'no way' }],
        ['errand-3', 'done', { status: 'completed', result: 'done' }],
      ] as const) {
        await expect.poll(() => worker.begun.at(-1), PATIENCE).toBe(id);
        worker.letGo(id, how);
        await expect.poll(() => item(id), PATIENCE).toMatchObject({ ...kept, attempts: 1 });
      }
      expect(worker.begun).toHaveLength(3);
    });

    it('carries out one that may pass the first in the order, and no second one', async () => {
      const { queue, worker, item } = await (await processes()).start();
      worker.passes = ({ id }, before) => id !== 'errand-2' && before.some((each) => each.id === 'errand-1');
      for (const n of [1, 2, 3, 4]) await queue.add(errand(n));
      await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-1', 'errand-3']);
      expect(await item('errand-4')).toMatchObject({ status: 'queued' });
      worker.letGo('errand-3', 'passed');
      await expect.poll(() => item('errand-3'), PATIENCE).toMatchObject({ status: 'completed', result: 'passed' });
      await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-1', 'errand-3', 'errand-4']);
      // The next task starts although a task that has overtaken it is unfinished.
      worker.letGo('errand-1', 'done');
      await expect.poll(() => worker.begun.at(-1), PATIENCE).toBe('errand-2');
      for (const n of [2, 4]) worker.letGo(`errand-${n}`, 'done');
      for (const n of [1, 2, 4])
        await expect.poll(() => item(`errand-${n}`), PATIENCE).toMatchObject({ result: 'done', attempts: 1 });
    });

    it('fails where its asker may not have it done any more: before it begins, and at its next step', async () => {
      const { queue, worker, item } = await (await processes()).start();
      const failed = { status: 'failed', result: 'its asker may not' };
      worker.forbidden.add('errand-1');
      for (const n of [1, 2]) await queue.add(errand(n));
      await expect.poll(() => item('errand-1'), PATIENCE).toMatchObject(failed);
      await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-2']);
      worker.forbidden.add('errand-2');
      queue.tell('errand-2', 'half of it');
      await expect.poll(() => item('errand-2'), PATIENCE).toMatchObject(failed);
      expect(worker.givenUp).toEqual([]);
    });

    it('gives up what is cancelled while it runs, and never begins what was cancelled before', async () => {
      const all = await processes();
      const { queue, worker, item } = await all.start();
      const other = await all.start(false);
      for (const n of [1, 2, 3]) await queue.add(errand(n));
      await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-1']);
      const cancelled = (now: Errand) => (isPending(now) ? { ...now, status: 'cancelled' } : undefined);
      for (const id of ['errand-2', 'errand-1']) await other.queue.change(id, cancelled);
      await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-1', 'errand-3']);
      expect(worker.givenUp).toEqual(['errand-1']);
      worker.letGo('errand-3', 'done');
      await expect.poll(() => item('errand-3'), PATIENCE).toMatchObject({ status: 'completed' });
      expect(await other.queue.change('errand-3', cancelled)).toBeUndefined();
      expect(await item('errand-1')).toMatchObject({ status: 'cancelled', result: null });
    });

    it('starts again what asks for it, and what was under way when a process ended', async () => {
      const all = await processes();
      const first = await all.start();
      await first.queue.add(errand(1));
      await expect.poll(() => first.worker.begun, PATIENCE).toHaveLength(1);
      first.worker.letGo('errand-1', new Error('again'));
      await expect.poll(() => first.worker.begun, PATIENCE).toHaveLength(2);
      await first.end();
      const second = await all.start();
      await expect.poll(() => second.worker.begun, PATIENCE).toEqual(['errand-1']);
      second.worker.letGo('errand-1', 'done');
      await expect.poll(() => second.item('errand-1'), PATIENCE).toMatchObject({ status: 'completed', attempts: 3 });
    });

    it('keeps nothing of work that was asked for again meanwhile', async () => {
      const { home, queue, worker, item } = await (await processes()).start();
      await queue.add(errand(1));
      await expect.poll(() => worker.begun, PATIENCE).toHaveLength(1);
      const condition = queue.conditionOf('errand-1');
      expect(await home.write('errands/found.txt', 'of the first', condition)).toBe(true);
      await queue.change('errand-1', (now) => ({ ...now, status: 'queued', attempts: 7 }));
      expect(await home.write('errands/found.txt', 'of the first, late', condition)).toBe(false);
      await expect.poll(() => worker.begun, PATIENCE).toHaveLength(2);
      worker.letGo('errand-1', 'second');
      await expect.poll(() => item('errand-1'), PATIENCE).toMatchObject({ result: 'second', attempts: 8 });
      expect((await home.read('errands/found.txt'))?.content).toBe('of the first');
    });

    it('shows any process how far it is, until it has ended', async () => {
      const all = await processes();
      const { queue, worker } = await all.start();
      const other = await all.start(false);
      await queue.add(errand(1));
      await expect.poll(() => worker.begun, PATIENCE).toHaveLength(1);
      queue.tell('errand-1', 'half');
      expect((await queue.all())[0]).toMatchObject({ told: 'half' });
      const isShared = queue.isShared;
      if (isShared) await expect.poll(async () => (await other.queue.get('errand-1'))?.told, PATIENCE).toBe('half');
      worker.letGo('errand-1', 'done');
      await expect.poll(async () => (await other.queue.get('errand-1'))?.item.status, PATIENCE).toBe('completed');
      await expect.poll(() => queue.told('errand-1'), PATIENCE).toBeUndefined();
      await expect.poll(async () => (await other.queue.get('errand-1'))?.told, PATIENCE).toBeUndefined();
    });

    it('knows no Id that is none', async () => {
      const { queue } = await (await processes()).start();
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.string(), fc.constantFrom('../x', 'told/errand-1', 'errand-1/..')), async (id) => {
          expect(await queue.get(id)).toBeUndefined();
          expect(await queue.change(id, (now) => now)).toBeUndefined();
        }),
        { numRuns: 30 },
      );
    });
  });
}

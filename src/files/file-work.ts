import type { Likeness } from '../service/likeness.js';
import { CLEAN_RESULTS, isPending, REJECTS, type KeptFile } from './file-job.js';
import type { FileMemory } from './file-memory.js';
import type { KeptFiles } from './kept-files.js';
import { reasonOf, workOn } from './work-on-file.js';

export interface FileWorkOptions {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly memory: FileMemory;
  /** When a file is to be removed that was worked on now. */
  readonly expiry: () => string;
  readonly patience?: number | undefined;
}

/** Milliseconds that work waits for a store, or a part of the index, that is away. */
const PATIENCE = 3_600_000;

interface Running {
  readonly id: string;
  readonly abort: AbortController;
  /** Resolves when nothing writes to its place any more: a moment after it is shown as ended. */
  done: Promise<void>;
  /** Others see that it runs. */
  isBegun: boolean;
}

/** Works on one file after the other. What was under way when a process ended goes on in the next one. */
export class FileWork {
  #running: Running | undefined;
  readonly #closing = new AbortController();

  constructor(private readonly options: FileWorkOptions) {}

  start(): void {
    const { place, log } = this.options;
    place.follow(
      () => this.#look(),
      (reason) => log?.warn(`files that clients have sent wait: ${reason}`),
    );
  }

  /** Resolves when this process does not work on a file, or not any more. */
  async idle(id: string): Promise<void> {
    while (this.#running?.id === id) await this.#running.done;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the service is being stopped'));
    await this.#running?.done;
  }

  async #look(): Promise<void> {
    const pending = await this.options.place.pending();
    const running = this.#running;
    if (running !== undefined) {
      // Cancelled, and perhaps asked for again since; or another process does it.
      const goesOn = pending.some(({ id, status }) => id === running.id && status === 'running');
      if (running.isBegun && !goesOn) running.abort.abort(new Error('cancelled'));
      return;
    }
    const next = pending[0];
    if (next === undefined || this.#closing.signal.aborted) return;
    const begun: Running = { id: next.id, abort: new AbortController(), done: Promise.resolve(), isBegun: false };
    this.#running = begun;
    begun.done = this.#run(begun);
  }

  async #run(running: Running): Promise<void> {
    const { place, log, likeness, patience = PATIENCE } = this.options;
    const { id } = running;
    const signal = AbortSignal.any([this.#closing.signal, running.abort.signal]);
    try {
      const asked = (file: KeptFile) => (isPending(file) ? { ...file, status: 'running' as const } : undefined);
      const file = await place.change(id, asked, 'worker');
      if (file === undefined) return;
      running.isBegun = true;
      try {
        // Waits until the view shows what whoever asked has seen, and what another process has done of it.
        await likeness.visible.waitFor(Math.max(file.position, await place.position()), signal);
        const outcome = await workOn(file, { ...this.options, patience, signal });
        await this.#end(id, { ...outcome, status: 'completed' });
        log?.info(`${id}: ${file.task!.action} completed`);
      } catch (error) {
        // It has been cancelled; or it goes on at the next start, or in another process.
        if (signal.aborted) return;
        const reason = reasonOf(error);
        const counts = (await place.get(id))?.told?.counts ?? null;
        await this.#end(id, { status: 'failed', reason, counts });
        log?.warn(`${id} failed: ${(error as Error).message}`);
      }
    } catch (error) {
      if (!signal.aborted) log?.warn(`how far ${id} is cannot be kept: ${(error as Error).message}`);
      running.isBegun = false;
    } finally {
      this.#running = undefined;
      if (running.isBegun) void this.#look().catch(() => undefined);
    }
  }

  /** Unless it was cancelled meanwhile. */
  async #end(id: string, how: Partial<KeptFile>): Promise<void> {
    const { place, likeness, expiry } = this.options;
    const names = (await place.get(id))?.file.task?.action === 'clean' ? CLEAN_RESULTS : [REJECTS];
    const results: string[] = [];
    for (const name of names) if (await place.has(id, name)) results.push(name);
    const ended = { ...how, results, expires: expiry(), position: likeness.visible.position };
    await place.change(id, (file) => (file.status === 'running' ? { ...file, ...ended } : undefined), 'worker');
  }
}

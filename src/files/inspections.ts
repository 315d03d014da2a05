import { RequestError } from '../contract/request-error.js';
import { RoundRobin } from '../runtime/round-robin.js';
import { FileRefused } from './file-refused.js';

/** Files that are looked into at once, of one client one at a time: three that send what takes long hold up nobody. */
const AT_ONCE = 4;
/** Seconds for a look and the wait for it: less than `stallSeconds`, so that whoever waits is told. */
const SECONDS = 45;

interface Look {
  readonly begin: () => Promise<void>;
}

/** First looks into files: each client has a line of its own, and they take turns. */
export class Inspections {
  readonly #waiting = new RoundRobin<Look>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #aborts = new Set<AbortController>();

  /** @param seconds that a look may take; only tests set it */
  constructor(private readonly seconds = SECONDS) {}

  /**
   * @param work ends all that it has begun when its signal says so
   * @param gone whoever asks has left
   * @returns what `work` does, in its turn
   * @throws FileRefused where it takes too long; RequestError 503 where others took up the time
   */
  inspect<T>(client: string, work: (signal: AbortSignal) => Promise<T>, gone?: AbortSignal): Promise<T> {
    const abort = new AbortController();
    const { signal } = abort;
    let hasWaited = true as boolean;
    const late = (): void => abort.abort(hasWaited ? busy() : tooLong(this.seconds));
    // A timer of its own, which nothing but its end takes away.
    const timer = setTimeout(late, this.seconds * 1_000);
    const leave = (): void => abort.abort(gone!.reason);
    this.#aborts.add(abort);
    gone?.addEventListener('abort', leave);
    if (gone?.aborted === true) leave();
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => reject(signal.reason as Error);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      const begin = async (): Promise<void> => {
        hasWaited = isAsked;
        if (!signal.aborted) await work(signal).then(resolve, reject);
      };
      let isAsked = false;
      this.#waiting.push(client, { begin });
      this.#next();
      isAsked = true;
    }).finally(() => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
      this.#aborts.delete(abort);
    });
  }

  async close(): Promise<void> {
    for (const abort of this.#aborts) abort.abort(new Error('the service is being stopped'));
    await Promise.all(this.#busy.values());
  }

  #next(): void {
    while (this.#busy.size < AT_ONCE) {
      const turn = this.#waiting.next((client) => !this.#busy.has(client));
      if (turn === undefined) return;
      const { client, item } = turn;
      const done = item.begin().finally(() => {
        this.#busy.delete(client);
        this.#next();
      });
      this.#busy.set(client, done);
    }
  }
}

function tooLong(seconds: number): FileRefused {
  return new FileRefused(`to look into the file took longer than the limit of ${seconds} seconds`);
}

function busy(): RequestError {
  const message = 'Other files took up the time for a look into this one; try again in a moment';
  return new RequestError(503, 'SERVER_UNAVAILABLE', message);
}

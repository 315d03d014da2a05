import { RequestError } from '../../records/contract/request-error.js';
import { RoundRobin } from '../../runtime/round-robin.js';
import { FileRefused } from './file-memory.js';

/** Maximum number of concurrent inspections, one per client, so that a few slow files do not block other clients. */
const AT_ONCE = 4;
/** An inspection is slow after this many seconds. An ordinary file takes much less time. */
const LONG_SECONDS = 1;
/**
 * Maximum number of concurrent slow inspections while others wait. The other inspections are stopped and repeated
 * later.
 */
const LONG_AT_ONCE = 2;
/** Maximum seconds per inspection, including waiting. Less than `stallSeconds`, so that the client gets a response. */
const SECONDS = 45;

interface Look {
  readonly client: string;
  /** Ends early when `giveWay` is aborted. Does not reject. @returns whether it is done and need not be repeated */
  readonly run: (giveWay: AbortSignal) => Promise<boolean>;
}

interface Running {
  isLong: boolean;
  readonly giveWay: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Inspects uploaded files, round-robin by client. While others wait, slow inspections never occupy all slots. An
 * ordinary file is therefore inspected soon, no matter how many clients send slow files.
 */
export class Inspections {
  readonly #waiting = new RoundRobin<Look>();
  readonly #running = new Map<string, Running>();
  /** Slow inspections that were stopped, by client, in the order in which they were stopped. */
  readonly #setAside = new Map<string, Look>();
  readonly #aborts = new Set<AbortController>();

  /**
   * @param seconds maximum per inspection @param longSeconds after which an inspection is slow; only tests set these
   */
  constructor(
    private readonly seconds = SECONDS,
    private readonly longSeconds = LONG_SECONDS,
  ) {}

  /**
   * @param work must stop when its signal is aborted, and may be called again
   * @param gone aborted when the client disconnects
   * @returns the result of `work`
   * @throws FileRefused if it takes too long; RequestError 503 if others used up the time, or the service is stopping
   */
  inspect<T>(client: string, work: (signal: AbortSignal) => Promise<T>, gone?: AbortSignal): Promise<T> {
    const abort = new AbortController();
    const { signal } = abort;
    let hasWaited = true as boolean;
    const late = (): void => abort.abort(hasWaited ? busy() : tooLong(this.seconds));
    // A separate timer, so that only the end of the inspection clears it.
    const timer = setTimeout(late, this.seconds * 1_000);
    const leave = (): void => abort.abort(gone!.reason);
    this.#aborts.add(abort);
    gone?.addEventListener('abort', leave);
    if (gone?.aborted === true) leave();
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => {
        this.#setAside.delete(client);
        reject(signal.reason as Error);
      };
      const run: Look['run'] = async (giveWay) => {
        hasWaited = isAsked;
        if (signal.aborted) return true;
        const end = new AbortController();
        const endNow = ({ target }: Event): void => end.abort((target as AbortSignal).reason);
        signal.addEventListener('abort', endNow);
        giveWay.addEventListener('abort', endNow);
        let isOver = true as boolean;
        const fail = (error: Error): void => {
          hasWaited ||= giveWay.aborted;
          isOver = !giveWay.aborted || signal.aborted;
          if (isOver) reject(error);
        };
        await work(end.signal).then(resolve, fail);
        signal.removeEventListener('abort', endNow);
        return isOver;
      };
      let isAsked = false;
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      this.#waiting.push(client, { client, run });
      this.#next();
      isAsked = true;
    }).finally(() => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
      this.#aborts.delete(abort);
      this.#next();
    });
  }

  async close(): Promise<void> {
    const stopped = new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is stopping');
    for (const abort of this.#aborts) abort.abort(stopped);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #next(): void {
    const mayBegin = (client: string): boolean => !this.#running.has(client) && !this.#setAside.has(client);
    while (this.#running.size < AT_ONCE) {
      const look = this.#waiting.next(mayBegin)?.item;
      if (look === undefined) break;
      this.#begin(look, false);
    }
    for (const [client, look] of this.#setAside) {
      if (this.#running.size === AT_ONCE) break;
      this.#setAside.delete(client);
      this.#begin(look, true);
    }
    this.#makeRoom([...this.#waiting.clients()].filter(mayBegin).length);
  }

  /** Stops the youngest slow inspections to make room for others. The oldest inspections can then finish. */
  #makeRoom(waiting: number): void {
    const all = [...this.#running.values()];
    const ending = all.filter(({ giveWay }) => giveWay.signal.aborted).length;
    const long = all.filter(({ isLong, giveWay }) => isLong && !giveWay.signal.aborted);
    const most = Math.max(0, Math.min(waiting - ending, long.length - LONG_AT_ONCE));
    for (const { giveWay } of long.slice(long.length - most))
      giveWay.abort(new Error('the inspection was interrupted by inspections of other files'));
  }

  #begin(look: Look, isLong: boolean): void {
    const { client } = look;
    const giveWay = new AbortController();
    const becomeLong = (): void => {
      running.isLong = true;
      this.#next();
    };
    const timer = setTimeout(becomeLong, this.longSeconds * 1_000);
    const ended = look.run(giveWay.signal).then((isOver) => {
      clearTimeout(timer);
      this.#running.delete(client);
      if (!isOver) this.#setAside.set(client, look);
      this.#next();
    });
    const running: Running = { isLong, giveWay, ended };
    this.#running.set(client, running);
  }
}

function tooLong(seconds: number): FileRefused {
  return new FileRefused(`inspecting the file took longer than the limit of ${seconds} seconds`);
}

function busy(): RequestError {
  const message = 'Inspections of other files took too long. Try again in a moment';
  return new RequestError(503, 'SERVER_UNAVAILABLE', message);
}

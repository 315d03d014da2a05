import { RequestError } from '../contract/request-error.js';
import { RoundRobin } from '../runtime/round-robin.js';
import { FileRefused } from './file-refused.js';

/** Files that are looked into at once, of one client one at a time: three that send what takes long hold up nobody. */
const AT_ONCE = 4;
/** Seconds after which a look is a long one: several times what an ordinary file takes. */
const LONG_SECONDS = 1;
/** Long looks that go on while others wait. The rest gives way, and begins anew when there is room. */
const LONG_AT_ONCE = 2;
/** Seconds for a look and the wait for it: less than `stallSeconds`, so that whoever waits is told. */
const SECONDS = 45;

interface Look {
  readonly client: string;
  /** Ends early when `giveWay` says so. Never fails. @returns whether it is over, and is not to begin anew */
  readonly run: (giveWay: AbortSignal) => Promise<boolean>;
}

interface Running {
  isLong: boolean;
  readonly giveWay: AbortController;
  readonly ended: Promise<void>;
}

/**
 * First looks into files: each client has a line of its own, and they take turns. Long looks never keep all places
 * while somebody waits: an ordinary file has its turn soon, however many clients send what takes long.
 */
export class Inspections {
  /** Not begun yet. */
  readonly #waiting = new RoundRobin<Look>();
  /** By client, in the order in which they began. */
  readonly #running = new Map<string, Running>();
  /** Long ones that gave way, by client, in the order in which they did. */
  readonly #setAside = new Map<string, Look>();
  readonly #aborts = new Set<AbortController>();

  /**
   * @param seconds that a look may take. @param longSeconds after which it gives way where others wait; only tests set
   *   them
   */
  constructor(
    private readonly seconds = SECONDS,
    private readonly longSeconds = LONG_SECONDS,
  ) {}

  /**
   * @param work ends all that it has begun when its signal says so, and may be begun anew after that
   * @param gone whoever asks has left
   * @returns what `work` does, in its turn
   * @throws FileRefused where it takes too long; RequestError 503 where others took up the time, or the service stops
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
    const stopped = new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is being stopped');
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

  /** The youngest long looks give way to those who wait: the oldest ones get done. */
  #makeRoom(waiting: number): void {
    const all = [...this.#running.values()];
    const ending = all.filter(({ giveWay }) => giveWay.signal.aborted).length;
    const long = all.filter(({ isLong, giveWay }) => isLong && !giveWay.signal.aborted);
    const most = Math.max(0, Math.min(waiting - ending, long.length - LONG_AT_ONCE));
    for (const { giveWay } of long.slice(long.length - most)) giveWay.abort(new Error('the look gave way to others'));
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
  return new FileRefused(`to look into the file took longer than the limit of ${seconds} seconds`);
}

function busy(): RequestError {
  const message = 'Other files took up the time for a look into this one; try again in a moment';
  return new RequestError(503, 'SERVER_UNAVAILABLE', message);
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after the last commit of another writer for which others are taken to commit as well. */
const OTHERS_MS = 200;
/** Milliseconds for which decisions are made under one lock: the others wait. */
const HOLD_MS = 20;

/** When decisions are made: at any time while nobody else commits, else while the log is locked. */
export class LogTurns {
  #othersUntil = 0;
  #wanted: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #lockedAt: number | undefined;
  #isDeciding = false;
  /** A decision was begun since the last look. */
  #isBusy = false;
  #flushes = false;
  #isEnded = false;

  /** @param want asks for the lock: `decisions` is to be called once it is had */
  constructor(private readonly want: () => void) {}

  /** Somebody waits for the lock. */
  get isWanted(): boolean {
    return this.#wanted !== undefined;
  }

  othersCommit(): void {
    this.#othersUntil = performance.now() + OTHERS_MS;
  }

  enter(): Promise<void> | undefined {
    const now = performance.now();
    const mayBegin =
      this.#isEnded || (this.#lockedAt === undefined ? now >= this.#othersUntil : now < this.#lockedAt + HOLD_MS);
    if (mayBegin) {
      this.#isDeciding = this.#isBusy = true;
      return undefined;
    }
    this.#isDeciding = false;
    if (this.#wanted === undefined) {
      let resolve!: () => void;
      const promise = new Promise<void>((done) => (resolve = done));
      this.#wanted = { promise, resolve };
      this.want();
    }
    return this.#wanted.promise;
  }

  leave(): void {
    this.#isDeciding = this.#flushes = false;
  }

  /** Nothing is appended any more, and so nobody waits. */
  end(): void {
    this.#isEnded = true;
    this.unlocked();
  }

  flush(): void {
    this.#flushes = true;
  }

  /** The log is locked and the view is whole: resolves when what is to be decided under this lock has been. */
  async decisions(): Promise<void> {
    const from = performance.now();
    this.#lockedAt = from;
    this.#answer();
    // What was overtaken comes again within two turns.
    for (let quiet = 0; quiet < 2 && !this.#isFlushing();) {
      this.#isBusy = false;
      await nextTurn();
      quiet = this.#isAtWork(performance.now() >= from + HOLD_MS) ? 0 : quiet + 1;
    }
    // From here on a decision would come too late for this lock.
    this.#lockedAt = -Infinity;
    this.#flushes = false;
  }

  /** The lock is let go, or could not be had. */
  unlocked(): void {
    this.#lockedAt = undefined;
    this.#answer();
  }

  #isFlushing(): boolean {
    return this.#flushes;
  }

  /** @param isOver whether what has not begun is to wait for the next lock */
  #isAtWork(isOver: boolean): boolean {
    return this.#isDeciding || (this.#isBusy && !isOver);
  }

  #answer(): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    wanted?.resolve();
  }
}

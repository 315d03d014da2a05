import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after the last commit of another writer for which others are taken to commit as well. */
const OTHERS_MS = 200;
/** Milliseconds for which decisions are made in one turn: the others wait. */
const HOLD_MS = 20;
/** Milliseconds of a turn whose commits are appended at once: others follow them while the next ones are decided. */
const PIECE_MS = 10;

/** When decisions are made: at any time while nobody else commits, else in turns. */
export class LogTurns {
  #othersUntil = 0;
  #wanted: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #begunAt: number | undefined;
  #isDeciding = false;
  /** A decision was begun since the last look. */
  #isBusy = false;
  #isRefused = false;
  /** When the commits that wait now began to gather. */
  #piece = 0;
  #flushes = false;
  #isEnded = false;

  /** @param want asks for a turn: `decisions` is to be called once it is had */
  constructor(private readonly want: () => void) {}

  /** Somebody waits for a turn. */
  get isWanted(): boolean {
    return this.#wanted !== undefined;
  }

  othersCommit(): void {
    this.#othersUntil = performance.now() + OTHERS_MS;
  }

  enter(): Promise<void> | undefined {
    const now = performance.now();
    const mayBegin =
      this.#isEnded ||
      this.#isRefused ||
      (this.#begunAt === undefined ? !this.isWanted && now >= this.#othersUntil : now < this.#begunAt + HOLD_MS);
    if (mayBegin) {
      this.#isDeciding = this.#isBusy = true;
      return undefined;
    }
    this.#isDeciding = false;
    return this.ask();
  }

  /** Asks for a turn, whoever decides in it. */
  ask(): Promise<void> {
    if (this.#wanted === undefined) {
      let resolve!: () => void;
      const promise = new Promise<void>((done) => (resolve = done));
      this.#wanted = { promise, resolve };
      this.want();
    }
    return this.#wanted.promise;
  }

  leave(): void {
    this.#isDeciding = false;
  }

  /** Nothing is appended any more, and so nobody waits. */
  end(): void {
    this.#isEnded = true;
    this.release();
  }

  /** @param isRefused whether no turn can be had: then nobody waits for one, and what is decided is refused */
  refuse(isRefused: boolean): void {
    this.#isRefused = isRefused;
    if (isRefused) this.release();
  }

  /** It is this node's turn, and its view is whole: resolves when what is to be decided in this turn has been. */
  async decisions(): Promise<void> {
    const from = performance.now();
    this.#begunAt = this.#piece = from;
    this.release();
    // What was overtaken comes again within two turns.
    for (let quiet = 0; quiet < 2;) {
      this.#isBusy = false;
      await nextTurn();
      quiet = this.#isAtWork(performance.now() >= from + HOLD_MS) ? 0 : quiet + 1;
    }
    // From here on a decision would come too late for this turn.
    this.#begunAt = -Infinity;
  }

  /** Whether what has been decided is to be appended now. */
  get mayAppend(): boolean {
    const now = performance.now();
    return this.#begunAt === undefined || this.#begunAt === -Infinity || this.#flushes || now >= this.#piece + PIECE_MS;
  }

  /** What is decided from now on is another piece. */
  appends(): void {
    this.#piece = performance.now();
    this.#flushes = false;
  }

  flush(): void {
    this.#flushes = true;
  }

  turnEnded(): void {
    this.#begunAt = undefined;
  }

  /** @param isOver whether what has not begun is to wait for the next turn */
  #isAtWork(isOver: boolean): boolean {
    return this.#isDeciding || (this.#isBusy && !isOver);
  }

  /** Whoever waits asks anew. */
  release(): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    wanted?.resolve();
  }
}

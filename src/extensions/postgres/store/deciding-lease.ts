import type { LogPosition } from '../../../store/log-position.js';
import type { Decider, DecidingNode } from '../../../store/shared-log.js';
import { pauseBefore } from './database-errors.js';
import { continuing, LEASE_MS, type LogConnection } from './log-connection.js';

/** Milliseconds between two checks. The second value applies while this node waits for another node's lease. */
const LOOK_MS = 750;
const WAITING_LOOK_MS = 100;
/** Milliseconds to wait after the end of another node's lease. */
const AFTER_END_MS = 5;
/** Milliseconds to keep a lease that another node wants, because handing it over takes time. */
const HOLD_MS = 100;
/** Milliseconds for deciding waiting requests before the lease is handed over, and before shutdown. */
const DRAIN_MS = 50;
const LAST_DRAIN_MS = 1_000;
/** Milliseconds without a response before commits are rejected. */
const AWAY_MS = 5_000;
/** Milliseconds that another node may keep the lease before commits are rejected. */
const WISH_PATIENCE = 60_000;
const FIND_PATIENCE = 10_000;
/**
 * Milliseconds for which the result of a check (the log's end) counts as current. Longer than the pause between two
 * checks.
 */
const NEWS_MS = 2_000;

export interface DecidingLeaseDependencies {
  /** A connection that runs no slow queries. */
  readonly connection: LogConnection;
  /** Returns the visible end of the log. */
  readonly shown: () => LogPosition;
  /** Receives the newest position. `undefined` requests a check of whether the log still matches the view. */
  readonly told: (position: number | undefined) => void;
  /** Resolves when the view shows at least a position. */
  readonly shows: (position: number) => Promise<void>;
  /** Resolves when no append is pending. */
  readonly appended: () => Promise<void>;
  /** Returns whether commits are rejected anyway, in which case no lease is needed. */
  readonly isRefusing: () => boolean;
  /** Rejects waiting commits, because the lease cannot be taken. */
  readonly refused: () => void;
  /** Called when the lease is taken, with the number of seconds waited. */
  readonly taken: (seconds: number) => void;
}

interface Row {
  readonly r_epoch: string;
  readonly r_decider: string | null;
  readonly r_url: string | null;
  readonly r_secret: string | null;
  readonly r_left: number;
  readonly r_position: string;
  readonly r_wanted: boolean;
}

interface Signal {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function signal(): Signal {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/**
 * Ensures that only one writer of a log decides at a time. A row contains the holder, the epoch and the end according
 * to the database's clock. The database rejects appends with any other epoch, so two writers never decide at the same
 * time, even if this object's state is outdated.
 */
export class DecidingLease implements Decider {
  /** The reason why the lease cannot be taken. Cleared when it is taken. */
  fault: Error | undefined;
  #known = 0;
  /** This writer's epoch while it has the lease. */
  #epoch: number | undefined;
  #until = -Infinity;
  /** Whether the view shows all earlier commits. */
  #isWhole = false;
  #since = 0;
  #other: DecidingNode | undefined;
  #otherUntil = -Infinity;
  #unreachable: number | undefined;
  #isWanted = false;
  /** Whether the last check recorded that this node wants the lease. */
  #hasWished = false;
  #waiting: Signal | undefined;
  #waitingSince = 0;
  #finding = 0;
  #change = signal();
  #handingOver: Promise<void> | undefined;
  #drainUntil = Infinity;
  #isDeciding = false;
  #decided: Signal | undefined;
  #offer: { readonly url: string; readonly secret: string } | undefined;
  #failures = 0;
  #lookedAt = -Infinity;
  #failingSince: number | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(private readonly given: DecidingLeaseDependencies) {}

  get isOurs(): boolean {
    return this.#mayDecide && this.#handingOver === undefined;
  }

  get epoch(): number {
    return this.#known;
  }

  get isNews(): boolean {
    return performance.now() - this.#lookedAt < NEWS_MS;
  }

  get appending(): number | undefined {
    return this.#isWhole ? this.#epoch : undefined;
  }

  serve(url: string, secret: string): void {
    this.#offer = { url, secret };
    this.look();
  }

  async retire(): Promise<void> {
    this.#offer = undefined;
    if (this.#epoch !== undefined) await this.#handOver(LAST_DRAIN_MS);
  }

  async find(): Promise<DecidingNode | undefined> {
    const until = performance.now() + FIND_PATIENCE;
    this.#finding++;
    try {
      for (;;) {
        const now = performance.now();
        if (this.isOurs || this.#isEnded || this.given.isRefusing() || now >= until) return undefined;
        const other = this.#other;
        if (other !== undefined && now < this.#otherUntil && other.epoch !== this.#unreachable) return other;
        this.look();
        await this.#changed(until - now);
      }
    } finally {
      this.#finding--;
    }
  }

  isUnreachable(epoch: number): void {
    if (epoch !== this.#known) return;
    this.#unreachable = epoch;
    this.look();
  }

  async leaves(epoch: number, within: number): Promise<void> {
    this.look();
    const until = performance.now() + within;
    for (let left = within; left > 0 && this.#known === epoch && !this.isOurs; left = until - performance.now())
      await this.#changed(left);
  }

  enter(): Promise<void> | undefined {
    if (this.#isEnded || this.fault !== undefined || this.#mayDecide || this.given.isRefusing()) {
      this.#isDeciding = true;
      return undefined;
    }
    this.leave();
    return this.ask();
  }

  leave(): void {
    this.#isDeciding = false;
    this.#decided?.resolve();
  }

  ask(): Promise<void> {
    if (this.#waiting === undefined) {
      this.#waiting = signal();
      this.#waitingSince = performance.now();
      this.look();
    }
    return this.#waiting.promise;
  }

  release(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
    this.#tellChange();
  }

  /** Called when the database has rejected an append, because another writer decides. */
  lost(epoch: number): void {
    if (this.#epoch === epoch) this.#forget();
    void this.ask();
  }

  /** Stops the checks. Must be called when there are no more appends. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.release();
  }

  /** Checks the lease. Called regularly, and when another node decides or wants to decide. */
  look(): void {
    if (this.#isEnded || !this.#isConcerned) return;
    if (this.#looking === undefined) this.#looking = this.#lookNow();
    else this.#again = true;
  }

  async close(): Promise<void> {
    this.end();
    await this.#looking;
    await this.#handingOver;
    // If this fails, the lease expires.
    await this.#release().catch(() => undefined);
    await this.given.connection.close();
  }

  get #mayDecide(): boolean {
    const now = performance.now();
    return this.#isWhole && now < this.#until && now < this.#drainUntil;
  }

  /** Whether to check at all. Programs without requests check only to decide, or after a database outage. */
  get #isConcerned(): boolean {
    return this.#epoch !== undefined || this.#offer !== undefined || this.#wants || this.fault !== undefined;
  }

  get #wants(): boolean {
    if (this.#handingOver !== undefined) return false;
    return this.#waiting !== undefined || (this.#finding > 0 && this.#known > 0 && this.#isWithoutDecider);
  }

  get #isWithoutDecider(): boolean {
    return this.#other === undefined || this.#other.epoch === this.#unreachable;
  }

  async #lookNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#again = false;
    await this.#lookOnce();
    this.#looking = undefined;
    if (this.#isDue()) {
      this.look();
      return;
    }
    if (this.#isEnded || !this.#isConcerned) return;
    this.#timer = setTimeout(() => this.look(), this.#pause());
    if (this.#waiting === undefined) this.#timer.unref();
  }

  /** This is a method, because the compiler would assume that a field has not changed since an earlier check. */
  #isDue(): boolean {
    return this.#again;
  }

  #pause(): number {
    if (this.#failures > 0) return pauseBefore(this.#failures);
    if (this.#isWanted && this.isOurs) return Math.max(1, this.#since + HOLD_MS - performance.now());
    if (this.#wants) return WAITING_LOOK_MS;
    if (this.#epoch !== undefined) return LOOK_MS;
    return Math.max(AFTER_END_MS, this.#otherUntil + AFTER_END_MS - performance.now());
  }

  async #lookOnce(): Promise<void> {
    const { connection, shown, told } = this.given;
    const asked = performance.now();
    const { url, secret } = this.#offer ?? {};
    const wants = this.#wants;
    const given = [connection.writer, LEASE_MS, url ?? null, secret ?? null, wants, this.#offer !== undefined];
    try {
      const text = `select * from ${connection.schema}.look_decider($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
      const [row] = await continuing<Row>(connection, shown(), text, given);
      this.#failures = 0;
      this.#lookedAt = asked;
      this.#failingSince = this.fault = undefined;
      told(Number(row!.r_position));
      this.#take(row!, asked);
      this.#hasWished = wants && this.#epoch === undefined;
      if (this.#hasWished && !this.#wants) this.#again = true;
    } catch (error) {
      this.#failures++;
      told(undefined);
      this.#failingSince ??= performance.now();
      if (performance.now() - this.#failingSince >= AWAY_MS)
        this.#refuse(`the database cannot be reached: ${(error as Error).message}`);
    }
    const isTooLong = this.#waiting !== undefined && performance.now() - this.#waitingSince >= WISH_PATIENCE;
    if (isTooLong) this.#refuse('another node holds the deciding lease and does not release it');
  }

  #refuse(why: string): void {
    this.fault = new Error(why);
    this.given.refused();
    this.release();
  }

  #take(row: Row, asked: number): void {
    const epoch = Number(row.r_epoch);
    const isChange = epoch !== this.#known;
    this.#known = epoch;
    this.#isWanted = row.r_wanted;
    if (row.r_decider === this.given.connection.writer) {
      this.#other = undefined;
      const isBack = this.#epoch === epoch && this.#isWhole && !this.#mayDecide;
      this.#until = asked + LEASE_MS;
      if (isBack) this.#tellChange();
      if (this.#epoch !== epoch) {
        this.#forget();
        this.#epoch = epoch;
        void this.#begin(epoch, Number(row.r_position));
      } else if (this.#waiting !== undefined && this.#mayDecide) this.release();
      else if (this.#isWanted && this.isOurs && performance.now() >= this.#since + HOLD_MS) void this.#handOver();
    } else {
      if (this.#epoch !== undefined) this.#forget();
      const { r_url: url, r_secret: secret, r_left: left } = row;
      this.#other = left > 0 && url !== null && secret !== null ? { epoch, url, secret } : undefined;
      this.#otherUntil = performance.now() + left;
    }
    if (isChange) this.#tellChange();
  }

  /** Lets decisions start when the view shows all earlier commits. */
  async #begin(epoch: number, position: number): Promise<void> {
    const wanted = this.#waiting === undefined ? performance.now() : this.#waitingSince;
    try {
      await this.given.shows(position);
    } catch {
      // The next check tries again.
      if (this.#epoch === epoch) this.#forget();
      return;
    }
    if (this.#epoch !== epoch) return;
    this.#isWhole = true;
    this.#since = performance.now();
    this.given.taken((this.#since - wanted) / 1_000);
    this.release();
  }

  /** Hands over the lease after running decisions are finished and appended. */
  #handOver(drainMs = DRAIN_MS): Promise<void> {
    this.#handingOver ??= this.#finish(drainMs).finally(() => {
      this.#handingOver = undefined;
      this.#drainUntil = Infinity;
      this.look();
      this.#tellChange();
    });
    return this.#handingOver;
  }

  async #finish(drainMs: number): Promise<void> {
    this.#drainUntil = performance.now() + drainMs;
    if (this.#isDeciding) await (this.#decided = signal()).promise;
    this.#decided = undefined;
    this.#drainUntil = -Infinity;
    try {
      await this.given.appended();
      await this.#release();
    } catch {
      // If this fails, the lease expires.
    }
    this.#forget();
  }

  async #release(): Promise<void> {
    if (this.#epoch === undefined) return;
    const { connection } = this.given;
    const text = `select ${connection.schema}.hand_over($1, $2, $3)`;
    await connection.query(text, [connection.writer, this.#epoch, LEASE_MS]);
  }

  #forget(): void {
    this.#epoch = undefined;
    this.#isWhole = false;
    this.#until = -Infinity;
  }

  #tellChange(): void {
    this.#change.resolve();
    this.#change = signal();
  }

  async #changed(within: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, within)));
    await Promise.race([this.#change.promise, late]);
    clearTimeout(timer);
  }
}

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Commit } from '../../../store/commit-log.js';
import { encodeCommit } from '../../../store/encoded-commit.js';
import type { LogFollower } from '../../../store/shared-log.js';
import type { LogObserver } from '../../../store/record-store.js';
import type { CommitIdentity } from '../../../store/log-position.js';
import { OutcomeUnknownError, OvertakenError, StoreUnavailableError } from '../../../store/store-errors.js';
import { codeOf, pauseBefore } from './database-errors.js';
import { DecidingLease } from './deciding-lease.js';
import { FullDisk } from './full-disk.js';
import type { LogConnection, LogRow } from './log-connection.js';
import { LogFault } from './log-fault.js';
import { LogView, type LogViewParts } from './log-view.js';
import { PendingCommits, type NumberedCommit } from './pending-commits.js';

/** Maximum rows per read. If a read returns fewer rows, the end of the log has been reached. */
const READ_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 4_000_000;
const ANOTHER_DECIDES = 'LK005';
/** Changes per event-loop turn: about a millisecond of work. */
const APPLY_AT_ONCE = 20;

export interface LogLoopParts extends LogViewParts {
  readonly connection: LogConnection;
  /** Connection for the right to decide. */
  readonly lease: LogConnection;
  /** Milliseconds without the database before commits are rejected. */
  readonly patience: number;
}

/** Appends waiting commits and follows commits of other nodes, one step at a time. See `DESIGN.md` for failures. */
export class LogLoop {
  readonly lease: DecidingLease;
  /** Characters read or appended since startup. */
  characters = 0;
  observer: LogObserver | undefined;
  readonly #pending = new PendingCommits();
  #known = 0;
  #isDue = false;
  readonly #lag = new LogLag();
  readonly #view: LogView;
  readonly #conditions = new Conditions();
  readonly #full: FullDisk;
  /** The reason why the log is not followed, if any. */
  readonly trouble: LogFault;
  #running: Promise<void> | undefined;
  #closed = false;
  #isHeld = false;

  constructor(private readonly parts: LogLoopParts) {
    this.#view = new LogView(parts);
    this.#full = new FullDisk(parts.connection);
    this.trouble = new LogFault(parts.patience);
    this.lease = new DecidingLease({
      connection: parts.lease,
      shown: () => parts.state.end,
      told: (position) => this.told(position),
      shows: (position) => {
        this.told(position);
        this.#isDue = true;
        return this.#until(() => !this.#isDue && this.behind === 0);
      },
      appended: () => this.#until(() => this.#pending.length === 0 || this.lease.appending === undefined),
      isRefusing: () => this.#closed || this.trouble.error !== undefined || this.#full.fault !== undefined,
      refused: () => this.#refuseAll(),
      taken: (seconds) => {
        this.observer?.leaseTaken(seconds);
        this.#start();
      },
    });
  }

  /** The fault. A temporary fault is cleared when the database is available again. */
  get fault(): Error | undefined {
    return this.cutOff ?? this.#full.fault;
  }

  get cutOff(): Error | undefined {
    return this.trouble.error ?? this.lease.fault;
  }

  async hold(): Promise<() => void> {
    this.#isHeld = true;
    await this.#running;
    return () => {
      this.#isHeld = false;
      this.told(undefined);
    };
  }

  follow(follower: LogFollower): void {
    this.#view.follower = follower;
  }

  get behind(): number {
    return Math.max(0, this.#known - this.parts.state.sequence);
  }

  get secondsBehind(): number {
    return this.#lag.seconds;
  }

  async append(commit: Commit): Promise<number> {
    if (this.#closed) throw new StoreUnavailableError('the store is closed');
    if (this.cutOff !== undefined) throw this.#unavailable();
    if (this.#full.fault !== undefined) throw this.#full.fault;
    const appended = this.#pending.add(encodeCommit(commit, this.parts.state));
    if (this.lease.appending === undefined) void this.lease.ask();
    this.#start();
    return appended;
  }

  /** Called for new commits. @param position position of the newest commit; if `undefined`, the log is polled */
  told(position: number | undefined): void {
    if (position === undefined) this.#isDue = true;
    else this.#known = Math.max(this.#known, position);
    if (this.behind > 0) this.#lag.isBehind();
    if (this.#isDue || this.behind > 0) this.#start();
  }

  /** Resolves when every appended commit is in the log or rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== undefined || this.#pending.length > 0) await (this.#running ?? this.lease.ask());
    await this.lease.close();
    this.#full.close();
  }

  #start(): void {
    if (!this.trouble.isFinal && !this.#isHeld) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Wait for a turn, because clients that have just received responses may send more requests.
    await nextTurn();
    for (let attempt = 0; this.#hasWork;) {
      try {
        await this.#step();
        attempt = 0;
        this.trouble.isOver();
        // The view has reached the end of the log.
        if (this.behind === 0 && !this.#isDue) this.#lag.isWhole();
        this.#conditions.look();
      } catch (error) {
        this.#failed(error);
        if (this.trouble.isFinal || this.#closed) this.#refuseAll();
        else await pause(pauseBefore(attempt++));
      }
    }
    // Reset this field in the same turn as the last check, so that later commits restart the loop.
    this.#running = undefined;
  }

  get #hasWork(): boolean {
    if (this.trouble.isFinal || this.#isHeld) return false;
    if (this.#mayAppend || this.#conditions.isAny) return true;
    return !this.#closed && (this.#isDue || this.behind > 0 || this.trouble.error !== undefined);
  }

  get #mayAppend(): boolean {
    return this.#pending.length > 0 && this.lease.appending !== undefined;
  }

  /** Processes commits in log order. Decisions that did not take an earlier commit into account are repeated. */
  async #step(): Promise<void> {
    const { state, connection } = this.parts;
    if (!this.#mayAppend || this.behind > 0) {
      this.#isDue = false;
      await this.#take(await this.#lag.ask(() => connection.read(state.end)));
      return;
    }
    const epoch = this.lease.appending!;
    const batch = this.#pending.send();
    const begun = performance.now();
    const rows = await this.#lag.ask(() =>
      connection.append(state.end, batch[0]!.number, batch, epoch).catch((error: unknown) => {
        if (codeOf(error) !== ANOTHER_DECIDES) throw error;
        return undefined;
      }),
    );
    this.#pending.answered();
    if (rows === undefined) {
      this.#isDue = true;
      this.lease.lost(epoch);
    } else if (rows.length === 0) await this.#appended(batch, begun);
    else await this.#take(rows);
  }

  #until(isSo: () => boolean): Promise<void> {
    if (this.trouble.isFinal) return Promise.reject(this.trouble.error!);
    const met = this.#conditions.until(isSo);
    this.#conditions.look();
    this.#start();
    return met;
  }

  async #appended(batch: readonly NumberedCommit[], begun: number): Promise<void> {
    this.observer?.appended(batch.length, (performance.now() - begun) / 1_000);
    let applied = 0;
    for (const commit of batch) {
      this.#pending.shift();
      await this.#show(commit, { writer: this.parts.connection.writer, number: commit.number });
      this.characters += commit.body.length;
      commit.resolve(this.parts.state.sequence);
      if ((applied += commit.changes.length) < APPLY_AT_ONCE) continue;
      applied = 0;
      await nextTurn();
    }
    this.#known = Math.max(this.#known, this.parts.state.sequence);
  }

  /** Shows a commit that is in the log. The commit is acknowledged even if showing it fails. */
  async #show(commit: NumberedCommit, identity: CommitIdentity): Promise<void> {
    try {
      await this.#view.show(commit.changes, identity);
    } catch (error) {
      commit.reject(new OutcomeUnknownError((error as Error).message));
      throw error;
    }
  }

  /** Shows commits of other nodes, or of this process if it missed the acknowledgement. */
  async #take(rows: readonly LogRow[]): Promise<void> {
    const { state, connection } = this.parts;
    let applied = 0;
    let characters = 0;
    for (const row of rows) {
      const { position, writer, number, body } = row;
      if (position !== state.sequence + 1)
        throw new Error(
          `likeness: the log continues at position ${position}, but position ${state.sequence + 1} was expected`,
        );
      characters += body.length;
      const own = writer === connection.writer ? this.#pending.first : undefined;
      if (own?.number === number) {
        this.#pending.shift();
        await this.#show(own, row);
        own.resolve(position);
        applied += own.changes.length;
        // Let waiters learn that their commit is stored before other commits are reported as overtaken.
        await nextTurn();
      } else applied += await this.#view.takeOther(row, () => this.#overtake());
      this.#known = Math.max(this.#known, position);
      if (applied < APPLY_AT_ONCE) continue;
      applied = 0;
      await nextTurn();
    }
    this.characters += characters;
    if (rows.length >= READ_AT_ONCE || characters >= CHARACTERS_AT_ONCE) this.#isDue = true;
  }

  /** Reports overtaken commits to the follower, which repeats their decisions. */
  #overtake(): void {
    const { follower } = this.#view;
    if (follower === undefined) return;
    const overtaken = this.#pending.refuse(() => new OvertakenError());
    if (overtaken > 0) this.observer?.overtaken(overtaken);
    follower.overtaken();
  }

  #failed(error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    const since = this.#lag.failed();
    if (this.#full.isWhy(error)) {
      this.#pending.unanswered();
      this.#isDue = true;
      this.#refuseAll(this.#full.fault);
      return;
    }
    this.trouble.failed(failure, this.parts.state.sequence, since);
    // After a divergence, the log has rejected the commits, so they are not in the log.
    if (this.trouble.divergence !== undefined) this.#pending.answered();
    else this.#pending.unanswered();
    this.#conditions.fail(failure);
    if (this.trouble.isFinal) this.lease.end();
    else if (this.trouble.error !== undefined) this.#refuseAll();
  }

  #refuseAll(known?: Error): void {
    this.lease.release();
    if (known !== undefined) this.#pending.refuse(() => known);
    else this.#pending.refuseUnavailable(this.#unavailable());
  }

  #unavailable(): StoreUnavailableError {
    return this.trouble.refusal(this.fault, this.#closed);
  }
}

/** Milliseconds without a response after which the view is considered to be behind. */
const SLOW_MS = 1_000;

class LogLag {
  #behindSince: number | undefined;
  #askedAt: number | undefined;

  get seconds(): number {
    const now = performance.now();
    const unanswered = this.#askedAt !== undefined && now - this.#askedAt > SLOW_MS ? this.#askedAt : undefined;
    const since = this.#behindSince ?? unanswered;
    return since === undefined ? 0 : (now - since) / 1_000;
  }

  async ask<T>(question: () => Promise<T>): Promise<T> {
    this.#askedAt = performance.now();
    const answer = await question();
    // Do not reset the time after an error, because the database has not responded since then.
    this.#askedAt = undefined;
    return answer;
  }

  isBehind(): void {
    this.#behindSince ??= performance.now();
  }

  isWhole(): void {
    this.#behindSince = undefined;
  }

  /** Records a failure. @returns the time of the first failure, by `performance.now()` */
  failed(): number {
    const since = this.#askedAt ?? performance.now();
    this.#askedAt = undefined;
    this.#behindSince ??= since;
    return since;
  }
}

interface Condition {
  readonly isSo: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Promises that wait for conditions. The object that owns the conditions checks them after each of its steps. */
class Conditions {
  #waiting: Condition[] = [];

  get isAny(): boolean {
    return this.#waiting.length > 0;
  }

  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => this.#waiting.push({ isSo, resolve, reject }));
  }

  look(): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ isSo }) => !isSo());
    for (const one of waiting) if (!this.#waiting.includes(one)) one.resolve();
  }

  fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

import type { Remedy } from '../record-store.js';
import { DivergedError, PositionGoneError, StoreUnavailableError } from '../store-errors.js';
import { codeOf, isPassing, isRefusal, TABLES_REFUSE } from './database-errors.js';
import { UnknownCommitError } from './logged-changes.js';

/** A database that is away is asked again about each second. */
const RETRY_SECONDS = 2;

/** Why the log cannot be followed, and whether that passes. */
export class LogFault {
  /** Gone when the database is back, unless it is final. */
  error: Error | undefined;
  /** Resolves when the view is not of this log any more. */
  readonly diverged: Promise<DivergedError>;
  #divergence: DivergedError | undefined;
  #diverge!: (why: DivergedError) => void;
  #isFinal = false;
  #failingSince: number | undefined;

  /** @param patience milliseconds that the database may be away before that is a fault */
  constructor(private readonly patience: number) {
    this.diverged = new Promise((resolve) => (this.#diverge = resolve));
  }

  get divergence(): DivergedError | undefined {
    return this.#divergence;
  }

  /** Nothing is followed any more. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** The way out, where it is final. */
  get remedy(): Remedy | undefined {
    if (!this.#isFinal) return undefined;
    if (this.divergence !== undefined) return 'rebuild';
    return this.error instanceof UnknownCommitError ? 'upgrade' : 'restart';
  }

  /** The log was asked and has answered. */
  isOver(): void {
    this.#failingSince = undefined;
    if (!this.#isFinal) this.error = undefined;
  }

  /**
   * @param position that the view shows
   * @param since when it has failed, as `performance.now` counts
   */
  failed(error: Error, position: number, since: number): void {
    if (error instanceof DivergedError) this.#divergence = error;
    if (error instanceof PositionGoneError) this.#divergence = new DivergedError(position, error.message);
    if (this.#divergence !== undefined) this.#diverge(this.#divergence);
    // Rights and passwords change at the server, and are given back there.
    if (!isPassing(error) && !isRefusal(error)) {
      this.error = this.divergence ?? error;
      this.#isFinal = true;
      return;
    }
    this.#failingSince ??= since;
    if (performance.now() - this.#failingSince >= this.patience)
      this.error =
        codeOf(error) === TABLES_REFUSE ? error : new Error(`the database cannot be reached: ${error.message}`);
  }

  /** The error for whoever wants to append. @param why commits are refused */
  refusal(why: Error | undefined, isClosed: boolean): StoreUnavailableError {
    const retryAfter = this.#isFinal || isClosed ? undefined : RETRY_SECONDS;
    const message = `the store is read-only: ${why?.message ?? 'it is closed'}`;
    return this.divergence ?? new StoreUnavailableError(message, retryAfter);
  }
}

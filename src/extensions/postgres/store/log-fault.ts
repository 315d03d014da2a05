import type { Remedy } from '../../../store/record-store.js';
import { DivergedError, PositionGoneError, StoreUnavailableError } from '../../../store/store-errors.js';
import { codeOf, isPassing, isRefusal, TABLES_REFUSE } from './database-errors.js';
import { UnknownCommitError } from './logged-changes.js';

const RETRY_SECONDS = 2;

/** The reason why the log cannot be followed. */
export class LogFault {
  /** The error. A temporary error is cleared when the database is available again. */
  error: Error | undefined;
  /** Resolves when the log no longer matches the view. */
  readonly diverged: Promise<DivergedError>;
  #divergence: DivergedError | undefined;
  #diverge!: (why: DivergedError) => void;
  #isFinal = false;
  #failingSince: number | undefined;

  /** @param patience tolerated duration of a database outage in milliseconds */
  constructor(private readonly patience: number) {
    this.diverged = new Promise((resolve) => (this.#diverge = resolve));
  }

  get divergence(): DivergedError | undefined {
    return this.#divergence;
  }

  get isFinal(): boolean {
    return this.#isFinal;
  }

  get remedy(): Remedy | undefined {
    if (!this.#isFinal) return undefined;
    if (this.divergence !== undefined) return 'rebuild';
    return this.error instanceof UnknownCommitError ? 'upgrade' : 'restart';
  }

  isOver(): void {
    this.#failingSince = undefined;
    if (!this.#isFinal) this.error = undefined;
  }

  /**
   * Records a failure. @param position position that the view shows @param since time of the first failure, by
   * `performance.now()`
   */
  failed(error: Error, position: number, since: number): void {
    if (error instanceof DivergedError) this.#divergence = error;
    if (error instanceof PositionGoneError) this.#divergence = new DivergedError(position, error.message);
    if (this.#divergence !== undefined) this.#diverge(this.#divergence);
    // Rights and passwords can be fixed at the server, so these errors are temporary too.
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

  /** Returns the error with which commits are rejected. @param why the reason */
  refusal(why: Error | undefined, isClosed: boolean): StoreUnavailableError {
    const retryAfter = this.#isFinal || isClosed ? undefined : RETRY_SECONDS;
    const message = `the store is read-only: ${why?.message ?? 'it is closed'}`;
    return this.divergence ?? new StoreUnavailableError(message, retryAfter);
  }
}

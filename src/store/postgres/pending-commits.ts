import type { EncodedCommit } from '../encoded-commit.js';
import { OutcomeUnknownError, type StoreUnavailableError } from '../store-errors.js';
import { takeBatch, type PendingCommit } from '../store-data.js';

export interface NumberedCommit extends PendingCommit {
  /** By which this process knows it again. */
  readonly number: number;
}

/** Commits that wait to be appended, in their order; they stay until they are known to be in the log. */
export class PendingCommits {
  #waiting: NumberedCommit[] = [];
  #nextNumber = 1;
  /** Number of the last one that is being sent; 0: none is. */
  #sentTo = 0;
  /** Number of the last one that was sent, and never answered. */
  #doubtTo = 0;

  get length(): number {
    return this.#waiting.length;
  }

  get first(): NumberedCommit | undefined {
    return this.#waiting[0];
  }

  /** @returns its position, once it is shown */
  add(commit: EncodedCommit): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      this.#waiting.push({ ...commit, number: this.#nextNumber++, resolve, reject });
    });
  }

  /** The first ones: what goes in one append. They may be in the log until `answered`. */
  send(): NumberedCommit[] {
    const batch = takeBatch({ pending: [...this.#waiting] }) as NumberedCommit[];
    this.#sentTo = batch.at(-1)!.number;
    return batch;
  }

  /** The commits sent just now are in the log, or were not appended. */
  answered(): void {
    this.#sentTo = 0;
  }

  /** The commits sent just now, if any were, get no answer. */
  unanswered(): void {
    this.#doubtTo = Math.max(this.#doubtTo, this.#sentTo);
  }

  shift(): void {
    this.#waiting.shift();
  }

  /** @returns how many there were */
  refuse(why: () => Error): number {
    if (this.length === 0) return 0;
    // It notes where it was made, which costs more than all else that following a commit does here.
    const error = why();
    const refused = this.#waiting.splice(0);
    for (const { reject } of refused) reject(error);
    return refused.length;
  }

  /** Those that were sent and not answered may be in the log. */
  refuseUnavailable(why: StoreUnavailableError): void {
    const inDoubt = Math.max(this.#doubtTo, this.#sentTo);
    for (const { number, reject } of this.#waiting.splice(0))
      reject(number <= inDoubt ? new OutcomeUnknownError(why.message, why.retryAfter) : why);
  }
}

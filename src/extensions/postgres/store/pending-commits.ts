import type { EncodedCommit } from '../../../store/encoded-commit.js';
import { OutcomeUnknownError, type StoreUnavailableError } from '../../../store/store-errors.js';
import { takeBatch, type PendingCommit } from '../../../store/store-data.js';

export interface NumberedCommit extends PendingCommit {
  readonly number: number;
}

/** Commits in order, kept until they are known to be in the log. */
export class PendingCommits {
  #waiting: NumberedCommit[] = [];
  #nextNumber = 1;
  /** Number of the last commit being sent. 0 if no commit is being sent. */
  #sentTo = 0;
  /** Number of the last commit that was sent but got no response. */
  #doubtTo = 0;

  get length(): number {
    return this.#waiting.length;
  }

  get first(): NumberedCommit | undefined {
    return this.#waiting[0];
  }

  /** @returns the position of the commit, once it is shown */
  add(commit: EncodedCommit): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      this.#waiting.push({ ...commit, number: this.#nextNumber++, resolve, reject });
    });
  }

  /** Returns the commits for one append. Whether the commits are in the log is unknown until `answered` is called. */
  send(): NumberedCommit[] {
    const batch = takeBatch({ pending: [...this.#waiting] }) as NumberedCommit[];
    this.#sentTo = batch.at(-1)!.number;
    return batch;
  }

  answered(): void {
    this.#sentTo = 0;
  }

  unanswered(): void {
    this.#doubtTo = Math.max(this.#doubtTo, this.#sentTo);
  }

  shift(): void {
    this.#waiting.shift();
  }

  refuse(why: () => Error): number {
    if (this.length === 0) return 0;
    // Use one error for all commits, because creating stack traces is expensive.
    const error = why();
    const refused = this.#waiting.splice(0);
    for (const { reject } of refused) reject(error);
    return refused.length;
  }

  /** Rejects all commits. Commits that were sent but got no response may be in the log. */
  refuseUnavailable(why: StoreUnavailableError): void {
    const inDoubt = Math.max(this.#doubtTo, this.#sentTo);
    for (const { number, reject } of this.#waiting.splice(0))
      reject(number <= inDoubt ? new OutcomeUnknownError(why.message, why.retryAfter) : why);
  }
}

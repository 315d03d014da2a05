/** Milliseconds without an answer after which the view counts as behind. */
const SLOW_MS = 1_000;

/** The time since the view of the log was last known to be complete. */
export class LogLag {
  #behindSince: number | undefined;
  /** Time of the oldest unanswered query. */
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
    // An error leaves it as it is: it is the time since which the database has not answered.
    this.#askedAt = undefined;
    return answer;
  }

  isBehind(): void {
    this.#behindSince ??= performance.now();
  }

  isWhole(): void {
    this.#behindSince = undefined;
  }

  /** @returns time of the first failure, by `performance.now()` */
  failed(): number {
    const since = this.#askedAt ?? performance.now();
    this.#askedAt = undefined;
    this.#behindSince ??= since;
    return since;
  }
}

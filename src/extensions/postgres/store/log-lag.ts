/** Milliseconds without a response after which the view is considered to be behind. */
const SLOW_MS = 1_000;

export class LogLag {
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

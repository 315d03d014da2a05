/** Milliseconds without an answer of the database after which the view counts as behind. */
const SLOW_MS = 1_000;

/** Since when the view of the log has not been known to be whole. */
export class LogLag {
  #behindSince: number | undefined;
  /** When the database was asked what it has not answered yet. */
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
    // Left as it is by an error: it says since when the database has not answered.
    this.#askedAt = undefined;
    return answer;
  }

  isBehind(): void {
    this.#behindSince ??= performance.now();
  }

  isWhole(): void {
    this.#behindSince = undefined;
  }

  /** @returns since when it has failed, as `performance.now` counts */
  failed(): number {
    const since = this.#askedAt ?? performance.now();
    this.#askedAt = undefined;
    this.#behindSince ??= since;
    return since;
  }
}

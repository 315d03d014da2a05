interface Condition {
  readonly isSo: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Conditions that somebody waits for: each may come true after any step of the one whose they are. */
export class Conditions {
  #waiting: Condition[] = [];

  get isAny(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when a look finds it so. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => this.#waiting.push({ isSo, resolve, reject }));
  }

  look(): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ isSo }) => !isSo());
    for (const one of waiting) if (!this.#waiting.includes(one)) one.resolve();
  }

  /** Nobody waits any longer. */
  fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

interface Condition {
  readonly isSo: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Promises that wait for conditions. The object that owns the conditions checks them after each of its steps. */
export class Conditions {
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

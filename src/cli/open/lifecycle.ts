/** Stops started parts in reverse order, so that dependencies live longer. */
export class Lifecycle {
  readonly #ends: (() => void | Promise<void>)[] = [];

  /** @param end stops the part that was just started; called once */
  started(end: () => void | Promise<void>): void {
    this.#ends.push(end);
  }

  /** Stops all parts, even if one fails. @throws the first error */
  async end(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop())
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }

  /** Stops the parts started so far if `start` fails. @throws its error */
  async starting<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      await this.end().catch(() => undefined);
      throw error;
    }
  }
}

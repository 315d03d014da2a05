/** Parts that were started, to be ended in the reverse order: what a part stands on outlives it. */
export class Lifecycle {
  readonly #ends: (() => void | Promise<void>)[] = [];

  /** @param end what ends the part that was just started; called once */
  started(end: () => void | Promise<void>): void {
    this.#ends.push(end);
  }

  /** Ends all parts. One that fails keeps no other from ending. @throws what failed first */
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

  /** Starts something whose parts end again where that fails. @throws what it threw */
  async starting<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      await this.end().catch(() => undefined);
      throw error;
    }
  }
}

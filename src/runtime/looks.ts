/** Repeatedly checks for changes made by other processes. */
export class Looks {
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();
  #isEnded = false;

  /**
   * @param look the check, which may fail
   * @param pause milliseconds from the end of a check to the next check
   * @param trouble called with the reason for a failure, unless it is the same as before
   */
  begin(look: () => Promise<void>, pause: number, trouble: (reason: string) => void): void {
    let told: string | undefined;
    const once = async (): Promise<void> => {
      try {
        await look();
        told = undefined;
      } catch (error) {
        const { message } = error as Error;
        if (message !== told) trouble(message);
        told = message;
      }
      if (!this.#isEnded) this.#timer = setTimeout(start, pause).unref();
    };
    const start = (): void => void (this.#current = once());
    start();
  }

  /** Resolves when the last check has ended. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#current;
  }
}

/** Repeatedly checks for changes made by other processes. */
export class Looks {
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();
  #isEnded = false;

  /**
   * @param look the check, which may fail
   * @param pause milliseconds between the end of a check and the next check
   * @param trouble called with a failure's reason, but only once while the reason stays the same
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

  /** Stops checking. Resolves when no check is running. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#current;
  }
}

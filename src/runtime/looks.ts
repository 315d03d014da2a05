/** Something done again and again, until it is ended: looking for what others have changed. */
export class Looks {
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();
  #isEnded = false;

  /**
   * @param look what is done; may fail
   * @param pause milliseconds between the end of one and the beginning of the next
   * @param trouble is told why one failed; once, for as long as that is the reason
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

  /** Resolves when none is under way. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#current;
  }
}

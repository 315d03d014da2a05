import type { Following } from './home.js';

/** Calls a function at each wake, one call after the other; wakes during a call make it one more. */
export class Watch implements Following {
  #current: Promise<void> | undefined;
  #isDue = false;
  #isEnded = false;
  #told: string | undefined;

  constructor(
    private readonly changed: () => void | Promise<void>,
    private readonly onError: (message: string) => void,
    private readonly onEnd: () => void = () => undefined,
  ) {}

  wake(): void {
    this.#isDue = !this.#isEnded;
    if (this.#isDue) this.#current ??= this.#run().finally(() => (this.#current = undefined));
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#isDue = false;
    this.onEnd();
    await this.#current;
  }

  async #run(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      try {
        await this.changed();
        this.#told = undefined;
      } catch (error) {
        const { message } = error as Error;
        if (message !== this.#told) this.onError(message);
        this.#told = message;
      }
    }
  }
}

/** Something that is told of changes, until it is ended. */
export interface Following {
  /** Calls it once more. */
  wake(): void;
  /** Resolves when no call is under way. */
  end(): Promise<void>;
}

export interface WatchOptions {
  /** Milliseconds between the end of one call and the beginning of the next. Default: 0. */
  readonly pause?: number;
  /** Milliseconds after which a call that failed is repeated. Default: it waits for a wake. */
  readonly retry?: number;
  readonly onEnd?: () => void;
}

/** Calls a function at each wake, one call after the other; wakes during a call or a pause make it one more. */
export class Watch implements Following {
  #current: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isEnded = false;
  #told: string | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** @param onError is told why a call failed, once for as long as that is the reason */
  constructor(
    private readonly changed: () => void | Promise<void>,
    private readonly onError: (message: string) => void,
    private readonly options: WatchOptions = {},
  ) {}

  wake(): void {
    if (this.#isEnded) return;
    this.#isDue = true;
    if (this.#timer === undefined) this.#current ??= this.#run().finally(() => this.#rest());
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.options.onEnd?.();
    await this.#current;
  }

  #rest(): void {
    this.#current = undefined;
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) this.wake();
    }, this.options.pause ?? 0).unref();
  }

  async #run(): Promise<void> {
    this.#isDue = false;
    try {
      await this.changed();
      this.#told = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#told) this.onError(message);
      this.#told = message;
      const { retry } = this.options;
      if (retry === undefined || this.#isEnded) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.wake(), retry).unref();
    }
  }
}

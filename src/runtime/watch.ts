export interface Following {
  wake(): void;
  /** Resolves when no call is running. */
  end(): Promise<void>;
}

export interface WatchOptions {
  /** Milliseconds from the end of a call to the start of the next. Default: 0. */
  readonly pause?: number;
  /** Milliseconds before a failed call is retried. Default: no retry before the next wake. */
  readonly retry?: number;
  /** Whether to call again after each pause, even without a wake. */
  readonly isPolling?: boolean;
  readonly onEnd?: () => void;
}

/** Calls a function now, and again `pause` milliseconds after each call. @param onError see `Watch` */
export function poll(look: () => Promise<void>, pause: number, onError: (message: string) => void): Watch {
  const watch = new Watch(look, onError, { pause, isPolling: true });
  watch.wake();
  return watch;
}

/** Calls a function at each wake, one call at a time. All wakes during a call or a pause cause one more call. */
export class Watch implements Following {
  #current: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isEnded = false;
  #told: string | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** @param onError called with the reason for a failure, unless it is the same as before */
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
      if (this.#isDue || this.options.isPolling === true) this.wake();
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

/** Blocks work until the test lets it continue or fail. */
export class Gate {
  open!: () => void;
  fail!: (error: Error) => void;
  #reached!: () => void;
  /** Resolves when the work is blocked. */
  readonly isReached = new Promise<void>((resolve) => (this.#reached = resolve));
  readonly #opened = new Promise<void>((resolve, reject) => {
    this.open = resolve;
    this.fail = reject;
  });

  constructor() {
    // The promise may be rejected before something awaits it.
    this.#opened.catch(() => undefined);
  }

  /** Resolves when the gate opens. */
  pass(): Promise<void> {
    this.#reached();
    return this.#opened;
  }
}

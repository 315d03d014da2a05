/** Holds work at some point until the test has it go on, or fail. */
export class Gate {
  open!: () => void;
  fail!: (error: Error) => void;
  #reached!: () => void;
  /** Resolves once the work is held. */
  readonly isReached = new Promise<void>((resolve) => (this.#reached = resolve));
  readonly #opened = new Promise<void>((resolve, reject) => {
    this.open = resolve;
    this.fail = reject;
  });

  constructor() {
    // It may fail before anybody waits for it.
    this.#opened.catch(() => undefined);
  }

  /** Resolves once it is open. */
  pass(): Promise<void> {
    this.#reached();
    return this.#opened;
  }
}

/** Saves of what was made from a store, any of which may have to end before it is done. */
export class SnapshotSaves {
  readonly #underWay = new Map<AbortController, Promise<void>>();

  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const done = work(controller.signal);
    this.#underWay.set(
      controller,
      done.catch(() => undefined),
    );
    try {
      await done;
    } finally {
      this.#underWay.delete(controller);
    }
  }

  /** Ends those that are under way. Resolves when they have ended, whether they were done or not. */
  async giveUp(): Promise<void> {
    const all = [...this.#underWay];
    for (const [controller] of all) controller.abort();
    for (const [, done] of all) await done;
  }
}

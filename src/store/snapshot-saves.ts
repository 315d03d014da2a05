/** Running saves of data made from the log. Each can be aborted. */
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

  /** Aborts the running saves. Resolves when they have ended. */
  async giveUp(): Promise<void> {
    const all = [...this.#underWay];
    for (const [controller] of all) controller.abort();
    for (const [, done] of all) await done;
  }
}

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** Lets callers wait until a view shows a commit. Costs nothing while nobody waits. */
export class PositionWaiters {
  readonly #waiting = new Set<Waiter>();

  /** @param signal ends the wait, which then rejects with the signal's reason */
  wait(position: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(waiter);
        reject(signal!.reason as Error);
      };
      const waiter = {
        position,
        resolve: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** Must be called when the view shows everything up to this position. */
  reached(position: number): void {
    if (this.#waiting.size === 0) return;
    for (const waiter of this.#waiting) {
      if (waiter.position > position) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}

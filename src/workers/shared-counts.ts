import { FixedWindowCounter } from '../auth/fixed-window-counter.js';
import type { WorkerCounts } from './messages.js';

/** Milliseconds that counts wait before the other workers hear of them. */
const PASSED_ON_AFTER = 20;

/**
 * Counts of all workers together. Each counts what it serves, and tells the others a moment later: so what is let
 * through above a limit is no more than the others served in that moment.
 */
export class SharedCounts extends FixedWindowCounter {
  #untold = new Map<string, number>();
  #isPassing = false;
  /** Told what was counted here. */
  tell: (counts: WorkerCounts) => void = () => undefined;

  override add(key: string, now: number): void {
    super.add(key, now);
    this.#untold.set(key, (this.#untold.get(key) ?? 0) + 1);
    if (this.#isPassing) return;
    this.#isPassing = true;
    setTimeout(() => this.#pass(), PASSED_ON_AFTER).unref();
  }

  /** The counts of others. */
  take(counts: WorkerCounts, now: number): void {
    for (const [key, count] of counts) for (let i = 0; i < count; i++) super.add(key, now);
  }

  #pass(): void {
    this.#isPassing = false;
    const counts = [...this.#untold];
    this.#untold = new Map();
    this.tell(counts);
  }
}

import type { Worker } from 'node:worker_threads';
import type { StretchResult } from './join-messages.js';

export class Arrivals<Result extends StretchResult> {
  private readonly waiting = new Map<number, Result[]>();
  private failure: Error | undefined;
  private running: number;
  private sleepers: (() => void)[] = [];

  constructor(private readonly threads: readonly Worker[]) {
    this.running = threads.length;
    for (const thread of threads) {
      thread.on('message', (message: Result) => {
        const ofStretch = this.waiting.get(message.stretch);
        if (ofStretch) ofStretch.push(message);
        else this.waiting.set(message.stretch, [message]);
        this.wake();
      });
      thread.on('error', (error) => this.fail(error));
      thread.on('exit', (code) => {
        this.running--;
        if (code === 0) this.wake();
        else this.fail(new Error(`dedupe: a thread exited with code ${code} before it finished`));
      });
    }
  }

  /** Returns a range's results in the order sent. @throws Error if a thread fails, or all threads exit first */
  async next(stretch: number): Promise<Result> {
    for (;;) {
      if (this.failure) throw this.failure;
      const ofStretch = this.waiting.get(stretch);
      const message = ofStretch?.shift();
      if (message) {
        if (ofStretch!.length === 0) this.waiting.delete(stretch);
        return message;
      }
      if (this.running === 0) throw new Error('dedupe: all threads exited before the comparison finished');
      await new Promise<void>((resolve) => this.sleepers.push(resolve));
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  private wake(): void {
    const sleepers = this.sleepers;
    this.sleepers = [];
    for (const wake of sleepers) wake();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }
}

import { poll, type Following } from '../../../runtime/watch.js';
import type { Query } from './log-connection.js';

/** Tolerated difference between the clocks, in milliseconds. */
const TOLERANCE = 1_000;
const LOOK_MS = 5_000;

/** Returns the database's time in milliseconds since the epoch. */
export async function databaseTime(query: Query): Promise<number> {
  const [row] = await query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Math.round(Number(row!.ms));
}

/**
 * The database's time, used by a node whose clock is wrong. Such a node would otherwise reject tokens that other nodes
 * have just issued, and drop used digests too early.
 */
export class DatabaseClock {
  /** Returns milliseconds since the epoch. */
  readonly now = (): number => this.local() + this.#difference;
  #difference = 0;
  #polling: Following | undefined;

  /** @param local clock of this machine: milliseconds since the epoch */
  constructor(
    private readonly query: Query,
    private readonly local: () => number = Date.now,
  ) {}

  async look(): Promise<void> {
    const begun = performance.now();
    const time = await databaseTime(this.query);
    const half = (performance.now() - begun) / 2;
    const difference = Math.round(time + half - this.local());
    // Ignore differences that are smaller than the uncertainty of the round trip.
    if (Math.abs(difference - this.#difference) > half + TOLERANCE) this.#difference = difference;
  }

  /** @param tell called when the clock is found to be wrong, and when it is correct again */
  follow(tell: (message: string) => void): void {
    let told = 0;
    const look = async (): Promise<void> => {
      await this.look();
      if (told === this.#difference) return;
      told = this.#difference;
      const seconds = Math.round(told / 1_000);
      tell(
        `the clock of this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead of' : 'behind'} the database clock; the service uses the database clock`,
      );
    };
    this.#polling = poll(look, LOOK_MS, (reason) => tell(`the clock of the database cannot be read: ${reason}`));
  }

  async close(): Promise<void> {
    await this.#polling?.end();
  }
}

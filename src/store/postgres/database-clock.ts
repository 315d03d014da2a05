import { Looks } from '../../runtime/looks.js';
import type { Query } from './database-snapshot.js';

/** Milliseconds by which clocks may differ from the database's and still be used. */
const TOLERANCE = 1_000;
const LOOK_MS = 5_000;

/** Milliseconds since the epoch, by the database. */
export async function databaseTime(query: Query): Promise<number> {
  const [row] = await query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Math.round(Number(row!.ms));
}

/**
 * One clock for all nodes: a node whose own clock differs from the database's goes by the database's. Else it would
 * refuse what others have just issued, and forget too soon what must not be used again.
 */
export class DatabaseClock {
  /** Milliseconds since the epoch. */
  readonly now = (): number => this.local() + this.#difference;
  #difference = 0;
  readonly #looks = new Looks();

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
    // The uncertainty of the way there and back moves no clock.
    if (Math.abs(difference - this.#difference) > half + TOLERANCE) this.#difference = difference;
  }

  /** Looks again and again. @param tell is told of a clock that is wrong, and when it is right again */
  follow(tell: (message: string) => void): void {
    let told = 0;
    const look = async (): Promise<void> => {
      await this.look();
      if (told === this.#difference) return;
      told = this.#difference;
      const seconds = Math.round(told / 1_000);
      tell(
        `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead of' : 'behind'} the database's, which counts`,
      );
    };
    this.#looks.begin(look, LOOK_MS, (reason) => tell(`the database's clock is not known: ${reason}`));
  }

  async close(): Promise<void> {
    await this.#looks.end();
  }
}

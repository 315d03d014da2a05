import type { LogReplay } from './log-replay.js';

/** History of the database from one loss of its tail to the next. */
export interface Era {
  readonly log: LogReplay;
  /** When nodes could come to it, in milliseconds as a history counts them. */
  readonly begun: number;
  /** When they could no more. */
  readonly ended: number;
  /** Up to here the next one has all of it. */
  readonly kept: number;
  /** By node: from when on one that says that it is ready shows this era, and none before it. */
  readonly shown: ReadonlyMap<number, number>;
}

type Open = { -readonly [K in keyof Era]: Era[K] } & { readonly shown: Map<number, number> };

/**
 * The histories that a database had, one after the other: where it comes back without its last commits, the one ends
 * and another begins, which has the first commits of it. Whoever broke it says how many.
 */
export class Eras {
  readonly #all: Open[];

  constructor(log: LogReplay) {
    this.#all = [openEra(log, -Infinity)];
  }

  get all(): readonly Era[] {
    return this.#all;
  }

  get last(): Era {
    return this.#all.at(-1)!;
  }

  /** Number of the last one. */
  get number(): number {
    return this.#all.length - 1;
  }

  /**
   * Nodes come to a database that lost its last commits. What it had was read to the end.
   *
   * @param kept position up to which it must have everything, by what was done to it
   * @param begun when nodes could come to it, where that was before this is called
   * @returns position up to which it does
   */
  async lose(kept: number, begun?: number): Promise<number> {
    const before = this.#all.at(-1)!;
    const { log, common } = await before.log.readOther(kept);
    before.ended = performance.now();
    before.kept = common;
    this.#all.push(openEra(log, begun ?? before.ended));
    return common;
  }

  /** From now on a node that is ready may show nothing but the last era. */
  mustShow(node: number, from: number): void {
    this.#all.at(-1)!.shown.set(node, from);
  }

  /** Forgets all but the last one, once whatever was asked before has been judged. */
  forget(): void {
    this.#all.splice(0, this.#all.length - 1);
    this.last.log.faults.length = 0;
  }
}

function openEra(log: LogReplay, begun: number): Open {
  return { log, begun, ended: Infinity, kept: Infinity, shown: new Map() };
}

/** The history of a database that never lost anything. */
export function alone(log: LogReplay): readonly Era[] {
  return [openEra(log, -Infinity)];
}

import type { LogReplay } from './log-replay.js';

/** History of the database between two losses of its tail. */
export interface Era {
  readonly log: LogReplay;
  /** Time from which nodes could connect to it, in milliseconds of the history. */
  readonly begun: number;
  /** Time from which nodes could no longer connect to it. */
  readonly ended: number;
  /** Position up to which the next era has the same commits. */
  readonly kept: number;
  /** By node: time from which a ready node shows this era and no earlier era. */
  readonly shown: ReadonlyMap<number, number>;
}

type Open = { -readonly [K in keyof Era]: Era[K] } & { readonly shown: Map<number, number> };

/**
 * The successive histories of a database. When the database loses its last commits, an era ends and another era starts
 * with the remaining commits. The injected fault determines how many remain.
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

  /** Number of the last era. */
  get number(): number {
    return this.#all.length - 1;
  }

  /**
   * Starts a new era after the database lost its last commits. The old log has been read to its end.
   *
   * @param kept position up to which the fault must keep all commits
   * @param begun time from which nodes could connect; default: now
   * @returns position up to which the commits were kept
   */
  async lose(kept: number, begun?: number): Promise<number> {
    const before = this.#all.at(-1)!;
    const { log, common } = await before.log.readOther(kept);
    before.ended = performance.now();
    before.kept = common;
    this.#all.push(openEra(log, begun ?? before.ended));
    return common;
  }

  /** Declares that the node, while ready, may show only the last era from this time. */
  mustShow(node: number, from: number): void {
    this.#all.at(-1)!.shown.set(node, from);
  }

  /** Forgets all eras except the last one, after earlier requests have been judged. */
  forget(): void {
    this.#all.splice(0, this.#all.length - 1);
    this.last.log.faults.length = 0;
  }
}

function openEra(log: LogReplay, begun: number): Open {
  return { log, begun, ended: Infinity, kept: Infinity, shown: new Map() };
}

/** The history of a database without losses. */
export function alone(log: LogReplay): readonly Era[] {
  return [openEra(log, -Infinity)];
}

import type { CommitIdentity } from './log-position.js';

/** Consecutive commits of one run: first position, run, number of the first commit. `null`: the run is unknown. */
export type CommitRange = readonly [position: number, writer: string | null, number: number];

/** Number of ranges kept in memory. When there are twice as many, the oldest are dropped. */
const MOST = 1_024;
/** Number of ranges written at the start of a file (about 4 KB). */
const WRITTEN = 64;

/**
 * Identities of the last commits of a log, by position. Memory depends on the number of runs, not on the number of
 * commits.
 */
export class CommitRanges {
  #ranges: CommitRange[];
  #end: number;

  constructor(ranges: readonly CommitRange[] = [], end = 0) {
    this.#ranges = [...ranges];
    this.#end = end;
  }

  add(position: number, identity: CommitIdentity | undefined): void {
    const last = this.#ranges.at(-1);
    this.#end = position;
    const writer = identity?.writer ?? null;
    const number = identity?.number ?? 0;
    if (last?.[1] === writer && (writer === null || position - last[0] === number - last[2])) return;
    this.#ranges.push([position, writer, number]);
    if (this.#ranges.length >= 2 * MOST) this.#ranges = this.#ranges.slice(MOST);
  }

  extend(ranges: readonly CommitRange[], end: number): void {
    this.#ranges.push(...ranges);
    this.#end = end;
  }

  /** Returns `undefined` if the identity is unknown (too old, not stored), or there is no such commit. */
  at(position: number): CommitIdentity | undefined {
    if (position > this.#end) return undefined;
    const range = this.#ranges.findLast(([first]) => first <= position);
    if (range === undefined) return undefined;
    const [first, writer, number] = range;
    return writer === null ? undefined : { writer, number: number + position - first };
  }

  /** Returns the newest ranges, for the header of a new file. Empty if no identity is known. */
  newest(): CommitRange[] {
    const newest = this.#ranges.slice(-WRITTEN);
    return newest.some(([, writer]) => writer !== null) ? newest : [];
  }
}

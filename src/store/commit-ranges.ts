import type { CommitIdentity } from './log-position.js';

/**
 * Commits that follow each other in a log and were numbered by one run: where they begin, and the identity of the first
 * one. `null`: the identity was not kept.
 */
export type CommitRange = readonly [position: number, writer: string | null, number: number];

/** Ranges that are remembered; twice as many for a while. */
const MOST = 1_024;
/** Ranges that a file begins with: some 4 KB. */
const WRITTEN = 64;

/** Identities of the last commits of a log, by position. Memory grows with the runs that appended, not with commits. */
export class CommitRanges {
  #ranges: CommitRange[];
  #end: number;

  /** @param end position of the last commit of the last range */
  constructor(ranges: readonly CommitRange[] = [], end = 0) {
    this.#ranges = [...ranges];
    this.#end = end;
  }

  /** The next commit of the log, or the first one that is known. */
  add(position: number, identity: CommitIdentity | undefined): void {
    const last = this.#ranges.at(-1);
    this.#end = position;
    const writer = identity?.writer ?? null;
    const number = identity?.number ?? 0;
    if (last?.[1] === writer && (writer === null || position - last[0] === number - last[2])) return;
    this.#ranges.push([position, writer, number]);
    if (this.#ranges.length >= 2 * MOST) this.#ranges = this.#ranges.slice(MOST);
  }

  /** Ranges that follow, up to a commit. */
  extend(ranges: readonly CommitRange[], end: number): void {
    this.#ranges.push(...ranges);
    this.#end = end;
  }

  /** `undefined`: not known, because it is too long ago or was never kept; or there is no such commit. */
  at(position: number): CommitIdentity | undefined {
    if (position > this.#end) return undefined;
    const range = this.#ranges.findLast(([first]) => first <= position);
    if (range === undefined) return undefined;
    const [first, writer, number] = range;
    return writer === null ? undefined : { writer, number: number + position - first };
  }

  /** The newest ranges, for a file that begins here; none where no identity is known. */
  newest(): CommitRange[] {
    const newest = this.#ranges.slice(-WRITTEN);
    return newest.some(([, writer]) => writer !== null) ? newest : [];
  }
}

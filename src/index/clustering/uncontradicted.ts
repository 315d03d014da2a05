import {
  linkComponents,
  splitComponent,
  type LinkageOptions,
  type Part,
  type RecordGroups,
} from './average-linkage.js';
import type { ScoredPairs } from './pair-list.js';

/** Returns whether two rows contradict each other. Must be symmetric. */
type Contradict = (one: number, two: number) => boolean;

interface UncontradictedGroups extends RecordGroups {
  readonly isTorn: (row: number) => boolean;
}

/**
 * Like `averageLinkage`, but without contradictions in a group. If a row fits two contradictory groups equally well, it
 * joins neither, because the choice would depend only on the file order. An example is a row with the name of
 * father and son but no birth date.
 */
export function uncontradictedGroups(
  rows: number,
  pairs: ScoredPairs,
  contradict: Contradict,
  options: LinkageOptions = {},
): UncontradictedGroups {
  const { counts = () => true, mayJoin = () => true } = options;
  const areApart = (one: readonly number[], two: readonly number[]) =>
    one.some((a) => two.some((b) => contradict(a, b)));
  const torn = new Uint8Array(rows);
  const { first, second } = pairs;
  const isEligible = (pair: number) => counts(pair) && !contradict(first[pair]!, second[pair]!);
  const uncontradicted = {
    ...options,
    counts: isEligible,
    mayJoin: (one: readonly number[], two: readonly number[]) => mayJoin(one, two) && !areApart(one, two),
  };
  const find = tornRows(rows, pairs, isEligible, areApart, options.strength);
  const groups = linkComponents(rows, pairs, uncontradicted, (component, own, joined, within) => {
    for (let left = own; ; left = left.filter((pair) => torn[first[pair]!] === 0 && torn[second[pair]!] === 0)) {
      const parts = splitComponent(component, left, pairs, { ...uncontradicted, joined });
      const more = component.length > 2 ? find(component, parts, within).filter((row) => torn[row] === 0) : [];
      if (more.length === 0) return parts;
      for (const row of more) torn[row] = 1;
    }
  });
  return { ...groups, isTorn: (row) => torn[row] === 1 };
}

/** Learned scores have a maximum, which two pairs can reach although the evidence for one is much stronger. */
const isTop = (score: number) => score >= 99;
/** Minimum difference, in thousandths of a bit, for evidence to count as clearly stronger. */
const CLEARLY_STRONGER = 4_000;

/** Returns a function that finds the rows that match a contradictory group as well as they match their own group. */
function tornRows(
  rows: number,
  { first, second, score }: ScoredPairs,
  counts: (pair: number) => boolean,
  areApart: (one: readonly number[], two: readonly number[]) => boolean,
  strength: (pair: number) => number = () => 0,
): (component: readonly number[], parts: readonly Part[], within: Int32Array) => number[] {
  /** By row, the number of its part, from 1, and the best score with another row of that part. */
  const partOf = new Int32Array(rows);
  const best = new Float32Array(rows);
  return (component, parts, within) => {
    for (const row of component) partOf[row] = best[row] = 0;
    parts.forEach((part, i) => {
      for (const row of part.rows) partOf[row] = i + 1;
    });
    const rowsOf = (row: number) => (partOf[row] === 0 ? [row] : parts[partOf[row]! - 1]!.rows);
    const outside = within.filter((pair) => partOf[first[pair]!] !== partOf[second[pair]!] && counts(pair));
    if (outside.length === 0) return [];
    const strongest = new Map<number, number>();
    for (const pair of within) {
      const [a, b] = [first[pair]!, second[pair]!];
      if (partOf[a] === 0 || partOf[a] !== partOf[b]) continue;
      const isStrong = isTop(score[pair]!) && counts(pair);
      for (const row of [a, b]) {
        best[row] = Math.max(best[row]!, Math.floor(score[pair]!));
        if (isStrong) strongest.set(row, Math.max(strongest.get(row) ?? -Infinity, strength(pair)));
      }
    }
    const isAsGood = (pair: number, row: number) =>
      Math.floor(score[pair]!) >= best[row]! &&
      (!isTop(score[pair]!) || strength(pair) > (strongest.get(row) ?? -Infinity) - CLEARLY_STRONGER);
    const torn = new Set<number>();
    for (const pair of outside) {
      const fitting = [first[pair]!, second[pair]!].filter(
        (row) => partOf[row]! > 0 && isAsGood(pair, row) && !torn.has(row),
      );
      if (fitting.length > 0 && areApart(rowsOf(first[pair]!), rowsOf(second[pair]!)))
        for (const row of fitting) torn.add(row);
    }
    return [...torn];
  };
}

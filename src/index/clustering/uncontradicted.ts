import { averageLinkage, type RecordGroups, type LinkageOptions } from './average-linkage.js';
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
  for (;;) {
    const groups = averageLinkage(rows, pairs, {
      ...options,
      counts: (pair) => torn[first[pair]!] === 0 && torn[second[pair]!] === 0 && isEligible(pair),
      mayJoin: (one, two) => mayJoin(one, two) && !areApart(one, two),
    });
    const found = tornRows(groups, pairs, isEligible, areApart, options.strength);
    const more = found.filter((row) => torn[row] === 0);
    if (more.length === 0) return { ...groups, isTorn: (row) => torn[row] === 1 };
    for (const row of more) torn[row] = 1;
  }
}

/** Learned scores have a maximum, which two pairs can reach although the evidence for one is much stronger. */
const isTop = (score: number) => score >= 99;
/** Minimum difference of clearly stronger evidence, in thousandths of a bit. */
const CLEARLY_STRONGER = 4_000;

/** Returns rows that match a row of a contradictory group as well as they match their own group. */
function tornRows(
  { groupOf, members }: RecordGroups,
  { length, first, second, score }: ScoredPairs,
  counts: (pair: number) => boolean,
  areApart: (one: readonly number[], two: readonly number[]) => boolean,
  strength: (pair: number) => number = () => 0,
): number[] {
  const groupOfRow = (row: number) => (groupOf[row] === 0 ? [row] : members[groupOf[row]! - 1]!);
  const isOutside = (pair: number) =>
    groupOf[first[pair]!] !== groupOf[second[pair]!] && (groupOf[first[pair]!]! > 0 || groupOf[second[pair]!]! > 0);
  const outside: number[] = [];
  for (let pair = 0; pair < length; pair++) if (isOutside(pair) && counts(pair)) outside.push(pair);
  if (outside.length === 0) return [];
  const best = new Float32Array(groupOf.length);
  const strongest = new Map<number, number>();
  for (let pair = 0; pair < length; pair++) {
    const [a, b] = [first[pair]!, second[pair]!];
    if (groupOf[a] === 0 || groupOf[a] !== groupOf[b]) continue;
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
    const rows = [first[pair]!, second[pair]!].filter(
      (row) => groupOf[row]! > 0 && isAsGood(pair, row) && !torn.has(row),
    );
    if (rows.length > 0 && areApart(groupOfRow(first[pair]!), groupOfRow(second[pair]!)))
      for (const row of rows) torn.add(row);
  }
  return [...torn];
}

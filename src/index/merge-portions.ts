import { compareMatches, type Match } from '../matching/score-record.js';

export interface Portion {
  readonly matches: readonly Match[];
  /** Whether `matches` has all matches of the batch. */
  readonly isAll: boolean;
  readonly accept?: (id: string) => boolean;
}

interface MergeOptions {
  readonly limit: number;
  /**
   * Whether to also keep all other matches with the last match's score. Matches with equal scores are never split
   * between two batches.
   */
  readonly withTies?: boolean | undefined;
}

export type Merged =
  | { readonly matches: readonly Match[]; readonly tooShort?: undefined }
  /** Positions of the batches that need more matches before the best matches are known. */
  | { readonly matches?: undefined; readonly tooShort: readonly number[] };

/** Merges the best matches of all batches. A match is taken only if no batch can still have a better match. */
export function mergePortions(portions: readonly Portion[], { limit, withTies = false }: MergeOptions): Merged {
  const heads = portions.map(() => 0);
  const taken: Match[] = [];
  for (;;) {
    const next = bestHead(portions, heads);
    const match = next === undefined ? undefined : portions[next]!.matches[heads[next]!]!;
    if (taken.length >= limit) {
      const last = taken.at(-1);
      const isTie = withTies && match !== undefined && last !== undefined && isSameScore(match, last);
      if (!isTie) return { matches: taken };
    }
    const tooShort = portions.flatMap(({ matches, isAll }, i) =>
      !isAll && heads[i] === matches.length && mayPrecede(matches.at(-1), match, withTies) ? [i] : [],
    );
    if (tooShort.length > 0) return { tooShort };
    if (next === undefined) return { matches: taken };
    heads[next]!++;
    if (portions[next]!.accept?.(match!.id) !== false) taken.push(match!);
  }
}

function bestHead(portions: readonly Portion[], heads: readonly number[]): number | undefined {
  let best: number | undefined;
  portions.forEach(({ matches }, i) => {
    const match = matches[heads[i]!];
    if (match === undefined) return;
    if (best === undefined || compareMatches(match, portions[best]!.matches[heads[best]!]!) < 0) best = i;
  });
  return best;
}

function mayPrecede(last: Match | undefined, other: Match | undefined, withTies: boolean): boolean {
  if (last === undefined || other === undefined) return true;
  return withTies ? !isSameScore(last, other) : true;
}

function isSameScore(a: Match, b: Match): boolean {
  return a.num * b.den === b.num * a.den;
}

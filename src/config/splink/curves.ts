import { FULL, type Similarity } from '../../matching/method.js';
import { NEAREST_MEASURE, SIMILARITY_OF, type MeasuredPoint } from './similarity-curves.js';

/** Both find at least this share, percent, of the pairs that our level or Splink's finds: else it is no counterpart. */
const LEAST_AGREEMENT = 40;

/** Where a level begins, by measuring, and how much alike both judge, percent. */
export interface MeasuredLevel {
  readonly from: Similarity;
  readonly agreement: number;
}

/** A condition of Splink's for the similarities from here on. */
export interface MeasuredCondition extends MeasuredLevel {
  readonly measure: string;
  readonly threshold: number;
}

/**
 * The conditions that come nearest to a method's similar values, the strictest first: for each threshold of its nearest
 * measure the similarity at which both divide pairs most alike.
 */
export function conditionsOf(method: string): MeasuredCondition[] {
  const nearest = NEAREST_MEASURE[method];
  if (nearest === undefined) return [];
  const byThreshold = new Map<number, MeasuredCondition>();
  for (const [from, threshold, agreement] of nearest.points) {
    const known = byThreshold.get(threshold);
    // Nothing but equal values is within no edits, or wholly alike.
    if (agreement >= LEAST_AGREEMENT && agreement > (known?.agreement ?? 0))
      byThreshold.set(threshold, { measure: nearest.measure, threshold, from, agreement });
  }
  return [...byThreshold.values()];
}

/**
 * Where a method's similarity stands when a measure reaches a threshold: as exports write it, else between the points
 * that were measured. `undefined`: they have nothing in common.
 */
export function similarityAt(method: string, measure: string, threshold: number): MeasuredLevel | undefined {
  const written = conditionsOf(method).find((each) => each.measure === measure && each.threshold === threshold);
  if (written !== undefined) return written;
  const points = SIMILARITY_OF[method]?.[measure];
  if (points === undefined) return undefined;
  const found = between(points, threshold);
  return found.from < FULL && found.agreement < LEAST_AGREEMENT ? undefined : found;
}

function between(points: readonly MeasuredPoint[], threshold: number): MeasuredLevel {
  const ascending = [...points].sort(([a], [b]) => a - b);
  const after = ascending.findIndex(([at]) => at >= threshold);
  const [above, below] =
    after < 0 ? [ascending.at(-1)!, ascending.at(-1)!] : [ascending[after]!, ascending[Math.max(0, after - 1)]!];
  const share = above[0] === below[0] ? 0 : (threshold - below[0]) / (above[0] - below[0]);
  const mixed = (i: 1 | 2) => below[i] + (above[i] - below[i]) * Math.min(1, Math.max(0, share));
  return { from: Math.round(mixed(1)), agreement: Math.round(mixed(2)) };
}

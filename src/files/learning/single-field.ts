import type { Similarity } from '../../matching/method.js';
import type { Parameters } from './parameters.js';

/**
 * Assumed probability of a match at each similarity or above. A one-word name has similarity 0.8 to every longer name
 * that contains it, but more likely belongs to a different person (`npm run bench -- splink`).
 */
const BELIEVED: readonly (readonly [from: Similarity, probability: number])[] = [
  [10_000, 0.97],
  [9_500, 0.95],
  [9_000, 0.9],
  [8_500, 0.75],
  [8_000, 0.45],
  [7_500, 0.4],
  [7_000, 0.3],
  [6_000, 0.1],
  [1, 0.02],
  [0, 0],
];

/** Splits a field's levels into matches and chance by assumption, because unlabelled data cannot show the split. */
export function assumeMatchRates(parameters: Parameters, pairs: number): void {
  const field = parameters.fields[0]!;
  const believed = field.levels.map((from) => BELIEVED.find(([at]) => from >= at)![1]);
  parameters.matches = Math.max(
    field.random.reduce((sum, share, i) => sum + share * believed[i]!, 0),
    1 / pairs,
  );
  field.m = field.random.map((share, i) => Math.max((share * believed[i]!) / parameters.matches, 1e-6));
  field.u = field.random.map((share, i) => Math.max((share * (1 - believed[i]!)) / (1 - parameters.matches), 1e-9));
}

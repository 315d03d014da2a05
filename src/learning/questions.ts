import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import { Random } from './random.js';
import type { SampledPairs } from './sample.js';

/** A pair to ask people about. Rows are numbered from 0. */
export interface LearningQuestion {
  readonly a: number;
  readonly b: number;
  /** Percent. */
  readonly score: number;
}

/** Bits by which the model's odds may be off: where an answer would turn a pair, if they were. */
const DOUBTS = [-6, -3, 0, 3];
/** Pairs that no such doubt turns teach nothing. */
const LEAST_DOUBT = 0.02;
/** Rows of a pair are asked about so often at the most: answers about one row say much the same. */
const MOST_OF_A_ROW = 2;

/**
 * Pairs of which an answer teaches much: drawn by lot, the likelier the more undecided the model is, or would be were
 * its odds a little off (sequential Poisson sampling; Ohlsson 1998). Where the most undecided ones are asked about
 * instead, or so many of each pattern of agreement, the answers tell of these and not of the many pairs beside them
 * that are decided by the same numbers. The first ones of a list are drawn so as well, and those asked later.
 *
 * @param isAsked whether a pair may be asked about
 * @param most questions
 * @param seed the same one draws the same pairs
 */
export function questionsOf(
  parameters: Parameters,
  sample: SampledPairs,
  isAsked: (a: number, b: number) => boolean,
  most: number,
  seed = 1,
): LearningQuestion[] {
  const posteriors = new Posteriors(parameters, sample);
  const random = new Random(seed);
  const { rows, rowEnds, others } = sample;
  const drawn: (LearningQuestion & { place: number })[] = [];
  for (let i = 0, pair = 0; i < rows.length; i++)
    for (; pair < rowEnds[i]!; pair++) {
      const posterior = posteriors.of(pair);
      const doubt = doubtOf(posterior);
      const place = random.next() / doubt;
      if (doubt < LEAST_DOUBT) continue;
      const [a, b] = [Math.min(rows[i]!, others[pair]!) - 1, Math.max(rows[i]!, others[pair]!) - 1];
      if (isAsked(a, b)) drawn.push({ a, b, score: Math.floor(posterior * 100), place });
    }
  drawn.sort((one, two) => one.place - two.place);
  const ofRow = new Map<number, number>();
  const questions: LearningQuestion[] = [];
  for (const { a, b, score } of drawn) {
    if (questions.length === most) break;
    const [ofA, ofB] = [ofRow.get(a) ?? 0, ofRow.get(b) ?? 0];
    if (Math.max(ofA, ofB) >= MOST_OF_A_ROW) continue;
    ofRow.set(a, ofA + 1).set(b, ofB + 1);
    questions.push({ a, b, score });
  }
  return questions;
}

/** How undecided a pair is, 0..1, on the average over the doubts about its odds. */
function doubtOf(posterior: number): number {
  let sum = 0;
  for (const bits of DOUBTS) {
    const factor = 2 ** bits;
    const p = (posterior * factor) / (1 - posterior + posterior * factor);
    sum += 4 * p * (1 - p);
  }
  return sum / DOUBTS.length;
}

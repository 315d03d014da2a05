import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import { Random } from './random.js';
import type { SampledPairs } from './sample.js';

/** A question about two rows, which are numbered from 0. */
export interface LearningQuestion {
  readonly a: number;
  readonly b: number;
  /** Score in percent. */
  readonly score: number;
}

/** Assumed errors of the model's odds in bits. An answer is informative if such an error would change the decision. */
const DOUBTS = [-6, -3, 0, 3];
/** Pairs with less doubt (see `doubtOf`) are not asked. */
const LEAST_DOUBT = 0.02;
/** Maximum questions per row, because answers about one row are correlated. */
const MOST_OF_A_ROW = 2;

/**
 * Returns informative pairs, drawn at random. The more undecided the model is, or would be with slightly different
 * odds, the more likely a pair is drawn (sequential Poisson sampling; Ohlsson 1998). The most undecided pairs alone, or
 * a fixed number of each pattern, would miss many similar pairs. Any number of pairs from the start of the list is also
 * such a sample.
 * @param isAsked returns whether a pair may be asked about
 * @param seed the same seed draws the same pairs
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

/** Returns the doubt about a pair from 0 to 1, averaged over the assumed errors of the odds. */
function doubtOf(posterior: number): number {
  let sum = 0;
  for (const bits of DOUBTS) {
    const factor = 2 ** bits;
    const p = (posterior * factor) / (1 - posterior + posterior * factor);
    sum += 4 * p * (1 - p);
  }
  return sum / DOUBTS.length;
}

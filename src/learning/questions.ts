import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import type { FoundPairs } from './sample.js';

/** A pair to ask people about. Rows are numbered from 0. */
export interface Question {
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
 * The pairs of which an answer teaches most: where the model is undecided, or would be were its odds a little off, and
 * each pattern of agreement in turn, those with many pairs sooner (uncertainty and diversity; Settles 2009).
 *
 * @param isAsked whether a pair may be asked about
 * @param most questions
 */
export function questionsOf(
  parameters: Parameters,
  sample: FoundPairs,
  isAsked: (a: number, b: number) => boolean,
  most: number,
): Question[] {
  const posteriors = new Posteriors(parameters, sample);
  const { fields, levels, rows, rowEnds, others } = sample;
  const patterns = new Map<string, { doubt: number; pairs: (Question & { doubt: number })[] }>();
  for (let i = 0, pair = 0; i < rows.length; i++)
    for (; pair < rowEnds[i]!; pair++) {
      const posterior = posteriors.of(pair);
      const doubt = doubtOf(posterior);
      if (doubt < LEAST_DOUBT) continue;
      const [a, b] = [Math.min(rows[i]!, others[pair]!) - 1, Math.max(rows[i]!, others[pair]!) - 1];
      if (!isAsked(a, b)) continue;
      const key = levels.subarray(pair * fields, (pair + 1) * fields).join(' ');
      const pattern = patterns.get(key) ?? { doubt: 0, pairs: [] };
      patterns.set(key, pattern);
      pattern.doubt += doubt;
      pattern.pairs.push({ a, b, score: Math.floor(posterior * 100), doubt });
    }
  const open = [...patterns.values()].map(({ doubt, pairs }) => ({
    // Many pairs of one pattern are decided together; yet they are not asked about in proportion.
    worth: Math.sqrt(doubt),
    asked: 0,
    pairs: pairs.sort((one, two) => one.doubt - two.doubt || two.a - one.a || two.b - one.b),
  }));
  const ofRow = new Map<number, number>();
  const questions: Question[] = [];
  while (questions.length < most) {
    let best: (typeof open)[number] | undefined;
    for (const each of open)
      if (
        each.pairs.length > 0 &&
        (best === undefined || each.worth / (1 + each.asked) > best.worth / (1 + best.asked))
      )
        best = each;
    if (best === undefined) break;
    const { a, b, score } = best.pairs.pop()!;
    const [ofA, ofB] = [ofRow.get(a) ?? 0, ofRow.get(b) ?? 0];
    if (Math.max(ofA, ofB) >= MOST_OF_A_ROW) continue;
    ofRow.set(a, ofA + 1).set(b, ofB + 1);
    best.asked++;
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

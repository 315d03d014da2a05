import type { ContradictionKindName } from '../../matching/contradictions/contradiction.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import type { SampledPairs } from './sample.js';
import type { FieldComparison } from './comparisons.js';

/** Share of contradictions of a kind among pairs that match in everything else. */
export interface ContradictionShare {
  readonly kind: ContradictionKindName;
  /** Number of pairs that match without the fields of the kind, and fill these fields. */
  readonly pairs: number;
  readonly contradicted: number;
  /** Whether the values of one person differ so often that a difference is not treated as a contradiction. */
  readonly isNoise: boolean;
  /** Whether dates without a common part still contradict each other, as do those of a father and his son. */
  readonly keepsOther: boolean;
}

/** Minimum posterior, without the fields of a kind, of a pair that matches in everything else. */
const SURE = 0.99;
const MOST_LOOKED_AT = 10_000;
/**
 * Minimum match weight, in bits, of a field whose agreement shows that two members of a household are the same person.
 */
const LEAST_WEIGHT = 4;
/** Minimum pairs and contradictions for noise. With fewer pairs, the kind remains a contradiction. */
const FEWEST = 20;
const FEWEST_CONTRADICTED = 5;
/** Minimum share of noise. Rarer contradictions lose few pairs. */
const LEAST_NOISE = 0.02;
const MOST_NOISE = 0.5;
/** Maximum share of pairs whose dates differ in year, month and day, so that these pairs are treated as namesakes. */
const MOST_NAMESAKES = 0.1;

/**
 * Counts pairs that match in all other fields, as in `Witnesses`. @param contradictions Contradictions of the rows,
 * from 0
 */
export function contradictionShares(
  comparisons: readonly FieldComparison[],
  parameters: Parameters,
  sample: SampledPairs,
  contradictions: RowContradictions,
): ContradictionShare[] {
  return contradictions.kinds().map((kind) => {
    const read = new Set(contradictions.leftOutFor(kind, new Set(comparisons.map(({ field }) => field))));
    const isRead = comparisons.map(({ field }) => field.split('+').some((part) => read.has(part)));
    const { fields, count } = sample;
    const left = sample.levels.slice();
    for (let at = 0; at < left.length; at++) if (isRead[at % fields]!) left[at] = -1;
    const posteriors = new Posteriors(
      {
        ...parameters,
        fields: parameters.fields.map((each, f) => (isRead[f]! ? { ...each, blanks: undefined } : each)),
      },
      { ...sample, levels: left },
    );
    const personal = kind === 'firstName' ? personalFields(parameters, isRead) : undefined;
    const isPersonal = (pair: number) =>
      personal?.some(({ f, weight }) => weight(sample.levels[pair * fields + f]!) >= LEAST_WEIGHT) ?? true;
    const own = isRead.flatMap((is, f) => (is && parameters.fields[f]!.remarksOn === undefined ? [f] : []));
    const isFilled = (pair: number) => own.every((f) => sample.levels[pair * fields + f]! >= 0);
    const step = Math.max(1, Math.floor(count / (MOST_LOOKED_AT * 4)));
    let [pairs, contradicted, others] = [0, 0, 0];
    for (let row = 0, pair = 0; row < sample.rows.length; row++)
      for (; pair < sample.rowEnds[row]!; pair++) {
        if (pair % step !== 0 || pairs >= MOST_LOOKED_AT || !isFilled(pair) || posteriors.of(pair) < SURE) continue;
        if (!isPersonal(pair)) continue;
        pairs++;
        const rows = [sample.rows[row]! - 1, sample.others[pair]! - 1] as const;
        if (contradictions.is(kind, ...rows)) contradicted++;
        if (contradictions.haveOtherDates(kind, ...rows)) others++;
      }
    const share = contradicted / Math.max(1, pairs);
    const isNoise =
      pairs >= FEWEST && contradicted >= FEWEST_CONTRADICTED && share >= LEAST_NOISE && share <= MOST_NOISE;
    const keepsOther = isNoise && others > 0 && others <= MOST_NAMESAKES * pairs;
    return { kind, pairs, contradicted, isNoise, keepsOther };
  });
}

/** Returns the other fields that a household does not share; `undefined` if no field belongs to households. */
function personalFields({ fields, nonMatches }: Parameters, isRead: readonly boolean[]) {
  const home = nonMatches.find(({ name }) => name === 'household');
  return home?.levels.flatMap((shared, f) => {
    const { m, u, remarksOn } = fields[f]!;
    if (shared !== null || isRead[f]! || remarksOn !== undefined) return [];
    return [{ f, weight: (level: number) => (level < 0 ? 0 : Math.log2(m[level]! / u[level]!)) }];
  });
}

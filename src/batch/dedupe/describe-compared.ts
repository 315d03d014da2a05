import { shareWithin, type ExpectedQuality } from '../../learning/expected-quality.js';
import type { Trained } from '../../learning/train.js';
import type { Scenario } from '../../matching/scenario.js';
import { describeLeftOut } from '../input/describe-unused.js';
import { table } from '../output/text-table.js';
import { titleOf } from './contradictions-text.js';
import type { Prepared } from './prepare.js';

/** A scenario as programs read it: of a learned one the match weights in bits, of others the weights. */
export function shownScenario({ id, threshold, fields, model }: Scenario) {
  return {
    id,
    threshold: threshold / 100,
    fields: fields.map(({ label, method, weight }, i) => {
      const levels = model?.fields[i]!.levels;
      const bits = levels && {
        bitsWhenEqual: levels[0]!.matchWeight / 1_000,
        bitsWhenDifferent: levels.at(-1)!.matchWeight / 1_000,
      };
      return { field: label, method: method.name, ...(bits ?? { weight: weight / 100 }) };
    }),
  };
}

/** The weight of each field of a learned scenario, in bits. */
export function learnedFieldsText(scenario: Scenario): string {
  return table(
    ['field', 'method', 'bits when equal', 'bits when different'],
    shownScenario(scenario).fields.map(({ field, method, ...bits }) => [
      field,
      method,
      'bitsWhenEqual' in bits ? bits.bitsWhenEqual.toFixed(1) : '',
      'bitsWhenEqual' in bits ? bits.bitsWhenDifferent.toFixed(1) : '',
    ]),
  );
}

/** The quality expected at a threshold: that of the highest threshold of the curve which is not above it. */
export function expectedAt({ curve }: Trained['report'], scenario: Scenario): ExpectedQuality {
  const threshold = scenario.threshold / 100;
  return curve.findLast((at) => at.threshold <= threshold) ?? curve[0]!;
}

/** Which fields were compared, how, and what to expect of it. */
export function comparedText({ scenarios, learned }: Pick<Prepared, 'scenarios' | 'learned'>): string {
  const [first] = scenarios;
  if (learned === undefined || first === undefined) {
    const rows = scenarios
      .map(shownScenario)
      .map(({ id, threshold, fields }) => [
        id,
        String(threshold),
        fields
          .map(({ field, method, ...of }) => `${field} (${method}, ${'weight' in of ? of.weight : 'learned'})`)
          .join(', '),
      ]);
    return `\n${table(['scenario', 'threshold', 'fields compared (method, weight)'], rows, 200)}`;
  }
  const expected = expectedAt(learned, first);
  return (
    `learned: threshold ${first.threshold / 100}; ` +
    `${expected.noGrounds === undefined ? `expected precision ${shareWithin(expected.precision, expected.precisionInterval)}` : `no estimate of the precision: ${expected.noGrounds}`}, ` +
    `expected recall ${shareWithin(expected.recall, expected.recallInterval)}` +
    `${expected.threshold === first.threshold / 100 ? '' : ` (at ${expected.threshold})`}\n\n${learnedFieldsText(first)}`
  );
}

/** Everything that people must know to read the pairs. */
export function notesOn({ learned, notLearned }: Pick<Prepared, 'learned' | 'notLearned'>, precision = 0): string[] {
  if (notLearned !== undefined)
    return [
      `nothing is learned from the rows, for ${notLearned}: they are compared by the scenarios of the REST search`,
    ];
  if (learned === undefined) return [];
  const { leftOut, chosen } = learned;
  const falls = chosen.precision * 100 < precision;
  return [
    ...describeLeftOut(leftOut),
    ...describeNoise(learned),
    ...(falls ? [`no threshold is expected to reach a precision of ${precision} %: the highest is used`] : []),
  ];
}

/** Kinds of contradiction that the rows do not bear out. */
export function describeNoise({ contradictions }: Pick<Trained['report'], 'contradictions'>): string[] {
  return contradictions
    .filter(({ isNoise }) => isNoise)
    .map(
      ({ kind, contradicted, pairs }) =>
        `${titleOf(kind)} in ${contradicted} of ${pairs} pairs that are the same by everything else: not taken as a contradiction`,
    );
}

/** Says why there are more pairs than rows. */
export function outnumbered({ pairs, rows }: { readonly pairs: number; readonly rows: number }): string {
  const [many, few] = [pairs, rows].map((count) => count.toLocaleString('en-US'));
  return `${many} pairs among ${few} rows: the fields compared do not tell records apart`;
}

/** The effect of people's answers. */
export function answersText(learned: Pick<Trained['report'], 'answers'> | undefined): string[] {
  if (learned?.answers === undefined) return [];
  const { pairs, foreseen, isCorrected } = learned.answers;
  return [
    `learned from ${pairs} answers, of which ${foreseen} were foreseen: ${
      isCorrected ? 'the weights and the threshold are corrected by them' : 'they bear the weights out, which stay'
    }`,
  ];
}

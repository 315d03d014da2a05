import { expectedAt, shareWithin } from '../learning/expected-quality.js';
import type { Trained } from '../learning/train.js';
import type { Scenario } from '../../matching/scenario.js';
import { describeLeftOut } from '../read/describe-unused.js';
import { table } from '../write/text-table.js';
import type { Prepared } from './prepare.js';
import type { Contradiction, ContradictionKindName } from '../../matching/contradictions/contradiction.js';
import { contradictionKinds } from '../../matching/contradictions/contradictions.js';

/** Describes a scenario for programs, with match weights in bits if it is learned, otherwise with weights. */
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

/** Describes learned fields as a table, in bits. */
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

/** Describes which fields were compared, how they were compared, and the expected quality. */
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

/** Returns notes that people need to interpret the pairs. */
export function notesOn({ learned, notLearned }: Pick<Prepared, 'learned' | 'notLearned'>, precision = 0): string[] {
  if (notLearned !== undefined)
    return [`no scenario was learned, because ${notLearned}; the \`restSearch\` scenarios are used`];
  if (learned === undefined) return [];
  const { leftOut, chosen } = learned;
  const falls = chosen.precision * 100 < precision;
  return [
    ...describeLeftOut(leftOut),
    ...describeNoise(learned),
    ...(falls ? [`no threshold has an expected precision of ${precision} %; the highest threshold is used`] : []),
  ];
}

/** Describes kinds of contradictions that are too common in the rows to be used. */
export function describeNoise({ contradictions }: Pick<Trained['report'], 'contradictions'>): string[] {
  return contradictions
    .filter(({ isNoise }) => isNoise)
    .map(
      ({ kind, contradicted, pairs, keepsOther }) =>
        `${titleOf(kind)} in ${contradicted} of ${pairs} otherwise matching pairs: ${
          keepsOther ? 'a contradiction only if year, month and day differ' : 'not used as a contradiction'
        }`,
    );
}

/** Explains why there are more pairs than rows. */
export function outnumbered({ pairs, rows }: { readonly pairs: number; readonly rows: number }): string {
  const [many, few] = [pairs, rows].map((count) => count.toLocaleString('en-US'));
  return `${many} pairs among ${few} rows: the compared fields do not distinguish the rows`;
}

export function answersText(learned: Pick<Trained['report'], 'answers'> | undefined): string[] {
  if (learned?.answers === undefined) return [];
  const { pairs, foreseen, isCorrected } = learned.answers;
  return [
    `learned from ${pairs} labels, ${foreseen} of them predicted correctly: ${
      isCorrected ? 'they changed the weights and the threshold' : 'they confirmed the weights'
    }`,
  ];
}

const titles = new Map(contradictionKinds.map(({ name, title }) => [name, title]));

const titleOf = (kind: ContradictionKindName): string => titles.get(kind)!;

/** Describes contradictions in a cell: `different birth dates (1951-02-03 / 1980-11-30); different sexes (F / M)`. */
export function contradictionsText(found: readonly Contradiction[]): string {
  return found.map(({ kind, one, other }) => `${titleOf(kind)} (${one} / ${other})`).join('; ');
}

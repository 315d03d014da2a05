import type { MatchMethod } from '../../matching/method.js';
import type { MethodKind } from '../../matching/method-traits.js';
import type { FieldModel } from '../../matching/model.js';
import { ALIKE } from './reach.js';
import { keysOfValue } from './value-keys.js';

/** The rough cost of a list for a row. Only the choice of lists rests on it, never whether they suffice. */
export interface Cost {
  /** Keys of a value. */
  readonly keys: number;
  /** Share of all pairs of rows that share a key. */
  readonly odds: number;
}

/** Share of pairs that agree by chance, where no model tells. */
const ODDS: Readonly<Record<MethodKind | 'other', number>> = {
  ...{ own: 1e-6, companyName: 1e-5, personName: 2e-3, place: 3e-3, remark: 1e-3 },
  other: 1e-3,
};
/** Pairs that share a key, for each that is alike. */
const SHARING = 5;

/** Texts of all kinds of fields, by which keys are counted. */
const SPECIMENS = [
  ['Anna', 'Schneider'],
  ['Robert James', 'Miller'],
  ['12 Oak Ridge Road', ''],
  ['+1 650 555 0134', ''],
  ['anna.schneider@example.com', ''],
  ['1980-03-12', ''],
  ['80331', ''],
  ['Northwind Logistics GmbH', ''],
  ['San Francisco', ''],
] as const;

/** Cost of a list by one field alone. */
export function costOf(
  method: MatchMethod,
  fields: readonly string[],
  agreement: number,
  model: FieldModel | undefined,
): Cost {
  const odds = Math.min(1, model ? oddsByModel(model, agreement) : oddsByKind(method, agreement, fields.length));
  return { keys: agreement === ALIKE ? usualKeys(method, fields.length) : 1, odds };
}

function oddsByKind({ kind, tellsFieldsApart }: MatchMethod, agreement: number, fields: number): number {
  // A first and a last name.
  const odds = ODDS[kind ?? 'other'] ** (tellsFieldsApart === true ? fields : 1);
  return odds * (agreement === ALIKE ? SHARING : 1);
}

/** A level's match weight is that of how much rarer it is by chance than between records of one entity. */
function oddsByModel({ levels }: FieldModel, agreement: number): number {
  const helpful = agreement === ALIKE ? levels.filter(({ matchWeight }) => matchWeight > 0) : levels.slice(0, 1);
  const odds = helpful.reduce((sum, { matchWeight }) => sum + 2 ** (-matchWeight / 1_000), 0);
  return odds * (agreement === ALIKE ? SHARING : 1);
}

function usualKeys(method: MatchMethod, fields: number): number {
  const counts = SPECIMENS.flatMap((texts) => {
    const normal = method.normalise(
      fields > 1 ? [...texts, ...new Array<string>(fields).fill('')].slice(0, fields) : [texts.join(' ').trim()],
    );
    return normal === '' ? [] : [keysOfValue(method, normal).filed.length];
  });
  return counts.length === 0 ? 1 : counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

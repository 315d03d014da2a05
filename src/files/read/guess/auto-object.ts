import type { Configuration } from '../../../store/config/configuration.js';
import { createRegistry } from '../../../records/registry.js';
import type { FieldType } from '../../../records/object-schema.js';
import type { ObjectType } from '../../../records/object-type.js';
import { fold } from '../../../matching/text/fold.js';
import { defaultRules } from '../../../matching/survivorship/default-rules.js';
import type { MapOption } from '../mapping.js';
import type { ReadAhead } from './guess-columns.js';
import type { GuessedField } from './guess-mapping.js';
import type { ColumnReading } from './read-columns.js';
import { guessId } from './guess-id.js';
import { isCode, labelWords } from './read-label.js';

/** Value of `--object` for an object made from the file's columns. */
export const AUTO = 'auto';
const NAME = 'Row__c';
/**
 * Minimum number of rows to learn from. The number is low because an object made from columns has no other scenarios.
 */
export const AUTO_LEARNS_FROM = 2;

const MODEL_NUMBERS = 'ModelNumbersInText__c';
const NUMBERS = 'NumbersInText__c';
/** Minimum share of a column's values that must be of a kind. */
const MOSTLY = 0.8;
/**
 * Minimum share of values that contain digits. At or above this share, the numbers within the values are compared
 * separately.
 */
const WITH_NUMBERS = 0.2;
/** Minimum average number of words for a column to be compared as long text. */
const SEVERAL_WORDS = 2;
const LONGEST_NAME = 40;
const AMOUNT = /^(?:\p{Sc}\s?)?[-+]?\d[\d.,' ]*(?:\s?\p{Sc})?$/u;
const AMOUNTS = new Set(
  'price amount cost value preis betrag kosten prix montant precio importe prezzo cena'.split(' '),
);

export interface AutoObject {
  readonly type: ObjectType;
  /** The columns that fill each field, for `resolveMapping`. */
  readonly options: readonly MapOption[];
  readonly guessed: readonly GuessedField[];
}

/**
 * Makes an object from a table. The values of each column decide whether it is a number, date, address, identifier or
 * text. Numbers within text (sizes, model numbers), which distinguish items with the same name, become extra fields.
 * @param named columns given as the rows' Ids or sources, which fill no field
 */
export function autoObject({ table, sample, readings }: ReadAhead, named: readonly (string | undefined)[]): AutoObject {
  const leftOut = [...named, guessId(readings, sample)?.label];
  const taken = new Set<string>();
  const used = readings.filter(({ label, look }) => !leftOut.includes(label) && look.filled > 0);
  const own = used.map((reading) => {
    const values = (sample.values[reading.position] ?? []).filter((text) => text !== '');
    return { reading, values, name: nameOf(reading, taken), ...kindOf(reading, values) };
  });
  const texts = own.filter(
    ({ type, values }) =>
      type === 'string' &&
      values.reduce((sum, text) => sum + text.split(/\s+/).length, 0) > SEVERAL_WORDS * values.length &&
      values.filter((text) => /\d/.test(text)).length >= WITH_NUMBERS * values.length,
  );
  const [title] = texts;
  const made: { field: string; positions: number[]; reason: string }[] =
    title === undefined
      ? []
      : [
          {
            field: MODEL_NUMBERS,
            positions: texts.map(({ reading }) => reading.position),
            reason: 'model numbers in the text',
          },
          { field: NUMBERS, positions: [title.reading.position], reason: 'numbers in the text' },
        ];
  const fields = [
    ...own.map(({ name, type }) => ({ name, type })),
    ...made.map(({ field }) => ({ name: field, type: 'string' as const })),
  ];
  const type = createRegistry([{ name: NAME, keyPrefix: 'zzr', label: 'Row', fields }]).byName(NAME)!;
  // Put fields of a single column last: if several fields could use a column, the first one gets it.
  const guessed = [
    ...made,
    ...own.map(({ name, reading, reason }) => ({ field: name, positions: [reading.position], reason })),
  ];
  return {
    type,
    guessed,
    options: guessed.map(({ field, positions }) => ({
      ...{ field, positions },
      source: positions.map((position) => table.columns[position]!).join('+'),
    })),
  };
}

/** Adds an object to a configuration. Replaces an object with the same name. */
export function withObject(configuration: Configuration, type: ObjectType): Configuration {
  const { registry } = configuration;
  return {
    ...configuration,
    survivorship: new Map([
      [type.name, defaultRules(type.fields.map(({ name }) => name))],
      ...configuration.survivorship,
    ]),
    registry: {
      types: [...registry.types.filter(({ name }) => name !== type.name), type],
      byName: (name) => (name.toLowerCase() === type.name.toLowerCase() ? type : registry.byName(name)),
      byPrefix: (prefix) => (prefix === type.keyPrefix ? type : registry.byPrefix(prefix)),
    },
  };
}

function kindOf({ label, look }: ColumnReading, values: readonly string[]): { type: FieldType; reason: string } {
  const share = (test: (text: string) => boolean) => values.filter(test).length / Math.max(1, values.length);
  if (look.email >= MOSTLY) return { type: 'email', reason: 'values look like e-mail addresses' };
  if (look.website >= MOSTLY) return { type: 'url', reason: 'values look like web addresses' };
  if (look.date >= MOSTLY) return { type: 'date', reason: 'values look like dates' };
  const isAmount = labelWords(label).some((word) => AMOUNTS.has(word));
  if (share((text) => AMOUNT.test(text)) >= MOSTLY) {
    const areWhole = share((text) => /^\d+$/.test(text)) >= MOSTLY;
    // Years, sizes and counts must be equal to match. Measures and prices may differ slightly.
    if (isAmount || (!areWhole && !isCode(label))) return { type: 'number', reason: 'values are amounts' };
    return { type: 'string', reason: look.distinct > MOSTLY ? 'values are identifiers' : 'values are whole numbers' };
  }
  return { type: 'string', reason: 'values are text' };
}

/** Returns a unique field name with the Latin letters and digits of the label. */
function nameOf({ label, position }: ColumnReading, taken: Set<string>): string {
  const words = fold(label)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  let base = words.join('').slice(0, LONGEST_NAME);
  if (!/^[A-Za-z]/.test(base)) base = `Column${position + 1}`;
  let name = `${base}__c`;
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base}${n}__c`;
  taken.add(name.toLowerCase());
  return name;
}

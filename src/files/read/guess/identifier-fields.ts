import { isCompanyIdentifier, isNumberOfParty } from '../../../matching/contradictions/identifiers.js';
import { fold, words } from '../../../matching/text/fold.js';
import type { ObjectType } from '../../../records/object-type.js';
import { createRegistry, ResolvedType } from '../../../records/registry.js';
import type { Meaning } from './label-table.js';
import { fieldsFor, isOfPeople } from './meaning-fields.js';
import { NAMES, type ColumnReading } from './read-columns.js';
import { labelWords } from './read-label.js';

/** Minimum share of values with digits in a column of identifiers. */
const LEAST_WITH_DIGITS = 0.8;
const DIGITS = /(?:\d[^\d]{0,3}){5}/;

/** Fields that distinguish people or companies, for objects without a field of this kind. */
const TELLING = [
  { meaning: 'email', name: 'Email__c', type: 'email' },
  { meaning: 'birthdate', name: 'Birthdate__c', type: 'date' },
  { meaning: 'company', name: 'Company__c', type: 'string' },
  { meaning: 'website', name: 'Website__c', type: 'url' },
] as const;

/**
 * Adds a field for each identifying column that has no field in the object: e-mail addresses of companies, companies
 * and birth dates of people, and unique numbers, which can confirm or contradict a pair. Omits company numbers that
 * colleagues share.
 * @param values first values by position
 */
export function withIdentifiers(
  type: ObjectType,
  readings: readonly ColumnReading[],
  values: readonly (readonly string[])[],
): ObjectType {
  const identifying = readings.flatMap(({ label, look, meaning, position }) => {
    const parts = labelWords(label);
    const isNamedSo = isNumberOfParty(parts.join('_'));
    if (!isNamedSo && (look.identifier === undefined || meaning !== undefined)) return [];
    const named = [...parts.filter((word) => /^[a-z\d]+$/.test(word)), ...(isNamedSo ? [] : [look.identifier!])];
    const name = `${named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('_')}__c`;
    if (look.money > 1 - LEAST_WITH_DIGITS) return [];
    if (isOfPeople(type) && isCompanyIdentifier(name) && !areOwnNumbers(position, readings, values)) return [];
    const isKnown = type.fields.some(
      (field) => labelWords(field.name.replace(/__c$/i, '')).join('') === parts.join(''),
    );
    const filled = (values[position] ?? []).filter((text) => text !== '');
    const withDigits = filled.filter((text) => DIGITS.test(text)).length;
    if (isKnown || withDigits < LEAST_WITH_DIGITS * filled.length || withDigits === 0) return [];
    return [{ name: /^\d/.test(name) ? `N${name}` : name, label, type: 'string' as const }];
  });
  const isLacking = (meaning: Meaning) =>
    readings.some((one) => one.meaning === meaning) && fieldsFor(type, meaning, undefined).length === 0;
  const fields = [
    ...TELLING.filter(({ meaning }) => isLacking(meaning)).map(({ name, type }) => ({ name, type })),
    ...new Map(identifying.map((field) => [field.name, field])).values(),
  ];
  if (fields.length === 0) return type;
  const made = createRegistry([{ name: 'Identified__c', keyPrefix: 'zzq', label: type.label, fields }]);
  const added = made.byName('Identified__c')!.fields.filter(({ name }) => fields.some((field) => field.name === name));
  return new ResolvedType(type.name, type.keyPrefix, type.label, [...type.fields, ...added]);
}

/**
 * A column identifies the people in its rows if at least this many numbers occur in several rows, and this share of
 * them in rows with a single name.
 */
const FEWEST_REPEATED = 3;
const OF_ONE_NAME = 0.8;

/**
 * Returns whether rows with the same number mostly have the same name, as for customer numbers, and not the names of
 * colleagues.
 */
function areOwnNumbers(
  position: number,
  readings: readonly ColumnReading[],
  values: readonly (readonly string[])[],
): boolean {
  const names = readings.filter(({ meaning }) => NAMES.has(meaning)).map((one) => values[one.position] ?? []);
  const nameOf = (row: number) => words(fold(names.map((column) => column[row] ?? '').join(' '))).map(beginning);
  const holders = new Map<string, number[]>();
  values[position]?.forEach((text, row) => {
    const number = text.toUpperCase().replace(/[^A-Z\d]/g, '');
    const rows = holders.get(number);
    if (rows !== undefined) rows.push(row);
    else if (number !== '') holders.set(number, [row]);
  });
  const repeated = [...holders.values()].filter((rows) => rows.length > 1);
  const ofOneName = repeated.filter((rows) => {
    const [first = [], ...others] = rows.map(nameOf).filter((name) => name.length > 0);
    return others.every((other) => {
      const alike = other.filter((word) => first.some((one) => one.startsWith(word) || word.startsWith(one)));
      return alike.length * 2 > Math.min(first.length, other.length);
    });
  });
  return repeated.length >= FEWEST_REPEATED && ofOneName.length >= OF_ONE_NAME * repeated.length;
}

const beginning = (word: string) => word.slice(0, 3);

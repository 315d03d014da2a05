import { isCompanyIdentifier, isNumberOfParty } from '../../../matching/contradictions/identifiers.js';
import type { ObjectType } from '../../../records/object-type.js';
import { createRegistry, ResolvedType } from '../../../records/registry.js';
import type { Meaning } from './label-table.js';
import { fieldsFor, isOfPeople } from './meaning-fields.js';
import type { ColumnReading } from './read-columns.js';
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
 * and birth dates of people, and unique numbers, which can confirm or contradict a pair. Omits numbers of
 * companies in tables of people.
 * @param values first values by position
 */
export function withIdentifiers(
  type: ObjectType,
  readings: readonly ColumnReading[],
  values: readonly (readonly string[])[],
): ObjectType {
  const identifying = readings.flatMap(({ label, look, meaning, position }) => {
    const words = labelWords(label);
    const isNamedSo = isNumberOfParty(words.join('_'));
    if (!isNamedSo && (look.identifier === undefined || meaning !== undefined)) return [];
    const named = [...words.filter((word) => /^[a-z\d]+$/.test(word)), ...(isNamedSo ? [] : [look.identifier!])];
    const name = `${named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('_')}__c`;
    if (look.money > 1 - LEAST_WITH_DIGITS || (isOfPeople(type) && isCompanyIdentifier(name))) return [];
    const isKnown = type.fields.some(
      (field) => labelWords(field.name.replace(/__c$/i, '')).join('') === words.join(''),
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

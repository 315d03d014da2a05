import { table } from '../../write/text-table.js';
import { labelsOf } from './guess-columns.js';
import type { GuessedField } from './guess-mapping.js';
import type { GuessedObject } from './guess-object.js';

const NO_PARTIES = 'no column contains names of people or companies (--object TYPE overrides this)';

export function describeObject({ name, reason, hasParties }: GuessedObject, isAuto = false): string {
  if (isAuto) return `an object type is created from the columns (--object auto), because ${NO_PARTIES}`;
  if (!hasParties) return `the rows are read as ${name}, although ${NO_PARTIES}`;
  return `the rows are read as ${name}, because ${reason} (--object TYPE overrides this)`;
}

/** Describes guessed columns as a table, which `--map` can correct. Empty if every column is named like its field. */
export function describeGuess(columns: readonly string[], guessed: readonly GuessedField[]): string[] {
  const isNamedSo = ({ field, positions }: GuessedField) =>
    positions.length === 1 && columns[positions[0]!]!.toLowerCase() === field.toLowerCase();
  const told = guessed.filter((one) => !isNamedSo(one));
  if (told.length === 0) return [];
  const rows = told.map(({ field, positions, reason }) => [labelsOf(columns, positions), field, reason]);
  return [
    'guessed fields (--map COLUMN=Field changes a field, --map COLUMN= ignores a column):',
    ...table(['column', 'field', 'reason'], rows, 60).trimEnd().split('\n'),
  ];
}

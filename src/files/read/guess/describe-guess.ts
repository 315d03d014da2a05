import { table } from '../../write/text-table.js';
import { labelsOf } from './guess-columns.js';
import type { GuessedField } from './guess-mapping.js';
import type { GuessedObject } from './guess-object.js';

const NO_PARTIES = 'name neither people nor companies (--object TYPE changes this)';

export function describeObject({ name, reason, hasParties }: GuessedObject, isAuto = false): string {
  if (isAuto) return `the columns become an object of their own (--object auto), because they ${NO_PARTIES}`;
  if (!hasParties) return `the rows are treated as ${name}, although the columns ${NO_PARTIES}`;
  return `the rows are treated as ${name}, because ${reason} (--object TYPE changes this)`;
}

/** Describes guessed columns as a table, which `--map` can correct. Empty if every column is named like its field. */
export function describeGuess(columns: readonly string[], guessed: readonly GuessedField[]): string[] {
  const isNamedSo = ({ field, positions }: GuessedField) =>
    positions.length === 1 && columns[positions[0]!]!.toLowerCase() === field.toLowerCase();
  const told = guessed.filter((one) => !isNamedSo(one));
  if (told.length === 0) return [];
  const rows = told.map(({ field, positions, reason }) => [labelsOf(columns, positions), field, reason]);
  return [
    'columns guessed; --map COLUMN=Field changes one, --map COLUMN= leaves one out:',
    ...table(['column', 'field', 'because of'], rows, 60).trimEnd().split('\n'),
  ];
}

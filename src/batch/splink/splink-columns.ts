import type { ObjectType } from '../../records/object-type.js';
import { BrokenRows } from '../input/broken-rows.js';
import { guessMapping } from '../input/guess/guess-mapping.js';
import { guessObject } from '../input/guess/guess-object.js';
import { readColumns, type ColumnReading } from '../input/guess/read-columns.js';

/** Columns of which only the names are known. */
const NO_VALUES = { rows: 0, values: [] };

/** The object that columns with these names are of. */
export function guessObjectByNames(columns: readonly string[]): { readonly name: string; readonly reason: string } {
  return guessObject(readNames(columns).map((one) => ({ ...one, look: { ...one.look, filled: 1 } })));
}

/** Fields by the columns that mean them. */
export function guessFieldsByNames(type: ObjectType, columns: readonly string[], taken: Iterable<string>) {
  const sample = { ...NO_VALUES, isWhole: true, broken: new BrokenRows() };
  const rules = { accepts: () => true, given: new Set<number>(), taken: new Set(taken) };
  const guessed = guessMapping(type, readNames(columns), sample, rules);
  return new Map(
    guessed.flatMap(({ field, positions }) =>
      positions.length === 1 ? [[columns[positions[0]!]!, field] as const] : [],
    ),
  );
}

function readNames(columns: readonly string[]): ColumnReading[] {
  return readColumns(columns, NO_VALUES);
}

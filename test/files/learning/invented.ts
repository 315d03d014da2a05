import { Contacts } from '../../../bench/synthetic/contacts.js';
import { DIFFICULTIES, rowsWithDuplicates } from '../../../bench/synthetic/tasks.js';
import type { FieldTexts } from '../../../src/matching/field-texts.js';
import { standardObjects } from '../../../src/records/standard-objects.js';
import type { LearnField } from '../../../src/files/learning/comparisons.js';

/** Difficulty of the duplicates, which are every sixth row: 1 typo, 2 or 3, or 4 or 5. */
export const difficultyOf = (row: number) => DIFFICULTIES[Math.floor(row / 6) % 3]!;

/** Contacts in households, with shared phones and missing fields. One row in six is a retyped earlier row. */
export function inventedRows(size: number, seed: number): { rows: FieldTexts[]; truth: Set<string> } {
  const rows: FieldTexts[] = [];
  const truth = new Set<string>();
  const groups = new Map<number, number[]>();
  for (const { values, duplicateOf } of rowsWithDuplicates(new Contacts(seed), size)) {
    const row = rows.push(values) - 1;
    const group = groups.get(duplicateOf ?? row) ?? [];
    for (const other of group) truth.add(`${other},${row}`);
    groups.set(duplicateOf ?? row, [...group, row]);
  }
  return { rows, truth };
}

export const contactFields: readonly LearnField[] = standardObjects.find(({ name }) => name === 'Contact')!.fields;

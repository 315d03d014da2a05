import { Contacts } from '../../../bench/synthetic/contacts.js';
import { DIFFICULTIES, rowsWithDuplicates } from '../../../bench/synthetic/tasks.js';
import type { FieldTexts } from '../../../src/matching/field-texts.js';
import { standardObjects } from '../../../src/records/standard-objects.js';
import type { LearnField } from '../../../src/files/learning/comparisons.js';

/** How badly a row that repeats an earlier one (one in six) was typed: with 1, 2 or 3, 4 or 5 corruptions. */
export const difficultyOf = (row: number) => DIFFICULTIES[Math.floor(row / 6) % 3]!;

/**
 * Contacts in households, with shared phones and missing fields; one row in six is an earlier one as somebody else
 * typed it.
 */
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

import type { ObjectType } from '../../records/object-type.js';
import { notesOn } from '../dedupe/describe-compared.js';
import type { Prepared, PrepareOptions } from '../dedupe/prepare.js';
import { comparisonReport, type FoundForReport } from './comparison-report.js';
import { writeReport } from './write-report.js';

/** A `dedupe` as it is asked for, wherever its rows are compared. */
export interface DedupeAsked extends PrepareOptions {
  /** Where the report goes; absent: there is none. */
  readonly report: string | undefined;
  /** File with the answers of people; absent: there are none. */
  readonly labels: string | undefined;
}

/** Writes the report of a `dedupe`. */
export async function writeDedupeReport(
  path: string,
  options: PrepareOptions,
  type: ObjectType,
  prepared: Pick<Prepared, 'rows' | 'scenarios' | 'learned' | 'notLearned'>,
  found: FoundForReport,
): Promise<void> {
  const { rows, scenarios, learned } = prepared;
  const notes = notesOn(prepared, options.precision);
  const told = { command: 'dedupe', input: options, type, rows, scenarios, learned, notes };
  await writeReport(path, await comparisonReport({ ...told, found }));
}

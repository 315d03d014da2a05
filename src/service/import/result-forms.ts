import type { Reject } from '../../files/import/file-messages.js';
import { csvLine, guard } from '../../files/write/csv.js';
import { partsOf } from '../../records/contract/record-error.js';
import { lineOf, type IngestJob } from './bulk-job.js';
import { rejectColumns } from './reject-file.js';

export interface SavedRow {
  readonly id: string;
  readonly isCreated: boolean;
  readonly cells: readonly string[];
}

/** The format of rows in an import's results. Each string includes its line ending. */
export interface ResultForm {
  rejectHeader(columns: readonly string[]): string;
  rejectLine(reject: Reject): string;
  /** If absent, saved rows are not reported. */
  readonly saved?: { header(columns: readonly string[]): string; line(row: SavedRow): string } | undefined;
}

/** The format for people and spreadsheets. A corrected file of rejected rows can be imported as it is. */
export const TABLE_FORM: ResultForm = {
  rejectHeader: (columns) => csvLine([...rejectColumns, ...columns.map(guard)]),
  rejectLine: ({ row, reason, cells }) => csvLine([String(row), ...[reason, ...cells].map(guard)]),
};

/** Returns the format of the platform's Bulk API. Each value is returned as it was sent. */
export function bulkForm(job: IngestJob): ResultForm {
  return {
    rejectHeader: (columns) => lineOf(job, [...BULK_REJECTS, ...columns]),
    rejectLine: ({ reason, cells }) => lineOf(job, ['', bulkReason(reason), ...cells]),
    saved: {
      header: (columns) => lineOf(job, [...BULK_SAVED, ...columns]),
      line: ({ id, isCreated, cells }) => lineOf(job, [id, String(isCreated), ...cells]),
    },
  };
}

export const BULK_REJECTS = ['sf__Id', 'sf__Error'] as const;
export const BULK_SAVED = ['sf__Id', 'sf__Created'] as const;

/** Joins code, message and fields into one string, as clients of the Bulk API expect it. */
function bulkReason(reason: string): string {
  const { code, message, fields } = partsOf(reason);
  return `${code}:${message}:${[...fields, '--'].join(' ')}`;
}

import type { Reject } from '../batch/import/file-messages.js';
import { csvLine, guard } from '../batch/output/csv.js';
import { partsOf } from '../contract/record-error.js';
import { lineOf, type IngestJob } from './bulk-job.js';
import { rejectColumns } from './reject-file.js';

/** A row that was saved. */
export interface SavedRow {
  readonly id: string;
  readonly isCreated: boolean;
  /** The row as it stands in the file. */
  readonly cells: readonly string[];
}

/** How the rows of an import are written into its results; lines end as they are to. */
export interface ResultForm {
  rejectHeader(columns: readonly string[]): string;
  rejectLine(reject: Reject): string;
  /** Absent: of rows that were saved nothing is kept. */
  readonly saved?: { header(columns: readonly string[]): string; line(row: SavedRow): string } | undefined;
}

/** For people and their spreadsheets: a corrected file can be imported as it is. */
export const TABLE_FORM: ResultForm = {
  rejectHeader: (columns) => csvLine([...rejectColumns, ...columns.map(guard)]),
  rejectLine: ({ row, reason, cells }) => csvLine([String(row), ...[reason, ...cells].map(guard)]),
};

/** As the platform's bulk interface gives results: each value as it was sent. */
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

/** First columns of those results. */
export const BULK_REJECTS = ['sf__Id', 'sf__Error'] as const;
export const BULK_SAVED = ['sf__Id', 'sf__Created'] as const;

/** Code, reason and fields in one, as clients of the bulk interface take them apart. */
function bulkReason(reason: string): string {
  const { code, message, fields } = partsOf(reason);
  return `${code}:${message}:${[...fields, '--'].join(' ')}`;
}

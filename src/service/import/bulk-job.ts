import { z } from 'zod';
import { quotedCell } from '../../files/write/csv.js';

export const DELIMITERS = { COMMA: ',', TAB: '\t', SEMICOLON: ';', PIPE: '|', CARET: '^', BACKQUOTE: '`' } as const;
const LINE_ENDS = { LF: '\n', CRLF: '\r\n' } as const;
export const DELIMITER_NAMES = ['COMMA', 'TAB', 'SEMICOLON', 'PIPE', 'CARET', 'BACKQUOTE'] as const;
export const LINE_END_NAMES = ['LF', 'CRLF'] as const;
export const INGEST_OPERATIONS = ['insert', 'update', 'upsert', 'delete'] as const;

const shared = {
  /** 18 characters, with the platform's prefix for jobs. */
  id: z.string().regex(/^750[A-Za-z0-9]{15}$/),
  /** ISO 8601. */
  created: z.string().max(40),
  columnDelimiter: z.enum(DELIMITER_NAMES),
  lineEnding: z.enum(LINE_END_NAMES),
};

export const queryJobSchema = z.strictObject({
  ...shared,
  operation: z.enum(['query', 'queryAll']),
  query: z.string().max(100_000),
  isAborted: z.boolean(),
});

export const ingestJobSchema = z.strictObject({
  ...shared,
  operation: z.enum(INGEST_OPERATIONS),
  object: z.string().max(80),
  externalId: z.string().max(80).optional(),
  /** If an insert is a duplicate: create a record anyway, fail, or update the record that was found. */
  duplicates: z.enum(['create', 'refuse', 'update']),
});

export type QueryJob = z.output<typeof queryJobSchema>;
export type IngestJob = z.output<typeof ingestJobSchema>;

/** Formats a line of a job's results. As on the platform, every value is in quotes. */
export function lineOf(
  { columnDelimiter, lineEnding }: Pick<IngestJob, 'columnDelimiter' | 'lineEnding'>,
  cells: readonly string[],
): string {
  return cells.map(quotedCell).join(DELIMITERS[columnDelimiter]) + LINE_ENDS[lineEnding];
}

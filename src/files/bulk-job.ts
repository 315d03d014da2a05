import { z } from 'zod';
import { quotedCell } from '../batch/output/csv.js';
import { pack, unpack } from '../contract/packed.js';
import { RequestError } from '../contract/request-error.js';

/** Key prefix of the platform's jobs. */
const PREFIX = '750';

export const DELIMITERS = { COMMA: ',', TAB: '\t', SEMICOLON: ';', PIPE: '|', CARET: '^', BACKQUOTE: '`' } as const;
const LINE_ENDS = { LF: '\n', CRLF: '\r\n' } as const;
export const DELIMITER_NAMES = ['COMMA', 'TAB', 'SEMICOLON', 'PIPE', 'CARET', 'BACKQUOTE'] as const;
export const LINE_END_NAMES = ['LF', 'CRLF'] as const;

const shared = {
  /** ISO 8601. */
  created: z.string().max(40),
  columnDelimiter: z.enum(DELIMITER_NAMES),
  lineEnding: z.enum(LINE_END_NAMES),
};

const querySchema = z.strictObject({
  operation: z.enum(['query', 'queryAll']),
  query: z.string().max(100_000),
  ...shared,
});

export const INGEST_OPERATIONS = ['insert', 'update', 'upsert', 'delete'] as const;

const ingestSchema = z.strictObject({
  operation: z.enum(INGEST_OPERATIONS),
  object: z.string().max(80),
  externalId: z.string().max(80).optional(),
  /** An insert that would be a duplicate: is made all the same, is refused, or updates the record found. */
  duplicates: z.enum(['create', 'refuse', 'update']),
  /** Tells jobs that are otherwise equal from each other. */
  nonce: z.string().max(40),
  ...shared,
});

/** A query for the bulk interface. */
export type QueryJob = z.output<typeof querySchema>;
/** Records to be saved by it. */
export type IngestJob = z.output<typeof ingestSchema>;

/** A line of what a job gives: every value in quotes, as the platform writes them. */
export function lineOf(
  { columnDelimiter, lineEnding }: Pick<IngestJob, 'columnDelimiter' | 'lineEnding'>,
  cells: readonly string[],
): string {
  return cells.map(quotedCell).join(DELIMITERS[columnDelimiter]) + LINE_ENDS[lineEnding];
}

/** An Id that says all of the job: nothing is kept, so nothing is lost, and any node knows it. */
export function idOfJob(job: QueryJob | IngestJob): string {
  return PREFIX + pack(job);
}

/** @throws RequestError 404 for what `idOfJob` did not make of such a job */
export const queryJobOf = (id: string): QueryJob => jobOf(id, querySchema);
/** @throws RequestError 404 for what `idOfJob` did not make of such a job */
export const ingestJobOf = (id: string): IngestJob => jobOf(id, ingestSchema);

function jobOf<T>(id: string, schema: z.ZodType<T>): T {
  const refused = () => new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return unpack(id.slice(PREFIX.length), schema, refused);
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';

/** Key prefix of the platform's jobs. */
const PREFIX = '750';
const LONGEST = 200_000;

const schema = z.strictObject({
  operation: z.enum(['query', 'queryAll']),
  query: z.string().max(100_000),
  /** ISO 8601. */
  created: z.string().max(40),
  columnDelimiter: z.enum(['COMMA', 'TAB', 'SEMICOLON', 'PIPE', 'CARET', 'BACKQUOTE']),
  lineEnding: z.enum(['LF', 'CRLF']),
});

/** A query for the bulk interface. Its Id says all of it: nothing is kept, so nothing is lost, and any node knows it. */
export type QueryJob = z.output<typeof schema>;

export function idOfJob(job: QueryJob): string {
  return PREFIX + deflateRawSync(JSON.stringify(job)).toString('base64url');
}

/** @throws RequestError 404 for what `idOfJob` did not make */
export function jobOfId(id: string): QueryJob {
  try {
    const packed = Buffer.from(id.slice(PREFIX.length), 'base64url');
    return schema.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: LONGEST }).toString()));
  } catch {
    throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  }
}

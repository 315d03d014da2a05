import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../records/contract/request-error.js';
import type { Precondition, RecordState } from '../../records/record-state.js';

/** Conditional request headers (RFC 9110, 13.1). */
export const PRECONDITION_HEADERS = {
  'If-Match': {
    description: 'Entity tags, or *. The request fails with 412 unless the record has one of them',
    type: 'string',
  },
  'If-Unmodified-Since': {
    description: 'HTTP date. The request fails with 412 if the record was changed later',
    type: 'string',
  },
} as const;

export const READ_HEADERS = {
  ...PRECONDITION_HEADERS,
  'If-None-Match': {
    description: 'Entity tags that the client already has. The response is 304 if the record has one of them',
    type: 'string',
  },
  'If-Modified-Since': {
    description: 'HTTP date. The response is 304 unless the record was changed later',
    type: 'string',
  },
} as const;

type Headers = Pick<IncomingMessage, 'headers'>;

/** Parses the condition for a change, or returns `undefined`. @throws RequestError 400 for an invalid time */
export function changeCondition({ headers }: Headers): Precondition | undefined {
  const match = headers['if-match'];
  // The tag takes precedence over the time.
  if (match !== undefined) return ({ tag }) => isAmong(match, tag);
  const since = headers['if-unmodified-since'];
  if (since === undefined) return undefined;
  const time = timeOf('If-Unmodified-Since', since);
  return ({ modified }) => seconds(modified) <= time;
}

/** Returns whether the client already has this state of the record. @throws RequestError 400 for an invalid time */
export function isKnownState({ headers }: Headers, { tag, modified }: RecordState): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) return isAmong(match, tag);
  const since = headers['if-modified-since'];
  return since !== undefined && seconds(modified) <= timeOf('If-Modified-Since', since);
}

function isAmong(tags: string, tag: string): boolean {
  return tags.split(',').some((one) =>
    ['*', tag].includes(
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/-gzip"$/, '"'),
    ),
  );
}

/** Truncates a time to whole seconds, the resolution of HTTP dates. */
const seconds = (time: number): number => Math.floor(time / 1_000) * 1_000;

function timeOf(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new RequestError(
      400,
      'INVALID_QUERY_PARAMETER',
      `${name}: expected a time such as ${new Date(0).toUTCString()}`,
    );
  return time;
}

import { createHash } from 'node:crypto';
import { timeOf } from './dates.js';
import type { StoredRecord } from './record.js';

/** The state of a record that conditions of a request are about. */
export interface RecordState {
  /** An entity tag of HTTP (RFC 9110, 8.8.3), in quotes: another state has another one. */
  readonly tag: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** Says whether a record is in the state that a change rests on. */
export type Precondition = (state: RecordState) => boolean;

export function recordState({ id, fields }: StoredRecord): RecordState {
  const digest = createHash('sha256').update(id).update(JSON.stringify(fields)).digest('base64url');
  const { LastModifiedDate } = fields;
  const modified = typeof LastModifiedDate === 'string' ? timeOf(LastModifiedDate) : 0;
  return { tag: `"${digest.slice(0, 22)}"`, modified };
}

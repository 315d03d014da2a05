import { createHash } from 'node:crypto';
import { timeOf } from './dates.js';
import type { StoredRecord } from './record.js';

export interface RecordState {
  /** The record's HTTP entity tag (RFC 9110, 8.8.3), in quotes. */
  readonly tag: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export type Precondition = (state: RecordState) => boolean;

export function recordState({ id, fields }: StoredRecord): RecordState {
  const digest = createHash('sha256').update(id).update(JSON.stringify(fields)).digest('base64url');
  const { LastModifiedDate } = fields;
  const modified = typeof LastModifiedDate === 'string' ? timeOf(LastModifiedDate) : 0;
  return { tag: `"${digest.slice(0, 22)}"`, modified };
}

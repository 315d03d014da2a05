import { createHash } from 'node:crypto';
import type { FieldTexts } from '../../matching/normalized-record.js';

/** Digest (SHA-256) of what is compared of a record: another one says that a compared field has changed. */
export function comparedDigest(texts: FieldTexts, fields: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(fields.map((name) => texts[name] ?? '')))
    .digest();
}

/** Enough of it to see a change: 16 hexadecimal digits. */
export function shortDigest(texts: FieldTexts, fields: readonly string[]): string {
  return comparedDigest(texts, fields).toString('hex', 0, 8);
}

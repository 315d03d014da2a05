import { createHash } from 'node:crypto';
import type { FieldTexts } from '../../matching/field-texts.js';

/** Returns the SHA-256 digest of a record's compared fields, to detect changes. */
export function comparedDigest(texts: FieldTexts, fields: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(fields.map((name) => texts[name] ?? '')))
    .digest();
}

/** Returns 16 hexadecimal digits of the digest, which suffice to detect a change. */
export function shortDigest(texts: FieldTexts, fields: readonly string[]): string {
  return comparedDigest(texts, fields).toString('hex', 0, 8);
}

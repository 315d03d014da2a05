import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';

/** Bytes of a packed value, unpacked: a query of a hundred thousand characters, and its surroundings. */
const LONGEST = 200_000;

/** A value as a text that can stand in an address. Ids that say all of what they name keep nothing anywhere. */
export function pack(value: object): string {
  return deflateRawSync(JSON.stringify(value)).toString('base64url');
}

/**
 * @param refused what is thrown for a text that `pack` did not make of such a value
 * @throws the error that `refused` makes
 */
export function unpack<T>(text: string, schema: z.ZodType<T>, refused: () => Error): T {
  try {
    const json = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: LONGEST }).toString();
    return schema.parse(JSON.parse(json));
  } catch {
    throw refused();
  }
}

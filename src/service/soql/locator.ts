import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';

/** Longest query a locator holds, unpacked, and its places. */
const LONGEST = 200_000;

/** A page of the bulk interface; others have smaller ones. */
export const MOST_ON_PAGE = 50_000;

const schema = z.strictObject({
  query: z.string(),
  withDeleted: z.boolean(),
  pageSize: z.number().int().min(1).max(MOST_ON_PAGE),
  /** Names what the run found, for as long as that is remembered. */
  run: z.string().max(40),
  /** When it ran: dates that are relative to a day stay what they were. */
  time: z.number().int(),
  totalSize: z.number().int().min(0),
  /** Of children: the relationships that lead to them, and the record whose children they are. */
  of: z.strictObject({ path: z.array(z.string().max(200)).min(1).max(10), parentId: z.string().max(18) }).optional(),
  /** Records on the pages before. */
  taken: z.number().int().min(1),
  /** The last one of these: its Id, and what it is sorted by. */
  last: z.strictObject({ id: z.string().max(18), keys: z.array(z.union([z.string(), z.number(), z.null()])).max(40) }),
});

/** Children of one record in a query. */
export type ChildrenPlace = NonNullable<Locator['of']>;

/** Where the next page of a query begins, for whoever asks with the same rights: nothing is kept of it. */
export type Locator = z.output<typeof schema>;

export function writeLocator(locator: Locator): string {
  return deflateRawSync(JSON.stringify(locator)).toString('base64url');
}

/** @throws RequestError 400 `INVALID_QUERY_LOCATOR` for what `writeLocator` did not make */
export function readLocator(text: string): Locator {
  try {
    const json = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: LONGEST }).toString();
    return schema.parse(JSON.parse(json));
  } catch {
    throw new RequestError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
  }
}

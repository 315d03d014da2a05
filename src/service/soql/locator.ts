import { z } from 'zod';
import { pack, unpack } from '../../contract/packed.js';
import { RequestError } from '../../contract/request-error.js';

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
  /** The relationships that lead to the children, and the record whose children they are; absent: no children. */
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

export const writeLocator = (locator: Locator): string => pack(locator);

/** @throws RequestError 400 `INVALID_QUERY_LOCATOR` for what `writeLocator` did not make */
export const readLocator = (text: string): Locator => unpack(text, schema, invalidLocator);

export const invalidLocator = (): RequestError =>
  new RequestError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');

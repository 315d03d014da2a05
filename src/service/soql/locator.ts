import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';

/** A number larger than the number of records that a store can contain. */
const MOST_RECORDS = 10_000_000_000;

export const locatorSchema = z.strictObject({
  query: z.string(),
  withDeleted: z.boolean(),
  pageSize: z.int().min(1).max(MOST.bulkQueryPage),
  run: z.string().max(40),
  /** Time at which the query was run, so that relative dates refer to the same time on every page. */
  time: z.int(),
  totalSize: z.int().min(0).max(MOST_RECORDS),
  /** The relationships that lead to the children, and their parent. Absent if the page has no children. */
  of: z.strictObject({ path: z.array(z.string().max(200)).min(1).max(10), parentId: z.string().max(18) }).optional(),
  taken: z.int().min(1).max(MOST_RECORDS),
  /** Id and sort keys of the last record. */
  last: z.strictObject({
    id: z.string().max(18),
    keys: z.array(z.union([z.string(), z.number(), z.null()])).max(MOST.queryOrder),
  }),
});

export type ChildrenPlace = NonNullable<Locator['of']>;

/** The start of a query's next page. Only the caller stores this value. */
export type Locator = z.output<typeof locatorSchema>;

/** Converts locators to strings that a caller cannot forge. */
export interface Locators {
  write(locator: Locator): string;
  /** @throws RequestError 400 `INVALID_QUERY_LOCATOR` if the string is not from `write` or has expired */
  read(text: string): Promise<Locator>;
}

export const invalidLocator = (): RequestError =>
  new RequestError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');

import { z } from 'zod';

export interface RecordQuery {
  readonly objectType: string;
  readonly where?: string | undefined;
  /** A field and optionally `ASC` or `DESC`. Default: Id order. */
  readonly orderBy?: string | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** Id of the first record. Alternative to `after`. */
  readonly from?: string | undefined;
  /** Number of records to skip. Alternative to `after`; only without a condition. */
  readonly offset?: number | undefined;
  readonly pageSize: number;
  /** Names of fields to return. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

export const recordsPageSchema = z
  .strictObject({
    totalSize: z.int().optional().describe('Number of records. Omitted with a condition'),
    position: z.int().optional().describe('Number of records before this page. Omitted with a condition'),
    prepared: z.number().optional().describe('Progress of sorting, 0 to 1. The page is empty until sorting is done'),
    records: z.array(z.record(z.string(), z.unknown())),
    next: z
      .string()
      .nullable()
      .describe(
        'Value of `after` for the next page. Null on the last page. ' +
          'With a condition, or while records are being sorted, a page can be short or empty',
      ),
  })
  .meta({ id: 'RecordsPage' });
export type RecordsPage = z.output<typeof recordsPageSchema>;

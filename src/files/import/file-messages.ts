import { z } from 'zod';
import { dateOrders } from '../read/date-order.js';
import type { MentionedRecord } from '../read/mentions.js';
import type { SaidOfFile } from '../read/input-table.js';

export interface Reject {
  readonly row: number;
  readonly reason: string;
  /** Cells as in the file. For a JSON file, a single JSON string. */
  readonly cells: readonly string[];
}

/** Columns are mapped by position. */
export const mappingSchema = z.array(
  z.strictObject({
    field: z.string().max(250).describe('A field, or an external Id of a parent: `Account.VatNumber__c`'),
    positions: z.array(z.int().min(0).max(100_000)).min(1).max(100).describe('Columns, joined by spaces'),
    part: z.enum(['first', 'last']).optional().describe('Part of a full name. If absent, the whole value is used'),
  }),
);
export type ColumnMapping = z.output<typeof mappingSchema>[number];

export const reading = {
  encoding: z.string().max(40).optional().describe('Character encoding, such as `latin1`; detected if absent'),
  delimiter: z.string().max(3).optional().describe('Delimiter of a CSV file, or `tab`; detected if absent'),
  sheet: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Name or number of the sheet of a workbook. Default: the first sheet with data'),
  header: z.boolean().optional().describe('Whether the first row contains column names; detected if absent'),
  dateOrder: z
    .enum(dateOrders)
    .optional()
    .describe('Order of numeric dates: day, month or year first; detected for each column if absent'),
};

/** Object type for a table without people and companies. */
export const AUTO_OBJECT = '`auto` for a table without people and companies, which can only be cleaned';

/** A file's first rows and properties, and the guesses about the file. */
export const inspectionSchema = z.strictObject({
  objectType: z.string().describe(`The requested or guessed object, or ${AUTO_OBJECT}`),
  said: z.strictObject(reading).default({}).describe('The requested reading options, which later runs use by default'),
  readAs: z
    .strictObject(reading)
    .default({})
    .describe('The reading options that were used, whether requested or detected'),
  sheets: z.array(z.string()).default([]).describe('Names of the sheets of a workbook'),
  columns: z.array(
    z.strictObject({
      label: z.string(),
      samples: z.array(z.string()).describe('First values, truncated'),
      filled: z.int().default(0).describe('Number of inspected rows in which the column is not blank'),
      frequent: z
        .array(z.strictObject({ value: z.string(), times: z.int() }))
        .default([])
        .describe('The most common values that occur in several inspected rows, truncated; at most three'),
      names: z
        .array(z.strictObject({ first: z.string(), last: z.string() }))
        .optional()
        .describe('The first values, split into first and last names. Absent if the values are not names'),
    }),
  ),
  mapping: mappingSchema.describe('Guessed mapping of columns to fields'),
  rows: z.int().describe('Number of rows inspected'),
  isWhole: z.boolean().describe('Whether all rows were inspected'),
  notes: z.array(z.string()).describe('Notes on how the file was read'),
});
export type Inspection = z.output<typeof inspectionSchema>;

export const cleanedSchema = z.strictObject({
  rows: z.int(),
  groups: z.int().describe('Groups of duplicates'),
  merged: z.int().describe('Rows that were merged into another row'),
  records: z.int().describe('Remaining rows'),
  review: z.int().describe('Number of pairs to review'),
  notMerged: z
    .strictObject({ why: z.string(), help: z.string().describe('Suggested solution') })
    .nullable()
    .default(null)
    .describe('Why no rows were merged although duplicates were found; all pairs must be reviewed'),
});

interface OfFile {
  readonly path: string;
  /** Configuration folder. If absent, only built-in objects are used. */
  readonly config?: string | undefined;
  /** Maximum bytes of a decompressed file. */
  readonly maxUnpacked?: number | undefined;
}

interface MappedFile extends OfFile {
  readonly objectType: string;
  readonly mapping: readonly ColumnMapping[];
  readonly reading?: SaidOfFile | undefined;
}

export type FileTask =
  | (OfFile & {
      readonly kind: 'inspect';
      readonly reading?: SaidOfFile | undefined;
      /** `auto` makes an object from the columns. If absent, the object is guessed. */
      readonly objectType?: string | undefined;
      /** Objects to guess among. Default: all objects. */
      readonly objects?: readonly string[] | undefined;
    })
  | (MappedFile & {
      readonly kind: 'read';
      /** Number of rows to skip. */
      readonly done: number;
      /** Rows per message. */
      readonly batchSize: number;
      readonly isExact?: boolean | undefined;
    })
  | (MappedFile & {
      readonly kind: 'clean';
      /** An existing folder. */
      readonly out: string;
    })
  | (OfFile & {
      readonly kind: 'mentions';
      readonly record: MentionedRecord;
      readonly mostRows: number;
    });

export interface FileMentions {
  /** Whether the record is mentioned. True for an unreadable file, which may mention the record. */
  readonly isMentioned: boolean;
  /** Rows that mention the record, up to the first unreadable row. */
  readonly rows: readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[];
  readonly isCut: boolean;
}

/** Rows of a file for one transaction. */
export interface FileBatch {
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** Cells of each row, as in the file. */
  readonly cells: readonly (readonly string[])[];
  readonly faulty: readonly Reject[];
  /** Number of the last row. */
  readonly upTo: number;
  readonly columns: readonly string[];
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export type FromFileProcess =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  /** A batch. The next batch is sent on request. */
  | { readonly kind: 'batch'; readonly batch: FileBatch }
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'cleaned'; readonly cleaned: z.output<typeof cleanedSchema> }
  | { readonly kind: 'mentions'; readonly mentions: FileMentions }
  | { readonly kind: 'end' }
  /** A rejection due to a fault in the file or the request. */
  | { readonly kind: 'refused'; readonly reason: string };

export type ToFileProcess = { readonly kind: 'task'; readonly task: FileTask } | { readonly kind: 'next' };

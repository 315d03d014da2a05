import { z } from 'zod';
import type { Document } from '../../store/home/home.js';
import { dateOrders } from '../../files/read/date-order.js';
import { INGEST_OPERATIONS, ingestJobSchema } from './bulk-job.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

export const FILE_STATUSES = ['ready', 'queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const FILE_ACTIONS = ['dryRun', 'import', 'clean'] as const;
export const FILE_DUPLICATES = ['update', 'fillBlanks', 'review'] as const;
/** Names of the results of a cleaning. A workbook becomes `clean.xlsx`, JSON `clean.json` or `clean.ndjson`. */
export const CLEAN_RESULTS = [
  'clean.csv',
  'clean.xlsx',
  'clean.json',
  'clean.ndjson',
  'crosswalk.csv',
  'merged-away.csv',
  'pairs.csv',
  'review.csv',
  'report.html',
] as const;
export const REJECTS = 'rejects.csv';
export const NOT_UNDONE = 'not-undone.csv';
export const SAVED = 'saved.csv';

const mappingSchema = z.array(
  z.strictObject({
    field: z.string().max(250).describe('A field, or an external Id of a parent: `Account.VatNumber__c`'),
    positions: z.array(z.int().min(0).max(100_000)).min(1).max(100).describe('Columns by position, joined by a space'),
    part: z.enum(['first', 'last']).optional().describe('Only this part of the whole name in these columns fills it'),
  }),
);

const reading = {
  encoding: z.string().max(40).optional().describe('How the text of the file is read, as `latin1`; detected if absent'),
  delimiter: z
    .string()
    .max(3)
    .optional()
    .describe('For CSV: the character between cells, or `tab`; detected if absent'),
  sheet: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('For a workbook: name or number of the sheet; the first non-empty one if absent'),
  header: z.boolean().optional().describe('Whether the first line of the table names the columns; detected if absent'),
  dateOrder: z
    .enum(dateOrders)
    .optional()
    .describe('Order of numeric dates: day, month or year first; detected by column if absent'),
};

/** Object type for tables of neither people nor companies. */
const AUTO_OBJECT = '`auto`: neither people nor companies; only cleaning is possible';

export const lookSchema = z.strictObject({
  objectType: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe(`API name of the object, or ${AUTO_OBJECT}; guessed if absent`),
  ...reading,
});
/** The sender's statements about a file. Everything else is detected automatically. */
export type Look = z.output<typeof lookSchema>;

const inspectionSchema = z.strictObject({
  objectType: z.string().describe(`As asked for, or guessed; ${AUTO_OBJECT}`),
  said: z
    .strictObject(reading)
    .default({})
    .describe('The given reading options, which a run uses unless it names others'),
  readAs: z.strictObject(reading).default({}).describe('How it was read: as given or detected'),
  sheets: z.array(z.string()).default([]).describe('Names of the sheets of a workbook'),
  columns: z.array(
    z.strictObject({
      label: z.string(),
      samples: z.array(z.string()).describe('Its first values, cut'),
      filled: z.int().default(0).describe('Number of inspected rows in which the column is not blank'),
      frequent: z
        .array(z.strictObject({ value: z.string(), times: z.int() }))
        .default([])
        .describe('Values of more than one inspected row, cut, the commonest first; at most three'),
      names: z
        .array(z.strictObject({ first: z.string(), last: z.string() }))
        .optional()
        .describe('These split as whole names; absent if they are not names'),
    }),
  ),
  mapping: mappingSchema.describe('Which columns fill which fields, as guessed'),
  rows: z.int().describe('Number of rows inspected'),
  isWhole: z.boolean().describe('Whether all rows were inspected'),
  notes: z.array(z.string()).describe('Notes on how the file was read'),
});

const writesSchema = z.strictObject({
  operation: z.enum(INGEST_OPERATIONS),
  externalId: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('For an upsert: the field that identifies records; Id if absent'),
  refusesDuplicates: z.boolean().default(false).describe('Do not insert a row that is a duplicate'),
});

export const taskSchema = z.strictObject({
  action: z.enum(FILE_ACTIONS),
  objectType: z
    .string()
    .min(1)
    .max(80)
    .describe('API name of the object; to clean also `auto`, with an empty `mapping`: all columns are compared'),
  mapping: mappingSchema.max(1_000).describe('Which columns fill which fields; other columns are ignored'),
  check: z.boolean().default(true).describe('Check each row for duplicates: a duplicate is updated, not created'),
  duplicateScore: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('With `check`: update only duplicates with at least this score'),
  duplicates: z
    .enum(FILE_DUPLICATES)
    .optional()
    .describe(
      'With `check`: a duplicate overwrites the record, fills its blanks, or becomes a separate record and a suspected pair; absent: the scenarios decide',
    ),
  again: z.boolean().default(false).describe('Import again, even if imported before'),
  writes: writesSchema.optional().describe('Save each row as given, not as an upsert; `check` is ignored then'),
  ...reading,
});
export type RunTask = z.output<typeof taskSchema>;
/** A task as shown. It may also be an undo, which has its own request type. */
const shownTaskSchema = taskSchema.extend({ action: z.enum([...FILE_ACTIONS, 'undo']) });
export type Task = z.output<typeof shownTaskSchema>;

const rejectReasonSchema = z.strictObject({
  reason: z.string().describe('`CODE: Field`, or what the rows have in common'),
  rows: z.int(),
  example: z.strictObject({ row: z.int(), message: z.string() }),
});
export type RejectReason = z.output<typeof rejectReasonSchema>;

const triedRowsSchema = z.strictObject({
  outcome: z.enum(['created', 'updated', 'possible']).describe('`possible`: created, and a suspected pair'),
  rows: z.int(),
  examples: z
    .array(
      z.strictObject({
        row: z.int(),
        values: z.array(z.string()).describe('Its first values, cut'),
        recordId: z.string().optional().describe('The record that it matches'),
        earlierRow: z.int().optional().describe('The row of this file that it matches'),
        score: z.number().optional().describe('Percentage, rounded down'),
      }),
    )
    .describe('The first of them'),
});
/** Rows of a trial that have the same outcome. */
export type TriedRows = z.output<typeof triedRowsSchema>;

export const countsSchema = z.strictObject({
  read: z.int(),
  created: z.int(),
  updated: z.int(),
  rejected: z.int(),
  reasons: z.array(rejectReasonSchema).readonly().default([]).describe('Why rows were rejected, the commonest first'),
  tried: z.array(triedRowsSchema).readonly().optional().describe('Of a trial: its rows by outcome'),
});
export type Counts = z.output<typeof countsSchema>;
export const NO_COUNTS: Counts = { read: 0, created: 0, updated: 0, rejected: 0, reasons: [] };

const cleanedSchema = z.strictObject({
  rows: z.int(),
  groups: z.int().describe('Groups of duplicates'),
  merged: z.int().describe('Rows that are merged into another one'),
  records: z.int().describe('Rows left'),
  review: z.int().describe('Number of pairs for people to decide'),
  notMerged: z
    .strictObject({ why: z.string(), help: z.string().describe('What would help') })
    .nullable()
    .default(null)
    .describe('Why nothing was merged although duplicates were found; people decide about all of them'),
});

const importedSchema = z.strictObject({
  objectType: z.string(),
  began: z.string().describe('When it began, ISO 8601'),
  ended: z.string().nullable().describe('When its last row was saved; null while it runs or after an interruption'),
  counts: countsSchema.nullable(),
  undo: z
    .strictObject({
      time: z.string(),
      undone: z.int().describe('Undone changes'),
      left: z.int().describe('Changes that stay because later ones depend on them: see `not-undone.csv`'),
    })
    .nullable()
    .describe('State of its undo'),
});

const shown = {
  id: z.string(),
  name: z.string().describe('Name of the file as sent'),
  size: z.int().describe('Bytes'),
  sha256: z.string().describe('Digest of the content, in hexadecimal'),
  created: z.string(),
  expires: z.string().describe('When the file and its results are removed'),
  status: z.enum(FILE_STATUSES),
  task: shownTaskSchema.nullable().describe('The last request'),
  inspection: inspectionSchema.nullable(),
  counts: countsSchema.nullable().describe('Counts of an import or dry run so far'),
  cleaned: cleanedSchema.nullable(),
  imported: importedSchema.nullable().default(null).describe('The import, which can be undone'),
  isGone: z.boolean().default(false).describe('Whether the file itself was removed and only this entry remains'),
  reason: z.string().nullable().describe('Why it failed; while it runs, why it waits'),
  results: z.array(z.string()).describe('What can be downloaded'),
};

export const shownFileSchema = z
  .strictObject({
    ...shown,
    progress: z
      .strictObject({ phase: z.string(), done: z.number(), total: z.number() })
      .nullable()
      .describe('Bytes done; while it waits, of the work before it'),
    ahead: z.int().nullable().default(null).describe('While it waits: number of files before it'),
  })
  .meta({ id: 'UploadedFile' });
export type ShownFile = z.output<typeof shownFileSchema>;

export const uploadSchema = z
  .strictObject({
    id: z.string(),
    clientId: z.string().describe('Client that sent it'),
    clientName: z.string().nullable().describe('null: the client is no longer registered'),
    name: z.string().nullable().describe('Name of the file; null during the upload'),
    size: z.int().describe('Bytes; during the upload, the maximum'),
    created: z.string(),
    expires: z.string().nullable().describe('When it and its results are removed'),
    status: z.enum([...FILE_STATUSES, 'arriving']),
    action: shownTaskSchema.shape.action.nullable().describe('The last request'),
    objectType: z.string().nullable().describe('For which object'),
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof uploadSchema>;

/** A file as stored in the document `files/<id>/file.json`. */
export const keptFileSchema = z.strictObject({
  ...shown,
  version: z.literal(1),
  /** Id of the sender. No other client sees the file. */
  clientId: z.string(),
  userId: z.string().nullable(),
  objects: z.array(z.string()).nullable(),
  extension: z.string().regex(/^\.[a-z]{2,6}(?:\.gz)?$/),
  /** Log position that must be visible before the work starts and before its completion is reported. */
  position: z.int().default(0),
  /** The bulk job that the file was sent for. It defines the format of the file and its results. */
  bulkJob: ingestJobSchema.nullable().default(null),
  /** Keys of the imports in the batch, as returned by `importKey`. */
  importKeys: z.array(z.string()).default([]),
  /** Number of the last change that precedes the file's saved rows. */
  after: z.int().default(0),
  /** Number of times the same import had been completed when this import started. */
  completed: z.int().nullable().default(null),
});
export type KeptFile = z.output<typeof keptFileSchema>;

/** @returns `undefined` if the document is not a file's document */
export function keptFileOf(document: Pick<Document, 'name' | 'content'> | undefined): KeptFile | undefined {
  if (document === undefined || !document.name.endsWith('/file.json')) return undefined;
  const { data } = keptFileSchema.safeParse(parsedJson(document.content));
  return data !== undefined && document.name === `files/${data.id}/file.json` ? data : undefined;
}

import { z } from 'zod';
import type { Document } from '../../store/home/home.js';
import { dateOrders } from '../../files/read/date-order.js';
import { INGEST_OPERATIONS, ingestJobSchema } from './bulk-job.js';

export const FILE_STATUSES = ['ready', 'queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const FILE_ACTIONS = ['dryRun', 'import', 'clean'] as const;
/** How to save a row that is a duplicate of a record. */
export const FILE_DUPLICATES = ['update', 'fillBlanks', 'review'] as const;
/** A workbook becomes `clean.xlsx`, any other file `clean.csv`. */
export const CLEAN_RESULTS = [
  'clean.csv',
  'clean.xlsx',
  'crosswalk.csv',
  'merged-away.csv',
  'pairs.csv',
  'review.csv',
  'report.html',
] as const;
export const REJECTS = 'rejects.csv';
/** Changes of an import that could not be undone. */
export const NOT_UNDONE = 'not-undone.csv';
/** Rows that a bulk job has saved. */
export const SAVED = 'saved.csv';

const mappingSchema = z.array(
  z.strictObject({
    field: z.string().max(250).describe('A field, or an external Id of a parent: `Account.VatNumber__c`'),
    positions: z.array(z.int().min(0).max(100_000)).min(1).max(100).describe('Columns by position, joined by a space'),
    part: z.enum(['first', 'last']).optional().describe('Of the whole name in these columns only this part fills it'),
  }),
);

/** Options of a person for reading a file. */
const reading = {
  encoding: z.string().max(40).optional().describe('How the text of the file is read, as `latin1`; detected if absent'),
  delimiter: z.string().max(3).optional().describe('Of CSV: what stands between cells, or `tab`; found if absent'),
  sheet: z.string().min(1).max(100).optional().describe('Of a workbook: name or number; the first not empty if absent'),
  header: z.boolean().optional().describe('Whether the first line of the table names the columns; found if absent'),
  dateOrder: z
    .enum(dateOrders)
    .optional()
    .describe('How dates in numbers are written: day, month or year first; as the values of a column say if absent'),
};

/** Object type for tables of neither people nor companies. */
const AUTO_OBJECT = '`auto`: neither people nor companies; cleaning makes an object of the columns';

export const lookSchema = z.strictObject({
  objectType: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe(`API name of the object, or ${AUTO_OBJECT}; guessed if absent`),
  ...reading,
});
/** Facts about a file from its sender; the rest is guessed. */
export type Look = z.output<typeof lookSchema>;

const inspectionSchema = z.strictObject({
  objectType: z.string().describe(`As asked for, or guessed; ${AUTO_OBJECT}`),
  said: z
    .strictObject(reading)
    .default({})
    .describe('How it was said to be read: so it is by a run that says no other'),
  readAs: z.strictObject(reading).default({}).describe('How it was read: as said, or as found'),
  sheets: z.array(z.string()).default([]).describe('Names of the sheets of a workbook'),
  columns: z.array(
    z.strictObject({
      label: z.string(),
      samples: z.array(z.string()).describe('Its first values, cut'),
      names: z
        .array(z.strictObject({ first: z.string(), last: z.string() }))
        .optional()
        .describe('These as whole names taken apart; absent where they are none'),
    }),
  ),
  mapping: mappingSchema.describe('Which columns fill which fields, as guessed'),
  rows: z.int().describe('Rows that were looked at'),
  isWhole: z.boolean().describe('Whether these are all'),
  notes: z.array(z.string()).describe('How the file was read, where that is not plain'),
});

const writesSchema = z.strictObject({
  operation: z.enum(INGEST_OPERATIONS),
  externalId: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('For an upsert: the field that identifies records; Id if absent'),
  refusesDuplicates: z.boolean().default(false).describe('A row that would be a duplicate is not inserted'),
});

export const taskSchema = z.strictObject({
  action: z.enum(FILE_ACTIONS),
  objectType: z
    .string()
    .min(1)
    .max(80)
    .describe('API name of the object; to clean also `auto`, with an empty `mapping`: all columns are compared'),
  mapping: mappingSchema.max(1_000).describe('Which columns fill which fields; those not named are left out'),
  check: z.boolean().default(true).describe('Look for duplicates row by row: a duplicate is updated, not created'),
  duplicateScore: z.number().min(0).max(100).optional().describe('With `check`: update only from this score on'),
  duplicates: z
    .enum(FILE_DUPLICATES)
    .optional()
    .describe(
      'With `check`: a duplicate gives the record its values, fills what is blank in it, or becomes a record of its own and a suspected pair; as the scenarios say if absent',
    ),
  again: z.boolean().default(false).describe('Import what was imported before'),
  writes: writesSchema.optional().describe('Save each row as it is told, not as an upsert; `check` says nothing then'),
  ...reading,
});
export type RunTask = z.output<typeof taskSchema>;
/** As shown: undoing an import is a request of its own. */
const shownTaskSchema = taskSchema.extend({ action: z.enum([...FILE_ACTIONS, 'undo']) });
export type Task = z.output<typeof shownTaskSchema>;

const rejectReasonSchema = z.strictObject({
  reason: z.string().describe('`CODE: Field`, or what the rows have in common'),
  rows: z.int(),
  example: z.strictObject({ row: z.int(), message: z.string() }),
});
/** Why rows were rejected. */
export type RejectReason = z.output<typeof rejectReasonSchema>;

export const countsSchema = z.strictObject({
  read: z.int(),
  created: z.int(),
  updated: z.int(),
  rejected: z.int(),
  reasons: z.array(rejectReasonSchema).readonly().default([]).describe('Why rows were rejected, the commonest first'),
});
export type Counts = z.output<typeof countsSchema>;
export const NO_COUNTS: Counts = { read: 0, created: 0, updated: 0, rejected: 0, reasons: [] };

const cleanedSchema = z.strictObject({
  rows: z.int(),
  groups: z.int().describe('Groups of duplicates'),
  merged: z.int().describe('Rows that are merged into another one'),
  records: z.int().describe('Rows left'),
  review: z.int().describe('What people should decide'),
  notMerged: z
    .strictObject({ why: z.string(), help: z.string().describe('What would help') })
    .nullable()
    .default(null)
    .describe('Why nothing is merged though duplicates were found: all of them are for people to decide about'),
});

const importedSchema = z.strictObject({
  objectType: z.string(),
  began: z.string().describe('When it began, ISO 8601'),
  ended: z.string().nullable().describe('When its last row was saved; null while it runs, or where it was broken off'),
  counts: countsSchema.nullable(),
  undo: z
    .strictObject({
      time: z.string(),
      undone: z.int().describe('Changes that are taken back'),
      left: z.int().describe('Changes that stay, because later ones stand on them: see `not-undone.csv`'),
    })
    .nullable()
    .describe('How it was taken back'),
});

const shown = {
  id: z.string(),
  name: z.string().describe('As it was sent'),
  size: z.int().describe('Bytes'),
  sha256: z.string().describe('Digest of the content, in hexadecimal'),
  created: z.string(),
  expires: z.string().describe('When the file and its results are removed'),
  status: z.enum(FILE_STATUSES),
  task: shownTaskSchema.nullable().describe('What was asked for last'),
  inspection: inspectionSchema.nullable(),
  counts: countsSchema.nullable().describe('Of an import or its dry run, so far'),
  cleaned: cleanedSchema.nullable(),
  imported: importedSchema.nullable().default(null).describe('Its rows as one batch, which can be taken back'),
  isGone: z.boolean().default(false).describe('Whether the file itself was removed, and only this is left of it'),
  reason: z.string().nullable().describe('Why it failed; while it runs, why it waits'),
  results: z.array(z.string()).describe('What can be downloaded'),
};

export const shownFileSchema = z
  .strictObject({
    ...shown,
    progress: z
      .strictObject({ phase: z.string(), done: z.number(), total: z.number() })
      .nullable()
      .describe('While it works; while it waits, of the work before it, in bytes'),
    ahead: z.int().nullable().default(null).describe('Files that are worked on before it, while it waits'),
  })
  .meta({ id: 'UploadedFile' });
export type ShownFile = z.output<typeof shownFileSchema>;

export const uploadSchema = z
  .strictObject({
    id: z.string(),
    clientId: z.string().nullable().describe('Who sent it; null: not known to this version'),
    clientName: z.string().nullable().describe('null: the client is no longer registered'),
    name: z.string().nullable().describe('As it was sent; null while it is on its way'),
    size: z.int().describe('Bytes; of one on its way those that it may have'),
    created: z.string(),
    expires: z.string().nullable().describe('When it and its results are removed'),
    status: z.enum([...FILE_STATUSES, 'arriving']),
    action: shownTaskSchema.shape.action.nullable().describe('What was asked for last'),
    objectType: z.string().nullable().describe('For which object'),
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof uploadSchema>;

/** A file as stored: the document `files/<id>/file.json`. */
export const keptFileSchema = z.strictObject({
  ...shown,
  version: z.literal(1),
  /** The sender: nobody else sees it. */
  clientId: z.string(),
  userId: z.string().nullable(),
  objects: z.array(z.string()).nullable(),
  extension: z.string().regex(/^\.[a-z]{2,6}(?:\.gz)?$/),
  /** Log position that must be visible before the work starts, or before its end is reported. */
  position: z.int().default(0),
  /** The bulk job it was sent for, which defines how it is read and written. */
  bulkJob: ingestJobSchema.nullable().default(null),
  /** Keys of the imports in the batch: `importKey`. */
  importKeys: z.array(z.string()).default([]),
  /** Number of the last change before its rows were saved. */
  after: z.int().default(0),
  /** How often the same import had been completed before this one started. */
  completed: z.int().nullable().default(null),
});
export type KeptFile = z.output<typeof keptFileSchema>;

/** @returns `undefined` if the document is not a file's */
export function keptFileOf(document: Pick<Document, 'name' | 'content'> | undefined): KeptFile | undefined {
  if (document === undefined || !document.name.endsWith('/file.json')) return undefined;
  try {
    const { data } = keptFileSchema.safeParse(JSON.parse(document.content));
    return data !== undefined && document.name === `files/${data.id}/file.json` ? data : undefined;
  } catch {
    return undefined;
  }
}

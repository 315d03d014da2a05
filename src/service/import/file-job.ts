import { z } from 'zod';
import type { Document } from '../../store/home/home.js';
import {
  AUTO_OBJECT,
  cleanedSchema,
  inspectionSchema,
  mappingSchema,
  reading,
} from '../../files/import/file-messages.js';
import { INGEST_OPERATIONS, ingestJobSchema } from './bulk-job.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

const FILE_STATUSES = ['ready', 'queued', 'running', 'completed', 'failed', 'cancelled'] as const;
const FILE_ACTIONS = ['dryRun', 'import', 'clean'] as const;
const FILE_DUPLICATES = ['update', 'fillBlanks', 'review'] as const;
/** Files that cleaning creates. For a workbook, the first is `clean.xlsx`, for JSON `clean.json` or `clean.ndjson`. */
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

export const lookSchema = z.strictObject({
  objectType: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe(`API name of the object, or ${AUTO_OBJECT}; guessed if absent`),
  ...reading,
});
/** The sender's information about a file. The rest is detected automatically. */
export type Look = z.output<typeof lookSchema>;

const writesSchema = z.strictObject({
  operation: z.enum(INGEST_OPERATIONS),
  externalId: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('Field that identifies the records of an upsert. Default: Id'),
  refusesDuplicates: z.boolean().default(false).describe('Whether duplicate rows are rejected'),
});

export const taskSchema = z.strictObject({
  action: z.enum(FILE_ACTIONS),
  objectType: z
    .string()
    .min(1)
    .max(80)
    .describe('API name of the object. For `clean`, also `auto` with an empty `mapping`, which compares all columns'),
  mapping: mappingSchema.max(1_000).describe('Mapping of columns to fields; other columns are ignored'),
  check: z.boolean().default(true).describe('Whether to check for duplicates; duplicates are updated'),
  duplicateScore: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Minimum score at which a duplicate is updated. Only with `check`'),
  duplicates: z
    .enum(FILE_DUPLICATES)
    .optional()
    .describe(
      'Only with `check`. Whether a duplicate overwrites the record, fills its blanks, or becomes a new record and a suspected pair. By default, the scenarios decide',
    ),
  again: z.boolean().default(false).describe('Whether to import the file again if it was imported before'),
  writes: writesSchema.optional().describe('Writes each row without an upsert; `check` is ignored'),
  ...reading,
});
export type RunTask = z.output<typeof taskSchema>;
/** A task as shown, or an undo, which has its own kind of request. */
const shownTaskSchema = taskSchema.extend({ action: z.enum([...FILE_ACTIONS, 'undo']) });
export type Task = z.output<typeof shownTaskSchema>;

const rejectReasonSchema = z.strictObject({
  reason: z.string().describe('`CODE: Field`, or the common part of the messages'),
  rows: z.int(),
  example: z.strictObject({ row: z.int(), message: z.string() }),
});
export type RejectReason = z.output<typeof rejectReasonSchema>;

const triedRowsSchema = z.strictObject({
  outcome: z.enum(['created', 'updated', 'possible']).describe('`possible`: creates a record and a suspected pair'),
  rows: z.int(),
  examples: z
    .array(
      z.strictObject({
        row: z.int(),
        values: z.array(z.string()).describe('First values, truncated'),
        recordId: z.string().optional().describe('Id of the matching record'),
        earlierRow: z.int().optional().describe('Number of the matching row in this file'),
        score: z.number().optional().describe('Percentage, rounded down'),
      }),
    )
    .describe('First rows with this outcome'),
});
export type TriedRows = z.output<typeof triedRowsSchema>;

export const countsSchema = z.strictObject({
  read: z.int(),
  created: z.int(),
  updated: z.int(),
  rejected: z.int(),
  reasons: z.array(rejectReasonSchema).readonly().default([]).describe('Reasons for rejected rows, most common first'),
  tried: z
    .array(triedRowsSchema)
    .readonly()
    .optional()
    .describe('Only in a dry run: the number of rows for each outcome, with examples'),
});
export type Counts = z.output<typeof countsSchema>;
export const NO_COUNTS: Counts = { read: 0, created: 0, updated: 0, rejected: 0, reasons: [] };

const importedSchema = z.strictObject({
  objectType: z.string(),
  began: z.string().describe('Start time, ISO 8601'),
  ended: z
    .string()
    .nullable()
    .describe('Time when the last row was saved; null while the import runs, or if it was interrupted'),
  counts: countsSchema.nullable(),
  undo: z
    .strictObject({
      time: z.string(),
      undone: z.int().describe('Undone changes'),
      left: z.int().describe('Changes that were not undone because later changes depend on them: see `not-undone.csv`'),
    })
    .nullable()
    .describe('State of the undo of this import'),
});

const shown = {
  id: z.string(),
  name: z.string().describe('Original name of the file'),
  size: z.int().describe('Bytes'),
  sha256: z.string().describe('SHA-256 digest of the content, in hexadecimal'),
  created: z.string(),
  expires: z.string().describe('Time when the file and its results are removed'),
  status: z.enum(FILE_STATUSES),
  task: shownTaskSchema.nullable().describe('The last request'),
  inspection: inspectionSchema.nullable(),
  counts: countsSchema.nullable().describe('Counts of an import or dry run so far'),
  cleaned: cleanedSchema.nullable(),
  imported: importedSchema.nullable().default(null).describe('The latest import, which can be undone'),
  isGone: z.boolean().default(false).describe('Whether the file was removed, so that only this entry remains'),
  reason: z.string().nullable().describe('Reason for the failure, or for waiting'),
  results: z.array(z.string()).describe('Names of the results that can be downloaded'),
};

export const shownFileSchema = z
  .strictObject({
    ...shown,
    progress: z
      .strictObject({ phase: z.string(), done: z.number(), total: z.number() })
      .nullable()
      .describe('Processed bytes of this file or, while the file waits, of the work ahead of it'),
    ahead: z.int().nullable().default(null).describe('Number of files ahead while the file waits'),
  })
  .meta({ id: 'UploadedFile' });
export type ShownFile = z.output<typeof shownFileSchema>;

export const uploadSchema = z
  .strictObject({
    id: z.string(),
    clientId: z.string().describe('Id of the client that sent the file'),
    clientName: z.string().nullable().describe('Null if the client is no longer registered'),
    name: z.string().nullable().describe('Name of the file; null during the upload'),
    size: z.int().describe('Bytes; during the upload, the maximum'),
    created: z.string(),
    expires: z.string().nullable().describe('Time when the file and its results are removed'),
    status: z.enum([...FILE_STATUSES, 'arriving']),
    action: shownTaskSchema.shape.action.nullable().describe('The last request'),
    objectType: z.string().nullable().describe('API name of the object'),
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof uploadSchema>;

export const keptFileSchema = z.strictObject({
  ...shown,
  version: z.literal(1),
  /** Id of the sender. No other client sees the file. */
  clientId: z.string(),
  userId: z.string().nullable(),
  objects: z.array(z.string()).nullable(),
  extension: z.string().regex(/^\.[a-z]{2,6}(?:\.gz)?$/),
  /** The work begins, and its end is reported, only when this log position is visible. */
  position: z.int().default(0),
  /** The bulk job that the file was sent for, which defines the format of the file and of its results. */
  bulkJob: ingestJobSchema.nullable().default(null),
  /** Keys of the imports in the batch (see `importKey`). */
  importKeys: z.array(z.string()).default([]),
  /** Number of the last change before the file's rows were saved. */
  after: z.int().default(0),
  /** The number of times that the same import had been completed when this import began. */
  completed: z.int().nullable().default(null),
});
export type KeptFile = z.output<typeof keptFileSchema>;

/** @returns `undefined` if the document is not about a file */
export function keptFileOf(document: Pick<Document, 'name' | 'content'> | undefined): KeptFile | undefined {
  if (document === undefined || !document.name.endsWith('/file.json')) return undefined;
  const { data } = keptFileSchema.safeParse(parsedJson(document.content));
  return data !== undefined && document.name === `files/${data.id}/file.json` ? data : undefined;
}

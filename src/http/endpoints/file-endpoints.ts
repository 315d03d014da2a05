import { z } from 'zod';
import {
  CLEAN_RESULTS,
  lookSchema,
  NOT_UNDONE,
  REJECTS,
  shownFileSchema,
  taskSchema,
  uploadSchema,
  type ShownFile,
} from '../../service/import/file-job.js';
import { scopesOfTask } from '../../service/import/file-work.js';
import type { ReadPieces } from '../../service/import/receive-file.js';
import { RequestError } from '../../records/contract/request-error.js';
import { changeId } from '../../service/undo/change-id.js';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../../store/history.js';
import { callerOf } from '../caller.js';
import type { Client } from '../../service/auth/client.js';
import { endpoint, type AppContext, type Exchange, ok } from '../endpoint.js';
import { requireScopes } from '../authorize.js';
import { contentEncoding } from '../request/media-type.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readPieces } from '../request/read-pieces.js';
import { whileConnected } from '../request/while-connected.js';
import { AUTO } from '../../files/read/guess/auto-object.js';
import { HttpError } from '../response/http-error.js';
import { json, type Answer } from '../response/answer.js';
import { CLIENT, lastChange, LEAD, TIME } from './shared.js';

const example: ShownFile = {
  id: 'file-000000000001',
  name: 'contacts.csv',
  size: 61,
  sha256: 'cd0aa9856147b6c5b4ff2b7dfee5da20aa38253099ef1b4a64aced233c9afe29',
  created: TIME,
  expires: '2026-11-23T07:18:02.643Z',
  status: 'ready',
  task: null,
  inspection: {
    objectType: 'Contact',
    said: {},
    readAs: { encoding: 'utf8', delimiter: ',', header: true },
    sheets: [],
    columns: [
      { label: 'Vorname', samples: ['Jenniffer'], filled: 1, frequent: [] },
      { label: 'Nachname', samples: ['Doe'], filled: 1, frequent: [] },
    ],
    mapping: [
      { field: 'FirstName', positions: [0] },
      { field: 'LastName', positions: [1] },
    ],
    rows: 1,
    isWhole: true,
    notes: [],
  },
  counts: null,
  cleaned: null,
  imported: null,
  isGone: false,
  reason: null,
  results: [],
  progress: null,
  ahead: null,
};
const task = {
  action: 'import',
  objectType: 'Contact',
  mapping: example.inspection!.mapping,
  check: true,
  again: false,
} as const;
const queued: ShownFile = { ...example, status: 'queued', task };

const shared = { tag: 'Files', scope: 'upsert', about: 'object' } as const;
const params = { fileId: { description: 'Id of the file' } };
const one = (description: string, shown: ShownFile = example) => ({
  description,
  schema: shownFileSchema,
  example: shown,
});

/** @throws RequestError 403 if the client has lost access to the file's object, 404 */
async function ownFile(
  { params, client }: Pick<Exchange<unknown, unknown, Client>, 'params' | 'client'>,
  { administration, likeness }: AppContext,
): Promise<ShownFile> {
  const found = await administration.files.get(client.client_id, params['fileId']!);
  if (found.task !== null && found.task.objectType !== AUTO) likeness.objectType(found.task.objectType);
  return found;
}

const sendFile = endpoint('sendFile', 'POST', '{product}/files', {
  ...shared,
  summary: 'Upload a file of records to import or clean, and infer its column mapping',
  description:
    'The body is the file, at most `uploadLimit` bytes. The file is visible only to the client that uploaded it, for one day. Nothing is imported until `POST …/files/<id>/run`.',
  query: z.object({
    name: z
      .string()
      .min(5)
      .max(400)
      .describe('File name. The extension determines the format: .csv, .tsv, .xlsx, .json …'),
  }),
  body: {
    schema: z.string().describe('The file').meta({ id: 'FileContent', format: 'binary' }),
    type: 'application/octet-stream',
    isRaw: true,
    example: 'Vorname,Nachname\nJenniffer,Doe\n',
  },
  responses: { 201: one('The file and its inferred column mapping') },
  errors: [400, 409, 413, 415, 507],
  async handle({ request, query, client }, { administration, settings }) {
    if (contentEncoding(request.headers['content-encoding']) !== 'identity')
      throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', ['Send the file uncompressed']);
    const { uploadLimit } = settings;
    const sender = { ...callerOf(client, ''), objects: client.objects };
    const read: ReadPieces = (take) => readPieces(request, uploadLimit, take);
    const size = Math.min(Number(request.headers['content-length'] ?? uploadLimit), uploadLimit);
    const received = await whileConnected(request, (gone) =>
      administration.files.receive(sender, query.name, read, { size, limit: uploadLimit }, gone),
    );
    return json(received, 201);
  },
});

const files = endpoint('files', 'GET', '{product}/files', {
  ...shared,
  summary: 'List the files of the calling client, newest first',
  responses: ok({
    description: 'All files',
    schema: z.array(shownFileSchema).meta({ id: 'UploadedFiles' }),
    example: [example],
  }),
  async handle({ client }, { administration, likeness }) {
    const known = new Set(likeness.objectTypes().map(({ name }) => name));
    const mine = await administration.files.list(client.client_id);
    return json(mine.filter(({ task }) => task === null || task.objectType === AUTO || known.has(task.objectType)));
  },
});

const file = endpoint('file', 'GET', '{product}/files/{fileId}', {
  ...shared,
  summary: 'Get the content, progress and results of a file',
  params,
  responses: ok(one('The file')),
  errors: [404],
  handle: async (exchange, context) => json(await ownFile(exchange, context)),
});

const inspectFile = endpoint('inspectFile', 'POST', '{product}/files/{fileId}/inspect', {
  ...shared,
  summary: 'Inspect a file again with another object, sheet, delimiter, encoding or header setting',
  description: 'Later runs use these settings unless they override them.',
  params,
  body: {
    schema: lookSchema.meta({ id: 'FileInspection' }),
    example: { objectType: 'Contact', delimiter: ';' },
  },
  responses: ok(one('The file')),
  errors: [404, 409, 507],
  async handle({ request, params: { fileId }, body, client }, { administration, likeness }) {
    const { objectType } = body;
    const isOfStore = objectType !== undefined && objectType !== AUTO;
    const look = isOfStore ? { ...body, objectType: likeness.objectType(objectType).name } : body;
    const { files } = administration;
    return json(await whileConnected(request, (gone) => files.inspect(client.client_id, fileId!, look, gone)));
  },
});

const runFile = endpoint('runFile', 'POST', '{product}/files/{fileId}/run', {
  ...shared,
  summary: 'Import a file, do a dry run of the import, or merge the duplicates in the file',
  description: `Files are processed one after the other, in the background. \`GET …/files/<id>\` shows the progress.
\`import\` saves the rows as upserts do, and continues after a restart of the service. \`dryRun\` counts what an import would create, update and reject, and saves nothing. \`clean\` saves nothing: it merges the duplicates in the file, as \`likeness clean\` does.
\`results\` lists the files that can be downloaded: the rejected rows and the files of \`clean\`.
\`clean.csv\` has the format of the file (delimiter, quotes, line ends, encoding); a workbook becomes \`clean.xlsx\`, a JSON file \`clean.json\` or \`clean.ndjson\`.
If \`cleaned.notMerged\` has a reason, nothing was merged, and all pairs are in \`review.csv\`.`,
  params,
  body: {
    schema: taskSchema.meta({ id: 'FileTask' }),
    example: { action: 'import', objectType: 'Contact', mapping: example.inspection!.mapping },
  },
  responses: { 202: one('The queued file', queued) },
  errors: [404, 409, 507],
  async handle({ params: { fileId }, body, client }, { administration, likeness }) {
    const { action, mapping } = body;
    requireScopes(client, scopesOfTask(body));
    const isAuto = action === 'clean' && body.objectType === AUTO;
    if (isAuto && mapping.length > 0)
      throw new HttpError(400, 'JSON_PARSER_ERROR', [`mapping: not allowed: '${AUTO}' compares all columns`]);
    const objectType = isAuto ? AUTO : likeness.objectType(body.objectType).name;
    return json(await administration.files.run(client.client_id, fileId!, { ...body, objectType }), 202);
  },
});

const IMPORTED = {
  objectType: 'Contact',
  began: TIME,
  ended: TIME,
  counts: { read: 1, created: 1, updated: 0, rejected: 0, reasons: [] },
  undo: null,
} as const;

/** A repeated request retries the changes that could not be undone before. */
const undoFile = endpoint('undoFile', 'POST', '{product}/files/{fileId}/undo', {
  ...shared,
  scope: 'undo',
  summary: 'Undo the changes of an import, except those that later changes depend on',
  description: `Deletes created records and restores the previous values of changed fields. The undo is queued like an import. \`imported.undo\` shows the outcome, and the result \`${NOT_UNDONE}\` lists the changes that were not undone, with reasons. An import can be undone for as long as changes are kept (\`historyDays\`), although the file expires after one day.`,
  params,
  responses: {
    202: one('The queued file', { ...queued, task: { ...task, action: 'undo' }, imported: IMPORTED }),
  },
  errors: [404, 409],
  async handle(exchange, context) {
    const { id } = await ownFile(exchange, context);
    return json(await context.administration.files.undo(exchange.client.client_id, id), 202);
  },
});

const fileChangeSchema = z
  .strictObject({
    changeId: z.string(),
    recordId: z.string(),
    objectType: z.string(),
    name: z.string().nullable().describe('Current name of the record. Null if the record has no name or was deleted'),
    action: z.enum(CHANGE_ACTIONS),
    reason: z.enum(DECISION_REASONS).nullable(),
    score: z.number().nullable().describe('Score of the matching record, an integer percentage'),
    time: z.string(),
  })
  .meta({ id: 'ImportedChange' });

const fileChanges = endpoint('fileChanges', 'GET', '{product}/files/{fileId}/changes', {
  ...shared,
  scope: 'history',
  summary: 'List the records that imports of a file created or updated, in row order',
  description: 'A page can be short or empty. Request more pages with `after` set to `next` until `next` is null.',
  params,
  query: z.object({
    after: CURSOR.optional().describe('`next` from the previous page'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of changes per page'),
  }),
  responses: ok({
    description: 'A page of results',
    schema: z
      .strictObject({ records: z.array(fileChangeSchema), next: z.string().nullable() })
      .meta({ id: 'ImportedChanges' }),
    example: {
      records: [
        {
          ...{ changeId: lastChange, recordId: LEAD, objectType: 'Lead', name: 'Jenniffer Doe', action: 'create' },
          ...{ reason: 'noDuplicate', score: null, time: TIME },
        },
      ],
      next: null,
    },
  }),
  errors: [400, 404],
  async handle(exchange, context) {
    const { query, client } = exchange;
    const { id } = await ownFile(exchange, context);
    const cursors = cursorsOf(context, client, `changes of ${id}`);
    const at = await cursors.read('after', query.after);
    const after = at === undefined ? undefined : Number(at);
    const found = await context.administration.files.changes(client.client_id, id, after, query.pageSize);
    const records = found.changes.map(({ number, recordId, objectType, action, decision, time }) => ({
      ...{ changeId: changeId(number), recordId, objectType, action, time },
      name: nameOf(context, objectType, recordId),
      ...{ reason: decision?.reason ?? null, score: decision?.score ?? null },
    }));
    return json({ records, next: cursors.write(found.next === null ? null : String(found.next)) });
  },
});

function nameOf({ likeness }: AppContext, objectType: string, id: string): string | null {
  try {
    const { Name } = likeness.readRecord(objectType, id, ['Name']);
    return typeof Name === 'string' ? Name : null;
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

const cancelFile = endpoint('cancelFile', 'POST', '{product}/files/{fileId}/cancel', {
  ...shared,
  summary: 'Cancel the processing of a file, without undoing rows that were already imported',
  params,
  responses: ok(one('The file', { ...queued, status: 'cancelled' })),
  errors: [404],
  async handle(exchange, context) {
    const { id } = await ownFile(exchange, context);
    return json(await context.administration.files.cancel(exchange.client.client_id, id));
  },
});

const deleteFile = endpoint('deleteFile', 'DELETE', '{product}/files/{fileId}', {
  ...shared,
  summary: 'Delete a file and its results, but no records',
  params,
  responses: { 204: { description: 'Deleted' } },
  errors: [404, 409],
  async handle(exchange, context): Promise<Answer> {
    const { id } = await ownFile(exchange, context);
    await context.administration.files.remove(exchange.client.client_id, id);
    return { status: 204 };
  },
});

export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const resultOf = { type: 'text/csv', example: 'import_row,import_error,LastName\n2,LastName is required,\n' };

/** Requires only the scope for imports, so that every client that can send rows can read its rejected rows. */
const fileRejects = endpoint('fileRejects', 'GET', `{product}/files/{fileId}/results/${REJECTS}`, {
  ...shared,
  summary: 'Download rejected rows with reasons as CSV, which can be corrected and imported again',
  params,
  responses: ok({ description: 'Rejected rows', ...resultOf }),
  errors: [404],
  handle: (exchange, context) => download(exchange, context, REJECTS),
});

const fileResult = endpoint('fileResult', 'GET', '{product}/files/{fileId}/results/{result}', {
  ...shared,
  scope: 'export',
  summary: 'Download a result file of a cleaning or undo run, with formulas escaped for spreadsheets',
  params: {
    ...params,
    result: { description: [...CLEAN_RESULTS, NOT_UNDONE].map((name) => `\`${name}\``).join(', ') },
  },
  responses: ok({ description: 'The result file', ...resultOf }),
  errors: [404],
  handle: (exchange, context) => download(exchange, context, exchange.params['result']!),
});

async function download(
  exchange: Pick<Exchange<unknown, unknown, Client>, 'params' | 'client'>,
  context: AppContext,
  result: string,
): Promise<Answer> {
  const { id } = await ownFile(exchange, context);
  const body = await context.administration.files.result(exchange.client.client_id, id, result);
  return {
    status: 200,
    body,
    type: typeOf(result),
    headers: ['Content-Disposition', `attachment; filename="${result}"`],
  };
}

/** `clean.csv` has the encoding of the uploaded file. */
function typeOf(result: string): string {
  if (result === 'clean.csv') return 'text/csv';
  if (result.endsWith('.xlsx')) return WORKBOOK;
  if (result.endsWith('json')) return result.endsWith('.json') ? 'application/json' : 'application/x-ndjson';
  return `${result.endsWith('.html') ? 'text/html' : 'text/csv'};charset=UTF-8`;
}

const everyones = { tag: 'Administration', scope: 'admin', about: 'all' } as const;

const uploads = endpoint('uploads', 'GET', '{product}/uploads', {
  ...everyones,
  summary: 'List the files of all clients without their content, newest first, including active uploads',
  responses: ok({
    description: 'All files',
    schema: z.array(uploadSchema).meta({ id: 'Uploads' }),
    example: [
      {
        ...{ id: example.id, clientId: CLIENT, clientName: 'warehouse', name: example.name, size: example.size },
        ...{ created: TIME, expires: example.expires, status: 'queued', action: 'import', objectType: 'Contact' },
      },
    ],
  }),
  async handle(_exchange, { administration, auth }) {
    const all = await administration.files.uploads();
    return json(all.map((each) => ({ ...each, clientName: auth.nameOf(each.clientId) ?? null })));
  },
});

const deleteUpload = endpoint('deleteUpload', 'DELETE', '{product}/uploads/{fileId}', {
  ...everyones,
  summary: 'Cancel the processing of any client’s file and delete it with its results, but no records',
  params,
  responses: { 204: { description: 'The file was deleted. An upload in progress is rejected' } },
  errors: [404],
  async handle({ params: { fileId } }, { administration }): Promise<Answer> {
    await administration.files.discard(fileId!);
    return { status: 204 };
  },
});

export const FILE_ENDPOINTS = [
  sendFile,
  files,
  file,
  inspectFile,
  runFile,
  undoFile,
  fileChanges,
  cancelFile,
  deleteFile,
  // This endpoint must be first, because its path also matches a pattern of the other endpoints.
  fileRejects,
  fileResult,
  uploads,
  deleteUpload,
];

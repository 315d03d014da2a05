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
import { scopesOfTask } from '../../service/import/needed-scopes.js';
import type { ReadPieces } from '../../service/import/receive-file.js';
import { RequestError } from '../../records/contract/request-error.js';
import { changeId } from '../../service/undo/change-id.js';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../../store/history.js';
import { callerOf } from '../caller.js';
import type { Client } from '../../service/auth/client.js';
import { endpoint, type AppContext, type Exchange } from '../endpoint.js';
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
      { label: 'Vorname', samples: ['Jenniffer'] },
      { label: 'Nachname', samples: ['Doe'] },
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

const shared = { tag: 'Files', scope: 'upsert' } as const;
const params = { fileId: { description: 'Id of the file' } };
const one = (description: string, shown: ShownFile = example) => ({
  description,
  schema: shownFileSchema,
  example: shown,
});

/**
 * A file of this client. Refused if the client no longer has access to its object.
 *
 * @throws RequestError 403, 404
 */
async function ownFile(
  { params, client }: Pick<Exchange<unknown, unknown, Client>, 'params' | 'client'>,
  { administration, likeness }: AppContext,
): Promise<ShownFile> {
  const found = await administration.files.get(client.client_id, params['fileId']!);
  if (found.task !== null && found.task.objectType !== AUTO) likeness.objectType(found.task.objectType);
  return found;
}

export const sendFile = endpoint({
  ...shared,
  id: 'sendFile',
  about: 'object',
  method: 'POST',
  path: '{product}/files',
  route: 'files',
  summary: 'Send a file of records, to be imported or cleaned; the answer guesses what its columns are',
  description:
    'The body is the file itself, of `uploadLimit` bytes at the most. It is kept for a day, for the client that sent it only; nothing is saved of it before `POST …/files/<id>/run`.',
  query: z.object({
    name: z
      .string()
      .min(5)
      .max(400)
      .describe('Name of the file; its ending says how it is read: .csv, .tsv, .xlsx, .json …'),
  }),
  body: {
    schema: z.string().describe('The file').meta({ id: 'FileContent', format: 'binary' }),
    type: 'application/octet-stream',
    isRaw: true,
    example: 'Vorname,Nachname\nJenniffer,Doe\n',
  },
  responses: { 201: one('The file, and what is guessed of it') },
  errors: [400, 409, 413, 415, 507],
  async handle({ request, query, client }, { administration, settings }) {
    if (contentEncoding(request.headers['content-encoding']) !== 'identity')
      throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', ['Send the file as it is, not packed']);
    const { uploadLimit } = settings;
    const sender = { ...callerOf(client, ''), objects: client.objects };
    const read: ReadPieces = (take) => readPieces(request, uploadLimit, take);
    // Reserves room for the announced length.
    const size = Math.min(Number(request.headers['content-length'] ?? uploadLimit), uploadLimit);
    const received = await whileConnected(request, (gone) =>
      administration.files.receive(sender, query.name, read, { size, limit: uploadLimit }, gone),
    );
    return json(received, 201);
  },
});

export const files = endpoint({
  ...shared,
  id: 'files',
  about: 'object',
  method: 'GET',
  path: '{product}/files',
  route: 'files',
  summary: 'The files that this client has sent, newest first',
  responses: {
    200: {
      description: 'All of them',
      schema: z.array(shownFileSchema).meta({ id: 'UploadedFiles' }),
      example: [example],
    },
  },
  async handle({ client }, { administration, likeness }) {
    const known = new Set(likeness.objectTypes().map(({ name }) => name));
    const mine = await administration.files.list(client.client_id);
    return json(mine.filter(({ task }) => task === null || task.objectType === AUTO || known.has(task.objectType)));
  },
});

export const file = endpoint({
  ...shared,
  id: 'file',
  about: 'object',
  method: 'GET',
  path: '{product}/files/{fileId}',
  route: 'files/{fileId}',
  summary: 'What a file looks like, how far its work is, or what has become of it',
  params,
  responses: { 200: one('The file') },
  errors: [404],
  handle: async (exchange, context) => json(await ownFile(exchange, context)),
});

export const inspectFile = endpoint({
  ...shared,
  id: 'inspectFile',
  about: 'object',
  method: 'POST',
  path: '{product}/files/{fileId}/inspect',
  route: 'files/{fileId}/inspect',
  summary: 'Look into a file anew: for another object, another sheet, delimiter or encoding, with or without a header',
  description: 'What is said of how to read it holds for a run as well, where that says nothing else.',
  params,
  body: {
    schema: lookSchema.meta({ id: 'FileInspection' }),
    example: { objectType: 'Contact', delimiter: ';' },
  },
  responses: { 200: one('The file') },
  errors: [404, 409, 507],
  async handle({ request, params: { fileId }, body, client }, { administration, likeness }) {
    const { objectType } = body;
    const isOfStore = objectType !== undefined && objectType !== AUTO;
    const look = isOfStore ? { ...body, objectType: likeness.objectType(objectType).name } : body;
    const { files } = administration;
    return json(await whileConnected(request, (gone) => files.inspect(client.client_id, fileId!, look, gone)));
  },
});

export const runFile = endpoint({
  ...shared,
  id: 'runFile',
  about: 'object',
  method: 'POST',
  path: '{product}/files/{fileId}/run',
  route: 'files/{fileId}/run',
  summary: 'Import a file, try that without saving anything, or clean it of duplicates',
  description: `One file after the other is worked on, beside the service; \`GET …/files/<id>\` says how far it is.
\`import\` saves the rows as upserts do; it goes on after a restart of the service where it stopped. \`dryRun\` counts what an import would create, update and reject: it decides as the import does, and saves nothing. \`clean\` saves nothing: it makes one record of every group of duplicates in the file, as \`likeness clean\` does.
Rows that are rejected, and what \`clean\` writes, are downloaded from \`results\`.
\`clean.csv\` has the form of the file (delimiter, quotes, line ends, encoding); a workbook becomes \`clean.xlsx\`.
Where \`cleaned.notMerged\` says why, nothing was merged, and everything is in \`review.csv\`.`,
  params,
  body: {
    schema: taskSchema.meta({ id: 'FileTask' }),
    example: { action: 'import', objectType: 'Contact', mapping: example.inspection!.mapping },
  },
  responses: { 202: one('The file, whose work waits for its turn', queued) },
  errors: [404, 409, 507],
  async handle({ params: { fileId }, body, client }, { administration, likeness }) {
    const { action, mapping } = body;
    requireScopes(client, scopesOfTask(body));
    const isAuto = action === 'clean' && body.objectType === AUTO;
    if (isAuto && mapping.length > 0)
      throw new HttpError(400, 'JSON_PARSER_ERROR', [`mapping: expected none, as '${AUTO}' compares all columns`]);
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

/** A repeat undoes what could not be undone before. */
export const undoFile = endpoint({
  ...shared,
  scope: 'undo',
  id: 'undoFile',
  about: 'object',
  method: 'POST',
  path: '{product}/files/{fileId}/undo',
  route: 'files/{fileId}/undo',
  summary: 'Take an import back: every change that it has made, as far as no later change stands on it',
  description: `Records that it created are deleted, fields that it changed get the values they had. It is work in its turn, as the import was; \`imported.undo\` says what became of it, and the result \`${NOT_UNDONE}\` which changes stay, and why. That a file was imported is remembered as long as changes are kept (\`historyDays\`), the file itself for a day.`,
  params,
  responses: {
    202: one('The file, whose work waits for its turn', {
      ...queued,
      task: { ...task, action: 'undo' },
      imported: IMPORTED,
    }),
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
    name: z.string().nullable().describe('Name of the record now; null: it has none, or is not stored any more'),
    action: z.enum(CHANGE_ACTIONS),
    reason: z.enum(DECISION_REASONS).nullable(),
    score: z.number().nullable().describe('Of the record that was found: an integer percentage'),
    time: z.string(),
  })
  .meta({ id: 'ImportedChange' });

export const fileChanges = endpoint({
  ...shared,
  scope: 'history',
  id: 'fileChanges',
  about: 'object',
  method: 'GET',
  path: '{product}/files/{fileId}/changes',
  route: 'files/{fileId}/changes',
  summary: 'The records that imports of a file have created and updated, in the order of the rows',
  description: 'A page may hold fewer than asked for, or none, while `next` names another: send it as `after`.',
  params,
  query: z.object({
    after: CURSOR.optional().describe('`next` of the page before'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Changes on a page'),
  }),
  responses: {
    200: {
      description: 'One page',
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
    },
  },
  errors: [400, 404],
  async handle(exchange, context) {
    const { query, client } = exchange;
    const { id } = await ownFile(exchange, context);
    const cursors = cursorsOf(context, client, `changes of ${id}`);
    const at = await cursors.read('after', query.after);
    const after = at === undefined ? undefined : Number(at);
    const found = await context.administration.files.changes(client.client_id, id, after, query.pageSize);
    const records = found.changes.map(({ number, recordId, objectType, action, decision, time }) => ({
      ...{
        changeId: changeId(number),
        recordId,
        objectType,
        name: nameOf(context, objectType, recordId),
        action,
        time,
      },
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

export const cancelFile = endpoint({
  ...shared,
  id: 'cancelFile',
  about: 'object',
  method: 'POST',
  path: '{product}/files/{fileId}/cancel',
  route: 'files/{fileId}/cancel',
  summary: 'End the work on a file; rows that an import has saved stay',
  params,
  responses: { 200: one('The file', { ...queued, status: 'cancelled' }) },
  errors: [404],
  async handle(exchange, context) {
    const { id } = await ownFile(exchange, context);
    return json(await context.administration.files.cancel(exchange.client.client_id, id));
  },
});

export const deleteFile = endpoint({
  ...shared,
  id: 'deleteFile',
  about: 'object',
  method: 'DELETE',
  path: '{product}/files/{fileId}',
  route: 'files/{fileId}',
  summary: 'Remove a file and its results; records stay',
  params,
  responses: { 204: { description: 'It is gone' } },
  errors: [404, 409],
  async handle(exchange, context): Promise<Answer> {
    const { id } = await ownFile(exchange, context);
    await context.administration.files.remove(exchange.client.client_id, id);
    return { status: 204 };
  },
});

export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const resultOf = {
  type: 'text/csv',
  example: 'import_row,import_error,LastName\n2,LastName is required,\n',
};

/** A client that may send rows may see its rejected rows. */
export const fileRejects = endpoint({
  ...shared,
  id: 'fileRejects',
  about: 'object',
  method: 'GET',
  path: `{product}/files/{fileId}/results/${REJECTS}`,
  route: `files/{fileId}/results/${REJECTS}`,
  summary: 'The rows of a file that an import rejected, with the reasons, as CSV; it can be imported once corrected',
  params,
  responses: { 200: { description: 'The rows', ...resultOf } },
  errors: [404],
  handle: (exchange, context) => download(exchange, context, REJECTS),
});

export const fileResult = endpoint({
  ...shared,
  scope: 'export',
  id: 'fileResult',
  about: 'object',
  method: 'GET',
  path: '{product}/files/{fileId}/results/{result}',
  route: 'files/{fileId}/results/{result}',
  summary:
    'What came of cleaning a file, or of taking its import back; formulas are guarded against being run by a spreadsheet',
  params: {
    ...params,
    result: { description: [...CLEAN_RESULTS, NOT_UNDONE].map((name) => `\`${name}\``).join(', ') },
  },
  responses: { 200: { description: 'The result', ...resultOf } },
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
  return `${result.endsWith('.html') ? 'text/html' : 'text/csv'};charset=UTF-8`;
}

const everyones = { tag: 'Administration', scope: 'admin', about: 'all' } as const;

export const uploads = endpoint({
  ...everyones,
  id: 'uploads',
  method: 'GET',
  path: '{product}/uploads',
  route: 'uploads',
  summary: 'The files of all clients, those on their way as well, newest first; nothing of their content',
  responses: {
    200: {
      description: 'All of them',
      schema: z.array(uploadSchema).meta({ id: 'Uploads' }),
      example: [
        {
          ...{ id: example.id, clientId: CLIENT, clientName: 'warehouse', name: example.name, size: example.size },
          ...{ created: TIME, expires: example.expires, status: 'queued', action: 'import', objectType: 'Contact' },
        },
      ],
    },
  },
  async handle(_exchange, { administration, auth }) {
    const all = await administration.files.uploads();
    return json(all.map((each) => ({ ...each, clientName: auth.nameOf(each.clientId ?? '') ?? null })));
  },
});

export const deleteUpload = endpoint({
  ...everyones,
  id: 'deleteUpload',
  method: 'DELETE',
  path: '{product}/uploads/{fileId}',
  route: 'uploads/{fileId}',
  summary: 'Remove a file of any client with its results, and end what is done with it; records stay',
  params,
  responses: { 204: { description: 'It is gone; one on its way is refused' } },
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
  // First, because its path matches a pattern of the others.
  fileRejects,
  fileResult,
  uploads,
  deleteUpload,
];

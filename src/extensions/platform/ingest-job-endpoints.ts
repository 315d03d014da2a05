import type { Request } from 'express';
import { z } from 'zod';
import type { Client } from '../../service/auth/client.js';
import { userIdOf } from '../../service/auth/identity.js';
import { RequestError } from '../../records/contract/request-error.js';
import {
  DELIMITER_NAMES,
  INGEST_OPERATIONS,
  LINE_END_NAMES,
  lineOf,
  type IngestJob,
} from '../../service/import/bulk-job.js';
import { scopesOfOperation } from '../../service/import/file-work.js';
import { NO_COUNTS, type RunTask, type ShownFile, type Task } from '../../service/import/file-job.js';
import { BULK_REJECTS, BULK_SAVED } from '../../service/import/result-forms.js';
import { formatDatetime } from '../../records/dates.js';
import type { ObjectType } from '../../records/object-type.js';
import { externalReferenceOf } from '../../records/parent-path.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import { endpoint, type AppContext, type Exchange, ok } from '../../http/endpoint.js';
import { requireScopes } from '../../http/authorize.js';
import { callerOf } from '../../http/caller.js';
import { schemaLike } from '../../http/openapi/schema-like.js';
import { DUPLICATE_RULE_HEADER, duplicateRuleOf } from '../../http/request/duplicate-rule-header.js';
import { contentEncoding, parseMediaType } from '../../http/request/media-type.js';
import { readPieces, type TakePiece } from '../../http/request/read-pieces.js';
import { whileConnected } from '../../http/request/while-connected.js';
import { HttpError } from '../../http/response/http-error.js';
import { json, type Answer } from '../../http/response/answer.js';
import { BULK_JOB_ID, TIME, USER, VERSION } from '../../http/endpoints/shared.js';

const JOBS = '/services/data/{version}/jobs/ingest';
const ONE = `${JOBS}/{jobId}`;
const CSV = 'text/csv';
const params = { version: VERSION };
const ofJob = { ...params, jobId: { description: 'Id of the job', match: BULK_JOB_ID } };
const shared = { about: 'object', tag: 'Records', scope: 'upsert' } as const;

const STATES = {
  ready: 'Open',
  queued: 'UploadComplete',
  running: 'InProgress',
  completed: 'JobComplete',
  failed: 'Failed',
  cancelled: 'Aborted',
} as const;

function shown(
  job: IngestJob,
  client: Client,
  version: string,
  file: ShownFile | undefined,
  status = file?.status ?? 'ready',
) {
  const { id, operation, object, externalId, created, lineEnding, columnDelimiter } = job;
  const counts = file?.counts ?? NO_COUNTS;
  const state = STATES[status];
  return {
    ...{ id, operation, object, createdById: userIdOf(client.client_id), createdDate: created },
    ...{ systemModstamp: created, state: state as string, concurrencyMode: 'Parallel', contentType: 'CSV' },
    ...{ apiVersion: Number(version.slice(1)), jobType: 'V2Ingest', lineEnding, columnDelimiter },
    contentUrl: `services/data/${version}/jobs/ingest/${id}/batches`,
    ...(externalId !== undefined && { externalIdFieldName: externalId }),
    ...{ retries: 0, totalProcessingTime: 0, apiActiveProcessingTime: 0, apexProcessingTime: 0 },
    numberRecordsProcessed: counts.read,
    numberRecordsFailed: counts.rejected,
    ...(typeof file?.reason === 'string' && { errorMessage: file.reason }),
  };
}

const exampleJob: IngestJob = {
  ...{ id: '750Qx4YtR9aZ3mKIKS', operation: 'insert', object: 'Lead', duplicates: 'create' },
  ...{ created: TIME.replace('Z', '+0000'), columnDelimiter: 'COMMA', lineEnding: 'LF' },
};
const example = { ...shown(exampleJob, { client_id: '' } as Client, 'v60.0', undefined), createdById: USER };
const jobSchema = schemaLike(
  { ...example, externalIdFieldName: 'Number__c', errorMessage: 'why' },
  { apiVersion: z.number(), externalIdFieldName: z.string().optional(), errorMessage: z.string().optional() },
).meta({ id: 'IngestJob' });
const JOB = { description: 'The job', schema: jobSchema, example };

const startIngestJob = endpoint('startIngestJob', 'POST', JOBS, {
  ...shared,
  route: 'ingestJobs',
  summary: 'Create a job that saves records (Bulk API 2.0)',
  description:
    'Send the content to contentUrl. The state UploadComplete then starts the job. ' +
    'Rows are saved without a duplicate check, unless `duplicates` is set. ' +
    'With `update`, an insert updates an existing duplicate. ' +
    'With `refuse` (or the header Sforce-Duplicate-Rule-Header: allowSave=false), a duplicate row fails. ' +
    'Jobs share the queue with uploaded files and continue after a restart. Results are kept for one day. ' +
    'If there are many jobs, the oldest are removed earlier.',
  params,
  headers: { [DUPLICATE_RULE_HEADER]: { description: 'allowSave=false: do not insert duplicates', type: 'string' } },
  body: {
    schema: z
      .object({
        object: z.string().min(1).max(80),
        operation: z.enum([...INGEST_OPERATIONS, 'hardDelete']),
        externalIdFieldName: z
          .string()
          .min(1)
          .max(80)
          .optional()
          .describe('Field that identifies the records of an upsert'),
        contentType: z.literal('CSV').optional(),
        columnDelimiter: z.enum(DELIMITER_NAMES).default('COMMA'),
        lineEnding: z.enum(LINE_END_NAMES).default('LF'),
        duplicates: z
          .enum(['create', 'refuse', 'update'])
          .optional()
          .describe(
            'What an insert does with a duplicate: create it (the default), refuse it, or update the existing record',
          ),
      })
      .meta({ id: 'IngestJobRequest' }),
    example: { object: 'Lead', operation: 'insert', contentType: 'CSV', lineEnding: 'LF' },
  },
  responses: ok(JOB),
  errors: [404],
  async handle({ request, params: { version }, body, client }, { likeness, administration }) {
    const { operation, externalIdFieldName, columnDelimiter, lineEnding } = body;
    if (operation === 'hardDelete')
      throw invalid('hardDelete: not supported, because every deletion can be undone; use delete');
    requireScopes(client, scopesOfOperation(operation));
    const type = likeness.objectType(body.object);
    if (operation === 'upsert') checkExternalId(type, externalIdFieldName);
    else if (externalIdFieldName !== undefined) throw invalid('externalIdFieldName: only for upsert');
    const { duplicates = duplicateRuleOf(request).allowsSave ? 'create' : 'refuse' } = body;
    const job = await administration.bulkJobs.add<IngestJob>(client.client_id, {
      ...{ operation, object: type.name, duplicates, columnDelimiter, lineEnding },
      ...(externalIdFieldName !== undefined && { externalId: externalIdFieldName }),
      created: formatDatetime(new Date()),
    });
    return json(shown(job, client, version!, undefined));
  },
});

const listIngestJobs = endpoint('ingestJobs', 'GET', JOBS, {
  ...shared,
  route: 'ingestJobs',
  summary: 'List the ingest jobs of this client that have content, newest first',
  params,
  responses: ok({
    description: 'All jobs',
    schema: z
      .strictObject({ done: z.literal(true), records: z.array(jobSchema), nextRecordsUrl: z.null() })
      .meta({ id: 'IngestJobs' }),
    example: { done: true, records: [example], nextRecordsUrl: null },
  }),
  async handle({ params: { version }, client }, { administration, likeness }) {
    const known = new Set(likeness.objectTypes().map(({ name }) => name));
    const all = await administration.files.bulkJobs(client.client_id);
    const records = all
      .filter(({ job }) => known.has(job.object))
      .reverse()
      .map(({ job, file }) => shown(job, client, version!, file));
    return json({ done: true, records, nextRecordsUrl: null });
  },
});

const readIngestJob = endpoint('readIngestJob', 'GET', ONE, {
  ...shared,
  route: 'ingestJob',
  summary: 'Get an ingest job and its progress',
  params: ofJob,
  responses: ok(JOB),
  errors: [404],
  async handle(exchange, context) {
    const { params, client } = exchange;
    const { job, file, status } = await ownJob(exchange, context);
    return json(shown(job, client, params['version']!, file, status));
  },
});

const sendIngestJob = endpoint('sendIngestJob', 'PUT', `${ONE}/batches`, {
  ...shared,
  route: 'ingestJobBatches',
  summary: 'Upload the content of an ingest job, as CSV with field names in the first line',
  params: ofJob,
  body: {
    schema: z.string().describe('The rows').meta({ id: 'IngestContent' }),
    type: CSV,
    isRaw: true,
    example: 'LastName,Company\nDoe,Example Ltd\n',
  },
  responses: { 201: { description: 'Kept' } },
  errors: [400, 404, 409, 413, 415, 507],
  async handle(exchange, context) {
    const { request, client } = exchange;
    const { administration, settings } = context;
    const { job, file } = await ownJob(exchange, context);
    requireScopes(client, scopesOfOperation(job.operation));
    if (file !== undefined) throw invalidState(`the job already has content, and its state is ${STATES[file.status]}`);
    checkIsCsv(request);
    const { uploadLimit } = settings;
    const size = Math.min(Number(request.headers['content-length'] ?? uploadLimit), uploadLimit);
    await whileConnected(request, (gone) =>
      administration.files.receive(
        { ...callerOf(client, ''), objects: client.objects },
        `${job.operation}-${job.object}-${job.id}.csv`,
        (take) => readContent(request, job, uploadLimit, take),
        { size, limit: uploadLimit },
        gone,
        job,
      ),
    );
    return { status: 201 };
  },
});

const changeIngestJob = endpoint('changeIngestJob', 'PATCH', ONE, {
  ...shared,
  route: 'ingestJob',
  summary:
    'Start an ingest job (UploadComplete) or cancel it (Aborted). A cancelled job keeps the rows that it has already saved',
  params: ofJob,
  body: {
    schema: z.object({ state: z.enum(['UploadComplete', 'Aborted']) }).meta({ id: 'IngestJobState' }),
    example: { state: 'UploadComplete' },
  },
  responses: ok(JOB),
  errors: [404, 409],
  async handle(exchange, context) {
    const { params, client, body } = exchange;
    const { job, file } = await ownJob(exchange, context);
    const { files } = context.administration;
    const told = (now: ShownFile | undefined, status?: ShownFile['status']): Answer =>
      json(shown(job, client, params['version']!, now, status));
    if (body.state === 'Aborted') {
      // There is nothing to cancel, because the job had ended before its rows were undone.
      if (file?.task?.action === 'undo') return told(file);
      if (file !== undefined) return told(await files.cancel(client.client_id, file.id));
      await files.endUnsaved(job, callerOf(client, ''));
      return told(file, 'cancelled');
    }
    requireScopes(client, scopesOfOperation(job.operation));
    if (file === undefined) throw invalidState('the job has no content');
    if (file.status !== 'ready') throw invalidState(`the state of the job is ${STATES[file.status]}`);
    const mapped = mappingOf(file, context.likeness, job.object);
    if (typeof mapped === 'string') return told(await files.refuse(client.client_id, file.id, mapped));
    return told(await files.run(client.client_id, file.id, taskOf(job, mapped)));
  },
});

const deleteIngestJob = endpoint('deleteIngestJob', 'DELETE', ONE, {
  ...shared,
  route: 'ingestJob',
  summary: 'Delete a finished ingest job with its content and results, but no records',
  params: ofJob,
  responses: { 204: { description: 'Deleted' } },
  errors: [404, 409],
  async handle(exchange, context): Promise<Answer> {
    const { job, file } = await ownJob(exchange, context);
    const { files, bulkJobs } = context.administration;
    if (file !== undefined) await files.remove(exchange.client.client_id, file.id);
    await bulkJobs.remove(job);
    return { status: 204 };
  },
});

type Asked = Pick<Exchange<unknown, unknown, Client>, 'params' | 'client'>;

const resultsOf = <Id extends string>(
  id: Id,
  name: string,
  summary: string,
  exampleText: string,
  handle: (exchange: Exchange<unknown, unknown, Client>, context: AppContext) => Promise<Answer>,
) =>
  endpoint(id, 'GET', `${ONE}/${name}`, {
    ...shared,
    route: `ingestJob${name}`,
    summary,
    params: ofJob,
    responses: ok({ description: 'The rows', type: CSV, example: exampleText }),
    errors: [404],
    handle,
  });

const successfulResults = resultsOf(
  'successfulResults',
  'successfulResults',
  'Get the saved rows of an ingest job as CSV',
  '"sf__Id","sf__Created","LastName"\n"00QLK00000000012AA","true","Doe"\n',
  (exchange, context) => results(exchange, context, 'saved', BULK_SAVED),
);

const failedResults = resultsOf(
  'failedResults',
  'failedResults',
  'Get the failed rows of an ingest job, with reasons, as CSV',
  '"sf__Id","sf__Error","LastName"\n"","REQUIRED_FIELD_MISSING:Required fields are missing: [LastName]:LastName --",""\n',
  (exchange, context) => results(exchange, context, 'rejects', BULK_REJECTS),
);

const unprocessedRecords = resultsOf(
  'unprocessedRecords',
  'unprocessedrecords',
  'Get the unprocessed rows of a failed or cancelled ingest job as CSV',
  '"LastName"\n"Doe"\n',
  async (exchange, context) => {
    const { request, client } = exchange;
    const { job, file } = await ownJob(exchange, context);
    if (file === undefined) return csvAnswer('');
    const gone = new AbortController();
    request.once('close', () => gone.abort(new Error('the client closed the connection')));
    const rows = context.administration.files.rowsLeft(client.client_id, file.id, gone.signal);
    return csvAnswer(
      (async function* () {
        let isFirst = true;
        for await (const { columns, rows: found } of rows) {
          const lines = found.map((cells) => lineOf(job, cells));
          yield (isFirst ? lineOf(job, columns) : '') + lines.join('');
          isFirst = false;
        }
      })(),
    );
  },
);

export const INGEST_JOB_ENDPOINTS = [
  startIngestJob,
  listIngestJobs,
  readIngestJob,
  changeIngestJob,
  deleteIngestJob,
  sendIngestJob,
  successfulResults,
  failedResults,
  unprocessedRecords,
] as const;

/** Returns the client's job with its upload. @throws RequestError 403, 404 */
async function ownJob({ params, client }: Asked, { administration, likeness }: AppContext) {
  const job = await administration.bulkJobs.ingestJob(client.client_id, params['jobId']!);
  likeness.objectType(job.object);
  const all = await administration.files.bulkJobs(client.client_id);
  const file = all.find((one) => one.job.id === job.id)?.file;
  if (file !== undefined) return { job, file, status: file.status };
  const standing = administration.files.standing(job.id);
  if (standing === 'gone') throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return { job, file, status: standing === 'open' ? ('ready' as const) : standing };
}

async function results(
  exchange: Asked,
  context: AppContext,
  which: 'saved' | 'rejects',
  first: readonly string[],
): Promise<Answer> {
  const { job, file } = await ownJob(exchange, context);
  const rows = file && (await context.administration.files.rowsDone(exchange.client.client_id, file.id, which));
  if (rows !== undefined) return csvAnswer(rows);
  const columns = file?.inspection?.columns.map(({ label }) => label) ?? [];
  return csvAnswer(lineOf(job, [...first, ...columns]));
}

const csvAnswer = (body: NonNullable<Answer['body']>): Answer => ({ status: 200, body, type: `${CSV};charset=UTF-8` });

/** Reads an upload. An upload may have no rows, because some tools upload a file even if there is nothing to save. */
async function readContent(request: Request, job: IngestJob, limit: number, take: TakePiece): Promise<void> {
  let length = 0;
  await readPieces(request, limit, (piece) => {
    length += piece.length;
    return take(piece);
  });
  if (length === 0) await take(Buffer.from(lineOf(job, ['Id'])));
}

/** Maps columns to fields. Every column must name a field. @returns the reason if a column does not name a field */
function mappingOf(file: ShownFile, likeness: AppContext['likeness'], object: string): Task['mapping'] | string {
  const type = likeness.objectType(object);
  const types = new Map(likeness.objectTypes().map((one) => [one.name.toLowerCase(), one]));
  const byName = (name: string) => types.get(name.toLowerCase());
  const mapping: Task['mapping'] = [];
  const filled = new Set<string>();
  for (const [position, { label }] of file.inspection!.columns.entries()) {
    const column = label.trim();
    const own = type.field(column);
    const field = own ?? externalReferenceOf({ byName }, type, column);
    if (field === undefined)
      return `InvalidBatch : Field name not found : ${shorten(label)}. ${unknownField(type, label)}`;
    if (!field.isWritable && field.name !== 'Id') return `InvalidBatch : Field name not writable : ${field.name}`;
    if (filled.has(field.name)) return `InvalidBatch : Field name twice : ${field.name}`;
    filled.add(field.name);
    mapping.push({ field: own?.name ?? column, positions: [position] });
  }
  return mapping;
}

function taskOf({ operation, object, externalId, duplicates }: IngestJob, mapping: Task['mapping']): RunTask {
  const task = { action: 'import', objectType: object, mapping, check: true, again: false } as const;
  if (operation === 'insert' && duplicates === 'update') return task;
  return { ...task, writes: { operation, externalId, refusesDuplicates: duplicates === 'refuse' } };
}

function checkExternalId(type: ObjectType, name: string | undefined): void {
  if (name === undefined) throw invalid('externalIdFieldName: an upsert requires the field that identifies records');
  const field = type.field(name);
  if (field === undefined || (field.externalId !== true && field.name !== 'Id'))
    throw invalid(`externalIdFieldName: ${shorten(name)} is not an external Id of ${type.name}`);
}

function checkIsCsv({ headers }: Request): void {
  if (contentEncoding(headers['content-encoding']) !== 'identity')
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', ['Send the content uncompressed']);
  if (parseMediaType(headers['content-type'] ?? '').type !== CSV)
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', [`Content-Type: expected ${CSV}`]);
}

const invalid = (why: string): RequestError => new RequestError(400, 'INVALIDJOB', why);
const invalidState = (why: string): RequestError => new RequestError(409, 'INVALIDJOBSTATE', why);

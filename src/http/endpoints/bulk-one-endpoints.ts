import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Client } from '../../auth/client.js';
import { userIdOf } from '../../auth/identity.js';
import { RequestError } from '../../contract/request-error.js';
import { formatDatetime } from '../../records/dates.js';
import type { QueryPage } from '../../service/soql/query-request.js';
import type { AppContext } from '../app-context.js';
import {
  bulkOneBatchId,
  bulkOneBatchOf,
  bulkOneJobId,
  bulkOneJobOf,
  facts,
  readFlatXml,
  XML_TYPE,
  type BulkOneBatch,
  type BulkOneJob,
} from '../bulk-one.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { csvOf } from '../response/csv-of.js';
import { parseMediaType } from '../request/media-type.js';
import { readBody } from '../request/request-body.js';
import type { Answer } from '../response/answer.js';
import { organisationOf } from './soql-endpoints.js';

/** Records looked for at once. */
const PAGE = 2_000;
const LONGEST_BODY = 200_000;
const RESULT = '752000000000001';
const FORMAT = { columnDelimiter: 'COMMA', lineEnding: 'LF' } as const;

const JOBS = '/services/async/{version}/job';
const JOB = `${JOBS}/{jobId}`;
const BATCH = `${JOB}/batch/{batchId}`;
const version = { description: 'As in 60.0', match: '[0-9]{1,3}\\.[0-9]' };
const jobId = { description: 'Id of the job', match: '750[A-Za-z0-9_-]{1,2000}' };
const batchId = { description: 'Id of the batch', match: '751[A-Za-z0-9_-]{1,12000}' };
const shared = { about: 'object', isRead: true, tag: 'Records', scope: 'read', errors: [404] } as const;
const told = {
  description: 'As JSON or XML, in which the request came',
  type: 'application/xml',
  example: '<jobInfo>',
};

const startBulkOneJob = endpoint({
  ...shared,
  id: 'startBulkOneJob',
  method: 'POST',
  path: JOBS,
  route: 'bulkOneJobs',
  summary: 'A query for the older bulk interface (Bulk API 1.0); writing is refused',
  description: 'Like jobs/query, in the words of tools that know the older interface only. Its Id says all of the job.',
  params: { version },
  body: {
    schema: z
      .looseObject({
        operation: z.string().describe('query or queryAll'),
        object: z.string(),
        contentType: z.string().optional().describe('CSV or JSON'),
      })
      .meta({ id: 'BulkOneJob' }),
    isRaw: true,
    example: { operation: 'query', object: 'Lead', contentType: 'CSV' },
  },
  responses: { 201: told },
  async handle({ request, client }, context) {
    const sent = await membersOf(request, context);
    const { operation, object, contentType = 'CSV' } = sent.members;
    if (operation !== 'query' && operation !== 'queryAll')
      throw refused(`operation ${String(operation)}: only query and queryAll; jobs/ingest saves records`);
    if (contentType !== 'CSV' && contentType !== 'JSON')
      throw refused(`contentType ${String(contentType)}: only CSV and JSON`);
    const { name } = context.likeness.objectType(typeof object === 'string' ? object : '');
    const job: BulkOneJob = { operation, object: name, contentType, created: formatDatetime(new Date()) };
    return facts('jobInfo', jobFacts(job, client, 'Open'), sent.isXml, 201);
  },
});

const readBulkOneJob = endpoint({
  ...shared,
  id: 'readBulkOneJob',
  method: 'GET',
  path: JOB,
  route: 'bulkOneJob',
  summary: 'A job of the older bulk interface',
  params: { version, jobId },
  responses: { 200: told },
  handle: ({ request, params, client }, context) =>
    facts('jobInfo', jobFacts(jobIn(params, context), client, 'Closed'), wantsXml(request)),
});

const changeBulkOneJob = endpoint({
  ...shared,
  id: 'changeBulkOneJob',
  method: 'POST',
  path: JOB,
  route: 'bulkOneJob',
  summary: 'Close or abort such a job: there is nothing to be ended',
  params: { version, jobId },
  body: {
    schema: z.looseObject({ state: z.string() }).meta({ id: 'BulkOneState' }),
    isRaw: true,
    example: { state: 'Closed' },
  },
  responses: { 200: told },
  async handle({ request, params, client }, context) {
    const { members, isXml } = await membersOf(request, context);
    const state = members['state'] === 'Aborted' ? 'Aborted' : 'Closed';
    return facts('jobInfo', jobFacts(jobIn(params, context), client, state), isXml);
  },
});

const addBulkOneBatch = endpoint({
  ...shared,
  id: 'addBulkOneBatch',
  method: 'POST',
  path: `${JOB}/batch`,
  route: 'bulkOneBatches',
  summary: 'The query of such a job',
  params: { version, jobId },
  body: {
    schema: z.string().meta({ id: 'BulkOneQuery' }),
    type: 'text/csv',
    isRaw: true,
    example: 'SELECT Id, LastName FROM Lead',
  },
  responses: { 201: told },
  async handle({ request, params, client }, context) {
    const job = jobIn(params, context);
    const query = (await readBody(request, LONGEST_BODY, 'identity', context.admission)).toString('utf8');
    const batch = { query, created: formatDatetime(new Date()) };
    const id = bulkOneBatchId(batch);
    return batchAnswer(context, client, { job, batch, id, jobId: params['jobId']! }, job.contentType === 'CSV', 201);
  },
});

const readBulkOneBatch = endpoint({
  ...shared,
  id: 'readBulkOneBatch',
  method: 'GET',
  path: BATCH,
  route: 'bulkOneBatch',
  summary: 'How such a query went: it is complete at once',
  params: { version, jobId, batchId },
  responses: { 200: told },
  handle({ params, client }, context) {
    const [job, batch] = [jobIn(params, context), bulkOneBatchOf(params['batchId']!)];
    const named = { job, batch, id: params['batchId']!, jobId: params['jobId']! };
    return batchAnswer(context, client, named, job.contentType === 'CSV', 200);
  },
});

const bulkOneResults = endpoint({
  ...shared,
  id: 'bulkOneResults',
  method: 'GET',
  path: `${BATCH}/result`,
  route: 'bulkOneResults',
  summary: 'The results of such a query: one',
  params: { version, jobId, batchId },
  responses: { 200: told },
  handle({ params }, context): Answer {
    const { contentType } = jobIn(params, context);
    if (contentType === 'JSON') return { status: 200, body: JSON.stringify([RESULT]) };
    return facts('result-list', { result: RESULT }, true);
  },
});

const bulkOneResult = endpoint({
  ...shared,
  id: 'bulkOneResult',
  method: 'GET',
  path: `${BATCH}/result/{resultId}`,
  route: 'bulkOneResult',
  summary: 'The records of such a query, as CSV or JSON',
  params: { version, jobId, batchId, resultId: { description: 'As the list names it', match: RESULT } },
  responses: { 200: { description: 'The records', type: 'text/csv', example: '"Id"\n"00QLK00000000012AA"\n' } },
  async handle({ params, client }, context) {
    const [job, batch] = [jobIn(params, context), bulkOneBatchOf(params['batchId']!)];
    const columns = context.likeness.queries.columns(batch.query, callerOf(client, randomUUID()));
    const first = await firstPage(context, client, job, batch, PAGE);
    const pages = pagesFrom(context, client, first);
    if (job.contentType === 'JSON') return { status: 200, body: jsonOf(pages) };
    return { status: 200, body: csvPages(columns, pages), type: 'text/csv;charset=UTF-8' };
  },
});

export const BULK_ONE_ENDPOINTS = [
  startBulkOneJob,
  readBulkOneJob,
  changeBulkOneJob,
  addBulkOneBatch,
  readBulkOneBatch,
  bulkOneResults,
  bulkOneResult,
] as const;

/** @throws RequestError 400 for no such job, 403 for one about an object that the client may not see */
function jobIn(params: Readonly<Record<string, string>>, { likeness }: AppContext): BulkOneJob {
  const job = bulkOneJobOf(params['jobId']!);
  likeness.objectType(job.object);
  return job;
}

interface NamedBatch {
  readonly job: BulkOneJob;
  readonly batch: BulkOneBatch;
  readonly id: string;
  readonly jobId: string;
}

/** A query that is wrong is a batch that has failed: clients look at nothing else. */
async function batchAnswer(
  context: AppContext,
  client: Client,
  { job, batch, id, jobId: ofJob }: NamedBatch,
  isXml: boolean,
  status: number,
): Promise<Answer> {
  const shown = { id, jobId: ofJob, createdDate: batch.created, systemModstamp: batch.created };
  try {
    context.likeness.queries.columns(batch.query, callerOf(client, randomUUID()));
    const { totalSize } = await firstPage(context, client, job, batch, 1);
    return facts('batchInfo', { ...shown, state: 'Completed', numberRecordsProcessed: totalSize }, isXml, status);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400) throw error;
    const stateMessage = `InvalidBatch : Failed to process query: ${error.errorCode}: ${error.message.trim()}`;
    return facts('batchInfo', { ...shown, state: 'Failed', stateMessage, numberRecordsProcessed: 0 }, isXml, status);
  }
}

function firstPage(
  context: AppContext,
  client: Client,
  { operation }: BulkOneJob,
  { query }: BulkOneBatch,
  pageSize: number,
): Promise<QueryPage> {
  const asked = { query, withDeleted: operation === 'queryAll', pageSize, organisation: organisationOf(context) };
  return context.likeness.queries.run(asked, callerOf(client, randomUUID()));
}

async function* pagesFrom(context: AppContext, client: Client, first: QueryPage): AsyncGenerator<QueryPage['records']> {
  let page = first;
  for (;;) {
    yield page.records;
    if (page.next === undefined) return;
    const request = { organisation: organisationOf(context) };
    page = await context.likeness.queries.more(page.next, request, callerOf(client, randomUUID()));
  }
}

async function* csvPages(
  columns: readonly string[],
  pages: AsyncIterable<QueryPage['records']>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const records of pages) {
    yield* csvOf(isFirst ? columns : undefined, columns, records, FORMAT);
    isFirst = false;
  }
}

async function* jsonOf(pages: AsyncIterable<QueryPage['records']>): AsyncGenerator<string> {
  let separator = '[';
  for await (const records of pages) {
    if (records.length === 0) continue;
    yield separator + records.map((record) => JSON.stringify(record)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function jobFacts(job: BulkOneJob, client: Client, state: string): Record<string, string | number> {
  const { operation, object, contentType, created } = job;
  return {
    ...{ id: bulkOneJobId(job), operation, object, createdById: userIdOf(client.client_id), createdDate: created },
    ...{ systemModstamp: created, state, concurrencyMode: 'Parallel', contentType, apiVersion: 60 },
    ...{ numberBatchesQueued: 0, numberBatchesInProgress: 0, numberBatchesFailed: 0, numberRetries: 0 },
  };
}

async function membersOf(
  request: Request,
  { admission }: AppContext,
): Promise<{ members: Record<string, unknown>; isXml: boolean }> {
  const text = (await readBody(request, LONGEST_BODY, 'identity', admission)).toString('utf8');
  if (wantsXml(request)) return { members: readFlatXml(text), isXml: true };
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonIn(text));
  if (!parsed.success) throw new RequestError(400, 'InvalidJob', 'expected a JSON object or XML');
  return { members: parsed.data, isXml: false };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wantsXml({ headers }: Request): boolean {
  return parseMediaType(headers['content-type'] ?? '').type.endsWith('xml') || headers.accept === XML_TYPE;
}

const refused = (why: string): RequestError => new RequestError(400, 'FeatureNotEnabled', why);

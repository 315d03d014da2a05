import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { userIdOf } from '../../service/auth/identity.js';
import { RequestError } from '../../records/contract/request-error.js';
import { formatDatetime } from '../../records/dates.js';
import { callerOf, requestIdOf } from '../../http/caller.js';
import { endpoint, ok } from '../../http/endpoint.js';
import { schemaLike } from '../../http/openapi/schema-like.js';
import { DELIMITER_NAMES, LINE_END_NAMES, type QueryJob, lineOf } from '../../service/import/bulk-job.js';
import { readFor } from '../../http/request/while-connected.js';
import { json } from '../../http/response/answer.js';
import { BULK_JOB_ID, TIME, USER, VERSION } from '../../http/endpoints/shared.js';
import { querySettingOf } from './soql-endpoints.js';

const CSV_TYPE = 'text/csv; charset=UTF-8';
/** Default number of records in a response. */
const USUAL = 10_000;

const JOBS = '/services/data/{version}/jobs/query';
const ONE = `${JOBS}/{jobId}`;
const params = { version: VERSION };
const ofJob = { ...params, jobId: { description: 'Id of the job', match: BULK_JOB_ID } };

const shared = { about: 'object', tag: 'Records', scope: 'read' } as const;

function shown(job: QueryJob, userId: string, version: string) {
  const { id, operation, query, created, isAborted, lineEnding, columnDelimiter } = job;
  return {
    ...{ id, operation, object: /\bFROM\s+(\w+)/i.exec(query)?.[1] ?? '' },
    ...{ createdById: userId, createdDate: created, systemModstamp: created },
    ...{ state: isAborted ? 'Aborted' : 'JobComplete', concurrencyMode: 'Parallel', contentType: 'CSV' },
    ...{ apiVersion: Number(version.slice(1)), lineEnding, columnDelimiter },
  };
}

const exampleJob: QueryJob = {
  ...{ id: '750Lb2NvC8eW5pHIKS', operation: 'query', query: 'SELECT Id FROM Lead', isAborted: false },
  ...{ created: TIME.replace('Z', '+0000'), columnDelimiter: 'COMMA', lineEnding: 'LF' },
};
const example = shown(exampleJob, USER, 'v60.0');
const jobSchema = schemaLike(example, { apiVersion: z.number() }).meta({ id: 'QueryJob' });
const toldExample = { ...example, jobType: 'V2Query', numberRecordsProcessed: 1, retries: 0, totalProcessingTime: 0 };

export const startQueryJob = endpoint('startQueryJob', 'POST', JOBS, {
  ...shared,
  route: 'queryJobs',
  summary: 'Create a query job (Bulk API 2.0)',
  description:
    'The job completes immediately. ' +
    'Each page of results shows the records as they are when the page is requested. ' +
    'Each record is returned once, even if other records change. ' +
    'Only the client that created the job can access it, for seven days. ' +
    'If there are many jobs, the oldest are removed.',
  params,
  body: {
    schema: z
      .object({
        operation: z.enum(['query', 'queryAll']),
        query: z.string().min(1).max(MOST.queryLength),
        contentType: z.literal('CSV').optional(),
        columnDelimiter: z.enum(DELIMITER_NAMES).default('COMMA'),
        lineEnding: z.enum(LINE_END_NAMES).default('LF'),
      })
      .meta({ id: 'QueryJobRequest' }),
    example: { operation: 'query', query: 'SELECT Id, LastName FROM Lead' },
  },
  responses: ok({ description: 'The job', schema: jobSchema, example }),
  async handle({ request, params: { version }, body, client }, { likeness, administration }) {
    const { operation, query, columnDelimiter, lineEnding } = body;
    likeness.queries.columns(query, callerOf(client, requestIdOf(request)));
    const job = await administration.bulkJobs.add<QueryJob>(client.client_id, {
      ...{ operation, query, columnDelimiter, lineEnding },
      ...{ created: formatDatetime(new Date()), isAborted: false },
    });
    return json(shown(job, userIdOf(client.client_id), version!));
  },
});

export const readQueryJob = endpoint('readQueryJob', 'GET', ONE, {
  ...shared,
  route: 'queryJob',
  summary: 'Get a query job and its current number of records',
  params: ofJob,
  responses: ok({
    description: 'The job',
    schema: schemaLike(toldExample, { apiVersion: z.number() }).meta({ id: 'QueryJobState' }),
    example: toldExample,
  }),
  errors: [404],
  async handle({ request, params: { version, jobId }, client }, context) {
    const job = await context.administration.bulkJobs.queryJob(client.client_id, jobId!);
    const asked = { query: job.query, withDeleted: job.operation === 'queryAll', pageSize: 1 };
    const { totalSize } = await readFor({ request, client }, context.settings, (caller) =>
      context.likeness.queries.run({ ...asked, ...querySettingOf(context, client) }, caller),
    );
    return json({
      ...shown(job, userIdOf(client.client_id), version!),
      ...{ jobType: 'V2Query', numberRecordsProcessed: totalSize, retries: 0, totalProcessingTime: 0 },
    });
  },
});

export const queryJobResults = endpoint('queryJobResults', 'GET', `${ONE}/results`, {
  ...shared,
  route: 'queryJobResults',
  summary: 'Get a page of results of a query job as CSV',
  params: ofJob,
  query: z.object({
    maxRecords: z.coerce
      .number({ error: 'expected a number' })
      .int({ error: 'expected a whole number' })
      .min(1, { error: 'expected 1 or more' })
      .default(USUAL)
      .describe('Maximum number of records; capped at 50,000'),
    locator: z.string().min(1).max(12_000).optional().describe('`Sforce-Locator` of the previous page'),
  }),
  responses: ok({
    description: 'A page of records. `Sforce-Locator` identifies the next page; `null` on the last page',
    type: 'text/csv',
    example: '"Id"\n"00QLK00000000012AA"\n',
    headers: {
      'Sforce-Locator': { description: 'Locator of the next page, or null', schema: { type: 'string' } },
      'Sforce-NumberOfRecords': { description: 'Number of records on this page', schema: { type: 'string' } },
    },
  }),
  errors: [404, 409],
  async handle({ request, params: { jobId }, query: { maxRecords, locator }, client }, context) {
    const job = await context.administration.bulkJobs.queryJob(client.client_id, jobId!);
    const { id, query, operation, isAborted } = job;
    if (isAborted) throw new RequestError(409, 'INVALIDJOBSTATE', 'the state of the job is Aborted');
    const { queries } = context.likeness;
    const caller = callerOf(client, requestIdOf(request));
    const setting = querySettingOf(context, client, id);
    const columns = queries.columns(query, caller);
    const asked = { query, withDeleted: operation === 'queryAll', pageSize: Math.min(maxRecords, MOST.bulkQueryPage) };
    const isFirst = locator === undefined || locator === 'null';
    const page = await readFor({ request, client }, context.settings, (patient) =>
      isFirst ? queries.run({ ...asked, ...setting }, patient) : queries.more(locator, setting, patient),
    );
    return {
      status: 200,
      exports: page.objectType,
      body: csvOf(columns, page.records, job),
      type: CSV_TYPE,
      headers: ['Sforce-Locator', page.next ?? 'null', 'Sforce-NumberOfRecords', String(page.records.length)],
    };
  },
});

const ended = (id: string, method: 'PATCH' | 'DELETE', status: 200 | 204, summary: string) =>
  endpoint(id, method, ONE, {
    ...shared,
    about: 'nothing',
    route: 'queryJob',
    summary,
    params: ofJob,
    responses: {
      [status]: status === 204 ? { description: 'Gone' } : { description: 'The job', schema: jobSchema, example },
    } as { 200: { description: string } },
    errors: [404],
    async handle({ params: { version, jobId }, client }, { administration: { bulkJobs } }) {
      if (status === 200)
        return json(shown(await bulkJobs.abort(client.client_id, jobId!), userIdOf(client.client_id), version!));
      await bulkJobs.remove(await bulkJobs.queryJob(client.client_id, jobId!));
      return { status };
    },
  });

export const abortQueryJob = ended('abortQueryJob', 'PATCH', 200, 'Cancel a query job. It returns no more results');
export const deleteQueryJob = ended('deleteQueryJob', 'DELETE', 204, 'Delete a query job');

const AT_ONCE = 200;

/** Formats records as CSV for the platform's bulk interface. @param columns paths of the values, and the header line */
function* csvOf(
  columns: readonly string[],
  records: readonly Record<string, unknown>[],
  format: Pick<QueryJob, 'columnDelimiter' | 'lineEnding'>,
): Generator<string> {
  let piece = lineOf(format, columns);
  const paths = columns.map((column) => column.split('.'));
  for (const [n, record] of records.entries()) {
    const texts = paths.map((path) => textAt(record, path));
    piece += lineOf(format, texts);
    if (n % AT_ONCE !== AT_ONCE - 1) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function textAt(record: Record<string, unknown>, path: readonly string[]): string {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+0000$/, '$1Z');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

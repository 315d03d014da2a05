import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { userIdOf } from '../../auth/identity.js';
import { formatDatetime } from '../../records/dates.js';
import { MOST_ON_PAGE } from '../../service/soql/locator.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { schemaLike } from '../openapi/schema-like.js';
import { DELIMITER_NAMES, idOfJob, LINE_END_NAMES, queryJobOf, type QueryJob } from '../../files/bulk-job.js';
import { json } from '../response/answer.js';
import { csvOf } from '../response/csv-of.js';
import { TIME, USER, VERSION } from './shared.js';
import { organisationOf } from './soql-endpoints.js';

const CSV_TYPE = 'text/csv; charset=UTF-8';
/** Records of an answer where none are asked for. */
const USUAL = 10_000;

const JOBS = '/services/data/{version}/jobs/query';
const ONE = `${JOBS}/{jobId}`;
const params = { version: VERSION };
const ofJob = { ...params, jobId: { description: 'Id of the job', match: '750[A-Za-z0-9_-]{1,12000}' } };

/** A job as the platform shows it. */
function shown(job: QueryJob, id: string, userId: string, version: string) {
  return {
    id,
    operation: job.operation,
    object: /\bFROM\s+(\w+)/i.exec(job.query)?.[1] ?? '',
    createdById: userId,
    createdDate: job.created,
    systemModstamp: job.created,
    state: 'JobComplete',
    concurrencyMode: 'Parallel',
    contentType: 'CSV',
    apiVersion: Number(version.slice(1)),
    lineEnding: job.lineEnding,
    columnDelimiter: job.columnDelimiter,
  };
}

const exampleJob: QueryJob = {
  ...{ operation: 'query', query: 'SELECT Id FROM Lead', created: TIME.replace('Z', '+0000') },
  ...{ columnDelimiter: 'COMMA', lineEnding: 'LF' },
};
const EXAMPLE_ID = idOfJob(exampleJob);
const example = shown(exampleJob, EXAMPLE_ID, USER, 'v60.0');
const jobSchema = schemaLike(example, { apiVersion: z.number() }).meta({ id: 'QueryJob' });
const toldExample = {
  ...{ ...example, jobType: 'V2Query', numberRecordsProcessed: 1, retries: 0, totalProcessingTime: 0 },
};

export const startQueryJob = endpoint({
  id: 'startQueryJob',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'POST',
  path: JOBS,
  route: 'queryJobs',
  scope: 'read',
  summary: 'A query for the bulk interface (Bulk API 2.0)',
  description:
    'The Id says all of the job: nothing is kept of it, it is complete at once, any node and a restarted service ' +
    'know it. Its results are the records as they are when each part is asked for, each once, whatever is written ' +
    'meanwhile.',
  params,
  body: {
    schema: z
      .object({
        operation: z.enum(['query', 'queryAll']),
        query: z.string().min(1).max(100_000),
        contentType: z.literal('CSV').optional(),
        columnDelimiter: z.enum(DELIMITER_NAMES).default('COMMA'),
        lineEnding: z.enum(LINE_END_NAMES).default('LF'),
      })
      .meta({ id: 'QueryJobRequest' }),
    example: { operation: 'query', query: 'SELECT Id, LastName FROM Lead' },
  },
  responses: { 200: { description: 'The job', schema: jobSchema, example } },
  handle({ params: { version }, body, client }, { likeness }) {
    const { operation, query, columnDelimiter, lineEnding } = body;
    likeness.queries.columns(query, callerOf(client, randomUUID()));
    const job = { operation, query, columnDelimiter, lineEnding, created: formatDatetime(new Date()) };
    return json(shown(job, idOfJob(job), userIdOf(client.client_id), version!));
  },
});

export const readQueryJob = endpoint({
  id: 'readQueryJob',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: ONE,
  route: 'queryJob',
  scope: 'read',
  summary: 'A query job, and how many records it is about now',
  params: ofJob,
  responses: {
    200: {
      description: 'The job',
      schema: schemaLike(toldExample, { apiVersion: z.number() }).meta({ id: 'QueryJobState' }),
      example: toldExample,
    },
  },
  errors: [404],
  async handle({ params: { version, jobId }, client }, context) {
    const job = queryJobOf(jobId!);
    const request = { query: job.query, withDeleted: job.operation === 'queryAll', pageSize: 1 };
    const caller = callerOf(client, randomUUID());
    const { totalSize } = await context.likeness.queries.run(
      { ...request, organisation: organisationOf(context) },
      caller,
    );
    return json({
      ...shown(job, jobId!, userIdOf(client.client_id), version!),
      ...{ jobType: 'V2Query', numberRecordsProcessed: totalSize, retries: 0, totalProcessingTime: 0 },
    });
  },
});

export const queryJobResults = endpoint({
  id: 'queryJobResults',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: `${ONE}/results`,
  route: 'queryJobResults',
  scope: 'read',
  summary: 'Records of a query job as CSV, part by part',
  params: ofJob,
  query: z.object({
    maxRecords: z.coerce
      .number({ error: 'expected a number' })
      .int({ error: 'expected a whole number' })
      .min(1, { error: 'expected 1 or more' })
      .default(USUAL)
      .describe('Records at the most; above 50,000 it counts as that'),
    locator: z.string().min(1).max(12_000).optional().describe('`Sforce-Locator` of the part before'),
  }),
  responses: {
    200: {
      description: 'A part of the records; `Sforce-Locator` names the next one, `null` where there is none',
      type: 'text/csv',
      example: '"Id"\n"00QLK00000000012AA"\n',
      headers: {
        'Sforce-Locator': { description: 'Of the next part, or null', schema: { type: 'string' } },
        'Sforce-NumberOfRecords': { description: 'Records in this part', schema: { type: 'string' } },
      },
    },
  },
  errors: [404],
  async handle({ params: { jobId }, query: { maxRecords, locator }, client }, context) {
    const job = queryJobOf(jobId!);
    const { query, operation } = job;
    const { queries } = context.likeness;
    const caller = callerOf(client, randomUUID());
    const organisation = organisationOf(context);
    const columns = queries.columns(query, caller);
    const asked = { query, withDeleted: operation === 'queryAll', pageSize: Math.min(maxRecords, MOST_ON_PAGE) };
    const page =
      locator === undefined || locator === 'null'
        ? await queries.run({ ...asked, organisation }, caller)
        : await queries.more(locator, { organisation }, caller);
    return {
      status: 200,
      body: csvOf(columns, columns, page.records, job),
      type: CSV_TYPE,
      headers: ['Sforce-Locator', page.next ?? 'null', 'Sforce-NumberOfRecords', String(page.records.length)],
    };
  },
});

const ended = (id: string, method: 'PATCH' | 'DELETE', status: 200 | 204, summary: string) =>
  endpoint({
    id,
    about: 'nothing',
    tag: 'Records',
    method,
    path: ONE,
    route: 'queryJob',
    scope: 'read',
    summary,
    params: ofJob,
    responses: {
      [status]: status === 204 ? { description: 'Gone' } : { description: 'The job', schema: jobSchema, example },
    } as { 200: { description: string } },
    errors: [404],
    handle({ params: { version, jobId }, client }) {
      const job = queryJobOf(jobId!);
      if (status === 204) return { status };
      return json({ ...shown(job, jobId!, userIdOf(client.client_id), version!), state: 'Aborted' });
    },
  });

export const abortQueryJob = ended('abortQueryJob', 'PATCH', 200, 'Ends a query job: there is nothing to be ended');
export const deleteQueryJob = ended(
  'deleteQueryJob',
  'DELETE',
  204,
  'Forgets a query job: there is nothing to be forgotten',
);

import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import type { ConfigurationJob } from '../../service/config/configuration-jobs.js';
import { endpoint, type AppContext, type Exchange } from '../endpoint.js';
import { readJsonBody } from '../request/request-body.js';
import { parseJson } from '../request/json-body.js';
import { json, type Answer } from '../response/answer.js';
import { actorOf } from './reload-configuration-endpoint.js';

/**
 * Endpoints for the product's command-line client, which exports and imports configurations: it submits a job, polls
 * until `jobInfo.Status` is Completed, Failed or Aborted, and downloads an export as JSON text in a JSON string.
 * Well-formed requests are answered with 200; failures are in `errorMessage`. Source: the client's code
 * (plauti/plauti-sf-cli-plugin).
 */
const shared = { tag: 'Administration', method: 'POST', scope: 'admin' } as const;
const address = (name: string) => ({ path: `{product}/dc3Api/admin/${name}`, route: name });
const jobId = '707LK0000000001AAA';

/** Sent by the product's command-line client; empty if it has no Id. */
const jobInputSchema = z
  .strictObject({
    jobId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined)
      .optional()
      .describe('Id that the submission answered with'),
  })
  .meta({ id: 'JobInput' });
const jobBody = { schema: jobInputSchema, example: { jobId } };

const configurationExportSchema = z
  .looseObject({
    objects: z
      .array(z.looseObject({ objectName: z.string(), objectPrefix: z.string().nullish() }))
      .describe('Objects with their scenarios, cross-object maps and result fields'),
  })
  .meta({ id: 'ConfigurationExport' });

const submittedJobSchema = z
  .strictObject({
    ok: z.boolean(),
    jobId: z.string(),
    errorMessage: z.string().nullable().describe('Why nothing was done; null where ok'),
  })
  .meta({ id: 'SubmittedJob' });

const jobStatusSchema = z
  .strictObject({
    ok: z.boolean().describe('Whether there is such a job'),
    jobInfo: z
      .strictObject({
        Status: z.enum(['Completed', 'Failed']),
        ExtendedStatus: z.string().describe('What happened, and when it takes effect'),
      })
      .nullable(),
    errorMessage: z.string().nullable(),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Of an import: how many stored pairs contradictions would keep apart, and how to switch them on; what has no counterpart here, and what is near only',
      ),
  })
  .meta({ id: 'JobStatus' });

const downloadSchema = z
  .union([z.string().describe('The export, a JSON text'), jobStatusSchema])
  .meta({ id: 'DownloadedConfiguration' });

const refreshedSchema = z
  .strictObject({ ok: z.boolean(), errorMessage: z.string().nullable() })
  .meta({ id: 'Refreshed' });

const submittedExample = { ok: true, jobId, errorMessage: null };

export const exportConfiguration = endpoint({
  ...shared,
  ...address('export-config'),
  id: 'exportConfiguration',
  about: 'all',
  summary: "Submit an export of the configuration, in the product's form; a body is not needed",
  responses: { 200: { description: 'The job', schema: submittedJobSchema, example: submittedExample } },
  handle: ({ client }, { administration }) => submitted(administration.configurationJobs.export(client.client_id)),
});

/** The body is the export or, from older clients, a string containing it. */
export const importConfiguration = endpoint({
  ...shared,
  ...address('import-config'),
  id: 'importConfiguration',
  about: 'all',
  summary: 'Import an export into the configuration folder, whole or not at all',
  description:
    'It is in use when the answer comes; changes of objects take effect at the next start, which the status says. ok false: nothing was imported.',
  body: {
    schema: configurationExportSchema,
    isRaw: true,
    example: {
      objects: [
        {
          objectName: 'Lead',
          objectPrefix: '00Q',
          scenarios: [
            {
              name: 'By Mail',
              threshold: 75,
              onApi: true,
              onDataApi: true,
              fields: [{ field: 'Email', matchMethod: 'EMAIL', weight: 50 }],
            },
          ],
        },
      ],
    },
  },
  responses: {
    200: { description: 'The job, which has ended', schema: submittedJobSchema, example: submittedExample },
  },
  async handle({ request, client }, context) {
    const sent = await readJsonBody(request, context);
    const { value } = parseJson(sent);
    const bytes = typeof value === 'string' ? Buffer.from(value) : sent;
    if (bytes !== sent) parseJson(bytes);
    return submitted(
      await context.administration.configurationJobs.import(actorOf({ request, client }, context), bytes),
    );
  },
});

const statusOf = (kind: ConfigurationJob['kind'], id: string, summary: string) =>
  endpoint({
    ...shared,
    ...address(`${kind}-config-job-stat`),
    id,
    about: 'all',
    summary,
    body: jobBody,
    responses: {
      200: {
        description: 'How it went; ok false: there is no such job',
        schema: jobStatusSchema,
        example: {
          ok: true,
          jobInfo: { Status: 'Completed', ExtendedStatus: 'The export can be downloaded' },
          errorMessage: null,
        },
      },
    },
    handle: (exchange, context) =>
      ofJob(kind, exchange, context, ({ status, extendedStatus, warnings }) => {
        const jobInfo = { Status: status, ExtendedStatus: extendedStatus };
        return json({ ok: true, jobInfo, errorMessage: null, ...(kind === 'import' && { warnings }) });
      }),
  });

export const exportConfigurationStatus = statusOf('export', 'exportConfigurationStatus', 'How an export went');
export const importConfigurationStatus = statusOf('import', 'importConfigurationStatus', 'How an import went');

export const downloadConfiguration = endpoint({
  ...shared,
  ...address('export-config-download'),
  id: 'downloadConfiguration',
  about: 'all',
  summary: 'The export, a JSON text in a JSON string',
  description:
    'Values that learned models list stand in it for clients that have the scope read; for others their digests, by which the models score the same.',
  body: jobBody,
  responses: {
    200: {
      description: 'The export; an object with ok false: there is no such job',
      schema: downloadSchema,
      example: '{"objects":[]}',
    },
  },
  handle: (exchange, context) =>
    ofJob('export', exchange, context, () =>
      json(context.administration.configurationJobs.download(hasScope(exchange.client, 'read'))),
    ),
});

/** Licences are always current, so there is nothing to refresh. */
export const refreshLicense = endpoint({
  ...shared,
  ...address('refresh-license'),
  id: 'refreshLicense',
  about: 'nothing',
  summary: 'Nothing to do: licences are always current; a body is not needed',
  responses: { 200: { description: 'Done', schema: refreshedSchema, example: { ok: true, errorMessage: null } } },
  handle: () => json({ ok: true, errorMessage: null }),
});

function submitted({ status, id, extendedStatus }: ConfigurationJob): Answer {
  const ok = status === 'Completed';
  return json({ ok, jobId: id, errorMessage: ok ? null : extendedStatus });
}

type JobExchange = Pick<Exchange<z.output<typeof jobInputSchema>, unknown, { client_id: string }>, 'body' | 'client'>;

function ofJob(
  kind: ConfigurationJob['kind'],
  { body: { jobId }, client }: JobExchange,
  { administration: { configurationJobs } }: AppContext,
  answer: (job: ConfigurationJob) => Answer,
): Answer {
  const job = configurationJobs.find(client.client_id, kind, jobId ?? '');
  if (job !== undefined) return answer(job);
  const errorMessage =
    jobId === undefined
      ? `jobId is missing: expected the Id that ${kind}-config answered with`
      : `there is no ${kind} job ${jobId.slice(0, 40)} of this client; jobs are forgotten when the service stops`;
  return json({ ok: false, jobInfo: null, errorMessage });
}

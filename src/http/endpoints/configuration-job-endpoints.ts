import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import type { ConfigurationJob } from '../../service/config/configuration-jobs.js';
import { actorOf } from '../caller.js';
import { endpoint, type AppContext, type Exchange, ok } from '../endpoint.js';
import { readJsonBody } from '../request/request-body.js';
import { parseJson } from '../request/json-body.js';
import { json, type Answer } from '../response/answer.js';

/**
 * Endpoints for the product's command-line client, which submits a job, polls until `jobInfo.Status` is Completed,
 * Failed or Aborted, and downloads an export as a JSON-encoded string. Well-formed requests get 200. Failures are
 * reported in `errorMessage`. Source: the client's code (plauti/plauti-sf-cli-plugin).
 */
const shared = { tag: 'Administration', scope: 'admin', about: 'all' } as const;
const PATH = '{product}/dc3Api/admin';
const jobId = '707LK0000000001AAA';

/** The body is an empty object if the client has no job Id. */
const jobInputSchema = z
  .strictObject({
    jobId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined)
      .optional()
      .describe('Job Id returned by the submission'),
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
    errorMessage: z.string().nullable().describe('Reason for the failure. Null if ok is true'),
  })
  .meta({ id: 'SubmittedJob' });

const jobStatusSchema = z
  .strictObject({
    ok: z.boolean().describe('Whether the job exists'),
    jobInfo: z
      .strictObject({
        Status: z.enum(['Completed', 'Failed']),
        ExtendedStatus: z.string().describe('Result of the job, and when it takes effect'),
      })
      .nullable(),
    errorMessage: z.string().nullable(),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Warnings of an import: settings without an exact equivalent, the number of stored pairs that contradictions would keep apart, and how to enable contradictions',
      ),
  })
  .meta({ id: 'JobStatus' });

const downloadSchema = z
  .union([z.string().describe('The export as a JSON-encoded string'), jobStatusSchema])
  .meta({ id: 'DownloadedConfiguration' });

const refreshedSchema = z
  .strictObject({ ok: z.boolean(), errorMessage: z.string().nullable() })
  .meta({ id: 'Refreshed' });

const submittedExample = { ok: true, jobId, errorMessage: null };

export const exportConfiguration = endpoint('exportConfiguration', 'POST', `${PATH}/export-config`, {
  ...shared,
  summary: 'Export the configuration in the format of the compatible product. No body is required',
  responses: ok({ description: 'The job', schema: submittedJobSchema, example: submittedExample }),
  handle: ({ client }, { administration }) => submitted(administration.configurationJobs.export(client.client_id)),
});

/** The body is the export or, from older clients, a string containing it. */
export const importConfiguration = endpoint('importConfiguration', 'POST', `${PATH}/import-config`, {
  ...shared,
  summary: 'Import an exported configuration into the configuration folder',
  description:
    'Either the whole export is imported or, if ok is false, nothing. The imported configuration is in use when the response arrives, except for changes to objects, which take effect at the next start. The job status shows this.',
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
  responses: ok({ description: 'The finished job', schema: submittedJobSchema, example: submittedExample }),
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
  endpoint(id, 'POST', `${PATH}/${kind}-config-job-stat`, {
    ...shared,
    summary,
    body: jobBody,
    responses: ok({
      description: 'The job status. ok is false if the job does not exist',
      schema: jobStatusSchema,
      example: {
        ok: true,
        jobInfo: { Status: 'Completed', ExtendedStatus: 'The export is ready to download' },
        errorMessage: null,
      },
    }),
    handle: (exchange, context) =>
      ofJob(kind, exchange, context, ({ status, extendedStatus, warnings }) => {
        const jobInfo = { Status: status, ExtendedStatus: extendedStatus };
        return json({ ok: true, jobInfo, errorMessage: null, ...(kind === 'import' && { warnings }) });
      }),
  });

export const exportConfigurationStatus = statusOf('export', 'exportConfigurationStatus', 'Get the status of an export');
export const importConfigurationStatus = statusOf('import', 'importConfigurationStatus', 'Get the status of an import');

export const downloadConfiguration = endpoint('downloadConfiguration', 'POST', `${PATH}/export-config-download`, {
  ...shared,
  summary: 'Download an export as a JSON-encoded string',
  description:
    'Clients with the scope read get the values in learned models. Other clients get digests, which produce the same scores.',
  body: jobBody,
  responses: ok({
    description: 'The export, or an object with ok set to false if the job does not exist',
    schema: downloadSchema,
    example: '{"objects":[]}',
  }),
  handle: (exchange, context) =>
    ofJob('export', exchange, context, () =>
      json(context.administration.configurationJobs.download(hasScope(exchange.client, 'read'))),
    ),
});

export const refreshLicense = endpoint('refreshLicense', 'POST', `${PATH}/refresh-license`, {
  ...shared,
  about: 'nothing',
  summary: 'Return success without any effect, because licenses are always current. No body is required',
  responses: ok({ description: 'Done', schema: refreshedSchema, example: { ok: true, errorMessage: null } }),
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
      ? `jobId is missing: expected the Id that ${kind}-config returned`
      : `this client has no ${kind} job ${jobId.slice(0, 40)}. Jobs are lost when the service stops`;
  return json({ ok: false, jobInfo: null, errorMessage });
}

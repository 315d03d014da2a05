import type { ConfigurationJob } from '../config/configuration-jobs.js';
import { json, type Answer } from './answer.js';
import { readBody } from './body.js';
import { readInput } from './duplicate-api.js';
import { parseJson } from './json-text.js';
import { contentEncoding, requireJson } from './media-type.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';
import { jobInputSchema } from './schemas.js';

/**
 * What the product's command-line client calls to export and import a configuration: it submits a job, asks after it
 * until `jobInfo.Status` is Completed, Failed or Aborted, and fetches an export as a JSON text in a JSON string.
 * Whatever is well-formed is answered with 200; what went wrong stands in `errorMessage`. Source: the client's own code
 * (plauti/plauti-sf-cli-plugin).
 */

/** `POST .../dc3Api/admin/export-config`; the body does not matter. */
export function exportConfigEndpoint({ configurationJobs }: Runtime): Endpoint {
  return ({ client }) => submitted(configurationJobs.export(client!.client_id));
}

/**
 * `POST .../dc3Api/admin/import-config`: the body is the export, or, as older clients send it, a string that holds it.
 */
export function importConfigEndpoint({ configurationJobs, settings, load }: Runtime): Endpoint {
  return async ({ request, client }) => {
    requireJson(request.headers['content-type']);
    const encoding = contentEncoding(request.headers['content-encoding']);
    const sent = await readBody(request, settings.bodyLimit, encoding, load);
    const { value } = parseJson(sent);
    const bytes = typeof value === 'string' ? Buffer.from(value) : sent;
    if (bytes !== sent) parseJson(bytes);
    return submitted(await configurationJobs.import(client!.client_id, bytes));
  };
}

/** `POST .../dc3Api/admin/export-config-job-stat` and `import-config-job-stat` with `{jobId}`. */
export function jobStatusEndpoint(runtime: Runtime, kind: ConfigurationJob['kind']): Endpoint {
  return async (exchange) => {
    const { jobId } = await readInput(exchange, runtime, jobInputSchema);
    const job = runtime.configurationJobs.find(exchange.client!.client_id, kind, jobId ?? '');
    if (job === undefined) return json({ ok: false, jobInfo: null, errorMessage: noJob(kind, jobId) });
    const jobInfo = { Status: job.status, ExtendedStatus: job.extendedStatus };
    return json({ ok: true, jobInfo, errorMessage: null, ...(kind === 'import' && { warnings: job.warnings }) });
  };
}

/** `POST .../dc3Api/admin/export-config-download` with `{jobId}`: the export, a JSON text in a JSON string. */
export function downloadConfigEndpoint(runtime: Runtime): Endpoint {
  return async (exchange) => {
    const { jobId } = await readInput(exchange, runtime, jobInputSchema);
    const job = runtime.configurationJobs.find(exchange.client!.client_id, 'export', jobId ?? '');
    if (job === undefined) return json({ ok: false, jobInfo: null, errorMessage: noJob('export', jobId) });
    return json(runtime.configurationJobs.download());
  };
}

/**
 * `POST .../dc3Api/admin/refresh-license`: licences are read anew whenever they change, so there is nothing that could
 * be out of date.
 */
export function refreshLicenceEndpoint(): Endpoint {
  return () => json({ ok: true, errorMessage: null });
}

function submitted(job: ConfigurationJob): Answer {
  const ok = job.status === 'Completed';
  return json({ ok, jobId: job.id, errorMessage: ok ? null : job.extendedStatus });
}

function noJob(kind: string, jobId: string | undefined): string {
  return jobId === undefined
    ? `jobId is missing: expected the Id that ${kind}-config answered with`
    : `there is no ${kind} job ${jobId.slice(0, 40)} of this client; jobs are forgotten when the service stops`;
}

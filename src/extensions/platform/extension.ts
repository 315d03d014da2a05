import type { Extension } from '../../http/extension.js';
import { batch, composite } from './composite-endpoints.js';
import { INGEST_JOB_ENDPOINTS } from './ingest-job-endpoints.js';
import { PLATFORM_RECORD_ENDPOINTS } from './inner-endpoints.js';
import * as queryJobs from './query-job-endpoints.js';
import { resources, versions } from './version-endpoints.js';

/** SOQL, SOSL, sObjects, composite requests and Bulk 2, for clients of the platform. */
export const platformExtension = {
  name: 'platform',
  endpoints: [
    ...PLATFORM_RECORD_ENDPOINTS,
    queryJobs.startQueryJob,
    queryJobs.readQueryJob,
    queryJobs.abortQueryJob,
    queryJobs.deleteQueryJob,
    queryJobs.queryJobResults,
    ...INGEST_JOB_ENDPOINTS,
    composite,
    batch,
    versions,
    resources,
  ],
} as const satisfies Extension;

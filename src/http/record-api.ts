import { randomUUID } from 'node:crypto';
import { json } from './answer.js';
import { callerOf } from './caller.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** Path of one record: any `vNN.N`, a type name, an Id. What does not look like that is no address of a record. */
export const RECORD_PATH =
  /^\/services\/data\/v\d{1,3}\.\d\/sobjects\/([A-Za-z][A-Za-z0-9_]{0,79})\/([A-Za-z0-9]{1,40})$/;

/** `GET /services/data/vNN.N/sobjects/<type>/<id>` */
export function readRecordEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ params }) => json(await likeness.readRecord(params[0]!, params[1]!));
}

/** `DELETE /services/data/vNN.N/sobjects/<type>/<id>` */
export function deleteRecordEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ params, client }) => {
    const requestId = randomUUID();
    await likeness.deleteRecord(params[0]!, params[1]!, callerOf(client!, requestId));
    return { status: 204, headers: ['X-Request-Id', requestId] };
  };
}

/** `GET /services/data`: the one version that answers carry, in the platform's list. */
export function versionsEndpoint({ settings }: Runtime): Endpoint {
  const version = settings.apiVersion.replace(/^v/, '');
  const versions = [{ label: `Likeness ${version}`, url: `/services/data/v${version}`, version }];
  return () => json(versions);
}

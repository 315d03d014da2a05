import { randomUUID } from 'node:crypto';
import { andThen } from '../maybe-promise.js';
import { json } from './answer.js';
import { callerOf } from './caller.js';
import { parseQuery, recordQuerySchema } from './query.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** Path of one record: any `vNN.N`, a type name, an Id. What does not look like that is no address of a record. */
export const RECORD_PATH =
  /^\/services\/data\/v\d{1,3}\.\d\/sobjects\/([A-Za-z][A-Za-z0-9_]{0,79})\/([A-Za-z0-9]{1,40})$/;
/** Path of a version: any `vNN.N`. */
export const VERSION_PATH = /^\/services\/data\/(v\d{1,3}\.\d)$/;

/** `GET /services/data/vNN.N/sobjects/<type>/<id>?fields=` */
export function readRecordEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ request, params }) => {
    const { fields } = parseQuery(recordQuerySchema, request.originalUrl);
    return json(await likeness.readRecord(params[0]!, params[1]!, fields));
  };
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

/**
 * `GET /services/data/vNN.N`: what is served below it, in the platform's map. Some of its clients ask for it before
 * anything else, and take a 200 to mean that their token still counts: none is needed, but one that is sent must be
 * valid.
 */
export function versionEndpoint({ auth }: Runtime): Endpoint {
  return ({ request, params }) => {
    const resources = () => json({ sobjects: `/services/data/${params[0]!}/sobjects` });
    const { authorization } = request.headers;
    return authorization === undefined ? resources() : andThen(auth.identify(authorization), resources);
  };
}

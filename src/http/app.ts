import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { servePlainAddress } from './address.js';
import { HTML_TYPE, JSON_TYPE, send } from './answer.js';
import { describeEndpoint, DESCRIBE_PATH, objectsEndpoint, OBJECTS_PATH } from './describe-api.js';
import {
  downloadConfigEndpoint,
  exportConfigEndpoint,
  importConfigEndpoint,
  jobStatusEndpoint,
  refreshLicenceEndpoint,
} from './configuration-api.js';
import { documentationPage } from './documentation.js';
import {
  explainEndpoint,
  scenariosEndpoint,
  searchEndpoint,
  suspectedPairsEndpoint,
  upsertEndpoint,
} from './duplicate-api.js';
import { historyEndpoint, undoEndpoint } from './history-api.js';
import { IDENTITY_PATH, identityEndpoint, userInfoEndpoint } from './identity-api.js';
import { LimitedRoutes, type Register } from './limited-routes.js';
import { openApiDocument } from './openapi.js';
import { recordsEndpoint } from './export-api.js';
import { healthEndpoint, metricsEndpoint, readyEndpoint } from './operations-api.js';
import { packedOnce } from './packing.js';
import { createRateLimit } from './rate-limit.js';
import {
  deleteRecordEndpoint,
  readRecordEndpoint,
  RECORD_PATH,
  VERSION_PATH,
  versionEndpoint,
  versionsEndpoint,
} from './record-api.js';
import { refuse, unknownPath } from './refusal.js';
import { scoped, serveResource, serveUnknownPath, type Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';
import { introspectEndpoint, revokeEndpoint, tokenEndpoint } from './token-api.js';

export type AppOptions = Runtime;

/**
 * The service as an Express application. A request meets no middleware: each resource is one handler that does everything once, because at the
 * rates meant here Express itself is the greater part of the cost.
 */
export function createApp(runtime: AppOptions): Express {
  const { settings } = runtime;
  const app = bareApp();
  const document = openApiDocument(settings);
  // Costs more than a search: only where every request is to be seen.
  if (runtime.logger.isLevelEnabled('debug')) app.use(requestLog(runtime, Object.keys(document.paths)));
  const rateLimit = createRateLimit(settings.rateLimit, runtime.load);
  const limited = new LimitedRoutes(runtime, licensedRoutes);
  const open = (path: string | RegExp, verbs: Record<string, Endpoint>, route = String(path)) =>
    app.route(path as string).all(serveResource(runtime, { route, verbs }));

  licensedRoutes(runtime, (path, route, verbs) =>
    app.route(path as string).all(serveResource(runtime, { route, verbs }, rateLimit, limited)),
  );
  open('/services/data', { GET: versionsEndpoint(runtime) }, 'versions');
  open(VERSION_PATH, { GET: versionEndpoint(runtime) }, 'version');
  open('/services/oauth2/token', { POST: tokenEndpoint(runtime) });
  open('/services/oauth2/introspect', { POST: introspectEndpoint(runtime) });
  open('/services/oauth2/revoke', { POST: revokeEndpoint(runtime) });
  open('/services/oauth2/userinfo', { GET: userInfoEndpoint(runtime), POST: userInfoEndpoint(runtime) });
  open(IDENTITY_PATH, { GET: identityEndpoint(runtime) }, 'identity');
  open('/healthz', { GET: healthEndpoint(runtime) });
  open('/readyz', { GET: readyEndpoint(runtime) });
  const page = documentationPage(document);
  open('/openapi.json', { GET: fixed(JSON.stringify(document), JSON_TYPE) });
  open('/', { GET: fixed(page, HTML_TYPE) });
  open('/docs', { GET: fixed(page, HTML_TYPE) });

  app.use(servePlainAddress(app));
  app.use(serveUnknownPath(runtime));
  app.use(lastResort(runtime));
  return app;
}

/** Metrics alone, for a port of their own that needs no token. */
export function createMetricsApp(runtime: AppOptions): Express {
  const app = bareApp();
  const verbs = { GET: metricsEndpoint(runtime) };
  app.route('/metrics').all(serveResource(runtime, { route: 'metrics', verbs }));
  app.use(serveUnknownPath(runtime));
  app.use(lastResort(runtime));
  return app;
}

/**
 * All that needs a licence. What an endpoint knows of records it has from the runtime's use cases alone: for a client
 * that may not see all objects, the same is made over use cases that know no others.
 */
function licensedRoutes(runtime: Runtime, licensed: Register): void {
  const { settings } = runtime;
  // The busiest first: Express tries its routes in order.
  const base = `/services/${literal(settings.restSegment)}/${literal(settings.productSegment)}`;
  licensed(`${base}/dc3Api/search`, 'search', { POST: scoped('search', searchEndpoint(runtime)) });
  licensed(`${base}/dc3DataApi`, 'upsert', { POST: scoped('upsert', upsertEndpoint(runtime)) });
  licensed(`${base}/dc3Api/explain`, 'explain', { POST: scoped('search', explainEndpoint(runtime)) });
  // Before the records: `describe` stands where their Ids do.
  licensed(DESCRIBE_PATH, 'describe', { GET: scoped('read', describeEndpoint(runtime)) });
  licensed(OBJECTS_PATH, 'objects', { GET: scoped('read', objectsEndpoint(runtime)) });
  licensed(RECORD_PATH, 'record', {
    GET: scoped('read', readRecordEndpoint(runtime)),
    DELETE: scoped('delete', deleteRecordEndpoint(runtime)),
  });
  licensed(`${base}/suspectedPairs`, 'suspectedPairs', { GET: scoped('read', suspectedPairsEndpoint(runtime)) });
  licensed(`${base}/history/:recordId`, 'history', { GET: scoped('history', historyEndpoint(runtime)) });
  licensed(`${base}/undo/:changeId`, 'undo', { POST: scoped('undo', undoEndpoint(runtime)) });
  licensed(`${base}/scenarios`, 'scenarios', { GET: scoped('search', scenariosEndpoint(runtime)) });
  const administered = (name: string, endpoint: Endpoint) =>
    licensed(`${base}/dc3Api/admin/${name}`, name, { POST: scoped('admin', endpoint) });
  administered('export-config', exportConfigEndpoint(runtime));
  administered('export-config-job-stat', jobStatusEndpoint(runtime, 'export'));
  administered('export-config-download', downloadConfigEndpoint(runtime));
  administered('import-config', importConfigEndpoint(runtime));
  administered('import-config-job-stat', jobStatusEndpoint(runtime, 'import'));
  administered('refresh-license', refreshLicenceEndpoint());
  licensed(`${base}/records`, 'records', { GET: scoped('export', recordsEndpoint(runtime)) });
  licensed('/metrics', 'metrics', { GET: scoped('admin', metricsEndpoint(runtime)) });
}

/** Express without what costs time and is not used: no ETags, no query parser, no advertisement; paths are taken to the letter. */
export function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

function fixed(body: string, type: string): Endpoint {
  const answer = { status: 200, body, type, packedBody: packedOnce(body) };
  return () => answer;
}

/** A configured path segment as Express must see it to match it to the letter. */
function literal(segment: string): string {
  return segment.replaceAll(/[\\{}()[\]+?!:*]/g, '\\$&');
}

/**
 * Method, path, status and time: no header, no body, no query, and of the path only what is documented, so neither tokens nor record values
 * (clients of the platform put values into paths: `sobjects/Contact/Email/jen@example.com`).
 */
function requestLog({ logger }: Runtime, paths: readonly string[]) {
  const known = new Set(paths.flatMap((path) => path.split('/')));
  const shown = (part: string): string => (known.has(part) || /^v\d{1,3}\.\d$/.test(part) ? part : '*');
  const log = pinoHttp({
    logger,
    useLevel: 'debug',
    serializers: {
      req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?', 1)[0]!.split('/', 20).map(shown).join('/'),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: ({ type }: { type: string }) => ({ type }),
    },
  });
  // A request that is served once more in its plain address is logged already.
  return ((request, response, next) => {
    if (request.url === request.originalUrl) log(request, response, next);
    else next();
  }) satisfies RequestHandler;
}

/** What Express itself throws: an address that it cannot decode is no address of ours. */
function lastResort({ logger }: Runtime): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) next(error);
    else send(response, refuse(error instanceof URIError ? unknownPath() : error, logger));
  };
}

import type { ErrorRequestHandler, Express, RequestHandler, Request } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { ApiUsage } from './api-usage.js';
import type { AppContext, Authorize, Endpoint } from './endpoint.js';
import type { AppParts, Documentation, FixedBody } from './app-context.js';
import { createAuthorize } from './authorize.js';
import { bareApp } from './bare-app.js';
import { metrics } from './endpoints/operation-endpoints.js';
import { traceOf, traced } from './request/trace-context.js';
import { pathOf, openApiDocument } from './openapi/openapi-document.js';
import { routeOf } from './route-pattern.js';
import { RateLimit } from './rate-limit.js';
import { send } from './response/answer.js';
import { errorResponse, unknownPath } from './response/http-error.js';
import { factsOf } from './server/state-facts.js';
import { ServiceStates } from './server/service-state.js';
import { serveRoute, serveUnknownPath } from './serve-route.js';
import type { Settings } from '../store/config/configuration.js';
import { gzipOnce } from './response/compression.js';
import { documentationPage } from './openapi/docs-page.js';
import { instanceUrl } from './instance-url.js';
import { cookieName } from './request/session-cookie.js';
import { postmanCollection } from './openapi/postman-collection.js';
import { inVersion30 } from './openapi/version-3-0.js';

/** Builds the application. Each path has one handler and no middleware, because Express causes most of the cost. */
export function createApp(parts: AppParts, endpoints: readonly Endpoint[]): Express {
  const { settings, logger } = parts;
  const app = bareApp();
  const context = contextOf(parts, endpoints);
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint, settings);
    byPath.set(path, [...(byPath.get(path) ?? []), endpoint]);
  }
  // Request logging costs more than a search, so it is enabled only at debug level.
  if (logger.isLevelEnabled('debug')) app.use(requestLog(logger, [...byPath.keys()]));
  // Match fixed paths before paths with parameters, because `sobjects/Lead/describe` is not a record.
  const ofAll = [...byPath].sort(([a], [b]) => parametersIn(a) - parametersIn(b));
  for (const [path, ofPath] of ofAll) app.route(routeOf(path, ofPath[0]!) as string).all(serveRoute(context, ofPath));
  app.use(serveNormalizedPath(app));
  return conclude(app, context);
}

const parametersIn = (path: string): number => path.split('{').length;

/** Builds an application that serves only metrics, for a separate port without authentication. */
export function createMetricsApp(parts: AppParts): Express {
  const open = { ...metrics, scope: undefined };
  const context = contextOf(parts, [open]);
  const app = bareApp();
  app.route(open.path).all(serveRoute(context, [open]));
  return conclude(app, context);
}

function contextOf(parts: AppParts, endpoints: readonly Endpoint[]): AppContext {
  const { states = new ServiceStates(() => factsOf(parts)) } = parts;
  const { settings, admission } = parts;
  const context: AppContext = {
    ...parts,
    states,
    documentation: documentationOf(settings, endpoints),
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
    apiUsage: new ApiUsage(),
    rateLimit: new RateLimit(settings.rateLimit, admission),
    authorize: (...asked) => authorize(...asked),
  };
  const authorize: Authorize = createAuthorize(context);
  return context;
}

function conclude(app: Express, context: AppContext): Express {
  app.use(serveUnknownPath(context));
  app.use(lastResort(context));
  return app;
}

/**
 * Logs requests without headers, body or query, and with only the documented path segments, because clients of the
 * platform put values into paths (`sobjects/Contact/Email/jen@example.com`).
 */
function requestLog(logger: Logger, paths: readonly string[]) {
  const known = new Set(paths.flatMap((path) => path.split('/')));
  const shown = (part: string): string => (known.has(part) || /^v\d{1,3}\.\d$/.test(part) ? part : '*');
  const log = pinoHttp({
    logger,
    useLevel: 'debug',
    customProps: (request) => traceOf(request) ?? {},
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
  // A request that is served again under its normalised path has already been logged.
  return ((request, response, next) => {
    if (request.url === request.originalUrl) log(request, response, next);
    else next();
  }) satisfies RequestHandler;
}

/** Handles errors raised by Express itself: a path that cannot be decoded gets 404. */
function lastResort({ logger }: AppContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) next(error);
    else send(response, errorResponse(error instanceof URIError ? unknownPath() : error, traced(logger, request)));
  };
}

/** Removes duplicate and trailing slashes, which clients of the platform send (`//services/data`, `.../Lead/`). */
function normalizePath(url: string): string {
  if (!url.startsWith('/')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const single = path.replaceAll(/\/{2,}/g, '/');
  const plain = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  return query < 0 ? plain : plain + url.slice(query);
}

/** Serves an unknown path in its normalised form, without slowing down known paths. */
function serveNormalizedPath(app: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const plain = normalizePath(request.url);
    if (plain === request.url) {
      next();
      return;
    }
    request.url = plain;
    void app(request, response, next);
  };
}

/** Builds each document on first use, so that the service starts faster. */
function documentationOf(settings: Settings, endpoints: readonly Endpoint[]): (request: Request) => Documentation {
  let made: (Documentation & { readonly url: string }) | undefined;
  return (request) => {
    const url = instanceUrl(settings, request.socket);
    if (made?.url === url) return made;
    const document = openApiDocument(settings, endpoints, { url, cookie: cookieName(request, settings) });
    return (made = {
      url,
      document: once(() => JSON.stringify(document)),
      document30: once(() => JSON.stringify(inVersion30(document))),
      postman: once(() => JSON.stringify(postmanCollection(document))),
      page: once(() => documentationPage(document)),
    });
  };
}

function once(text: () => string): () => FixedBody {
  let made: FixedBody | undefined;
  return () => {
    if (made !== undefined) return made;
    const body = text();
    return (made = { body, gzippedBody: gzipOnce(body) });
  };
}

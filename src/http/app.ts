import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { RecentForms } from './inbound/recent-forms.js';
import { ApiUsage } from './api-usage.js';
import type { AppContext, AppParts } from './app-context.js';
import { bareApp } from './bare-app.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints/index.js';
import { metrics } from './endpoints/operation-endpoints.js';
import { traceOf, traced } from './request/trace-context.js';
import { serveNormalizedPath } from './normalized-path.js';
import { documentationOf } from './openapi/documentation.js';
import { pathOf } from './openapi/openapi-document.js';
import { routeOf } from './route-pattern.js';
import { createRateLimit } from './rate-limit.js';
import { send } from './response/answer.js';
import { errorResponse, unknownPath } from './response/http-error.js';
import { factsOf } from './server/state-facts.js';
import { ServiceStates } from './server/service-state.js';
import { serveRoute, serveUnknownPath } from './serve-route.js';

/**
 * The service as an Express application. A request meets no middleware: each path has one handler that does everything
 * once, because at the rates meant here Express itself is the greater part of the cost.
 */
export function createApp(parts: AppParts, endpoints: readonly Endpoint[] = ENDPOINTS): Express {
  const { settings, admission, logger } = parts;
  const app = bareApp();
  const context = contextOf(parts, endpoints);
  const rateLimit = createRateLimit(settings.rateLimit, admission, parts.requestCounts);
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint, settings);
    byPath.set(path, [...(byPath.get(path) ?? []), endpoint]);
  }
  // Costs more than a search: only where every request is to be seen.
  if (logger.isLevelEnabled('debug')) app.use(requestLog(logger, [...byPath.keys()]));
  for (const [path, ofPath] of byPath)
    app.route(routeOf(path, ofPath[0]!) as string).all(serveRoute(context, ofPath, rateLimit));
  app.use(serveNormalizedPath(app));
  return conclude(app, context);
}

/** Metrics alone, for a port of their own that needs no token. */
export function createMetricsApp(parts: AppParts): Express {
  const open = { ...metrics, scope: undefined };
  const context = contextOf(parts, [open]);
  const app = bareApp();
  app.route(open.path).all(serveRoute(context, [open]));
  return conclude(app, context);
}

function contextOf(parts: AppParts, endpoints: readonly Endpoint[]): AppContext {
  const { states = new ServiceStates(() => factsOf(parts)) } = parts;
  return {
    ...parts,
    states,
    documentation: documentationOf(parts.settings, endpoints),
    apiUsage: new ApiUsage(),
    forms: new RecentForms(),
  };
}

function conclude(app: Express, context: AppContext): Express {
  app.use(serveUnknownPath(context));
  app.use(lastResort(context));
  return app;
}

/**
 * Method, path, status and time: no header, no body, no query, and of the path only what is documented, so neither
 * tokens nor record values (clients of the platform put values into paths: `sobjects/Contact/Email/jen@example.com`).
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
  // A request that is served once more in its plain address is logged already.
  return ((request, response, next) => {
    if (request.url === request.originalUrl) log(request, response, next);
    else next();
  }) satisfies RequestHandler;
}

/** Errors that Express itself throws: an address that it cannot decode is no address of ours. */
function lastResort({ logger }: AppContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) next(error);
    else send(response, errorResponse(error instanceof URIError ? unknownPath() : error, traced(logger, request)));
  };
}

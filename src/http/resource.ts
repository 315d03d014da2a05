import type { Request, RequestHandler } from 'express';
import { performance } from 'node:perf_hooks';
import type { Client } from '../auth/client.js';
import { hasScope, type Scope } from '../auth/scopes.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import { BusyError } from '../service/busy-error.js';
import { send, type Answer } from './answer.js';
import { isAudited, writeDown } from './audited.js';
import { Cors } from './cors.js';
import { packed } from './packing.js';
import type { LimitedRoutes } from './limited-routes.js';
import { ClientGoneError, missingScope, refuse, unknownPath, wrongVerb } from './refusal.js';
import type { RateLimit, Runtime } from './runtime.js';
import { stopUnreadBody } from './unread-body.js';

/** One request on its way through an endpoint. */
export interface Exchange {
  readonly request: Request;
  /** Variable parts of the path, in order. */
  readonly params: readonly string[];
  /** The licensed client; absent at endpoints that need none. */
  readonly client: Client | undefined;
}

export type Endpoint = (exchange: Exchange) => MaybePromise<Answer>;

/**
 * An endpoint that needs a token, a licence and a scope: everything that touches records, scenarios or configuration.
 */
export interface Scoped {
  readonly scope: Scope;
  readonly endpoint: Endpoint;
}

export function scoped(scope: Scope, endpoint: Endpoint): Scoped {
  return { scope, endpoint };
}

export interface Resource {
  /** As metrics show it; fixed, so that callers cannot make up labels. */
  readonly route: string;
  /** By HTTP method. What is not scoped is open to everybody. */
  readonly verbs: Readonly<Record<string, Endpoint | Scoped>>;
}

/** What metrics show for a request whose client went away before the answer (nginx's number for it). */
const CLIENT_GONE = 499;

/**
 * Serves a resource: verb, token, licence and scope are checked here, in this order, before the endpoint looks at the
 * body. `HEAD` is served as `GET`.
 */
export function serveResource(
  runtime: Runtime,
  resource: Resource,
  rateLimit?: RateLimit,
  limited?: LimitedRoutes,
): RequestHandler {
  const verbs = new Map(Object.entries(resource.verbs));
  const get = verbs.get('GET');
  if (get !== undefined) verbs.set('HEAD', get);
  const allowed = [...verbs.keys()].flatMap((verb) => (verb === 'HEAD' ? [] : verb === 'GET' ? ['GET', 'HEAD'] : verb));
  const options = optionsAnswer(runtime, allowed);

  function answer(request: Request): MaybePromise<Answer> {
    const verb = verbs.get(request.method);
    if (!verb) {
      if (request.method === 'OPTIONS') return options(request);
      throw wrongVerb(request.method, allowed);
    }
    const serve = (endpoint: Endpoint, client: Client | undefined) =>
      endpoint({ request, params: Object.values(request.params) as string[], client });
    const serveAudited = (endpoint: Endpoint, client: Client) =>
      andThen(serve(endpoint, client), (result) => {
        if (result.status < 400) writeDown(runtime, resource.route, request, client);
        return result;
      });
    if (typeof verb === 'function') return serve(verb, undefined);
    const { scope } = verb;
    return andThen(runtime.auth.admit(request.headers.authorization), (client) => {
      runtime.load.identify(request, client.client_id);
      rateLimit?.(client.client_id);
      if (!hasScope(client, scope)) throw missingScope(scope);
      // Of a client that may not see all objects, the same endpoint over use cases that know no others.
      const endpoint =
        client.objects === undefined
          ? verb.endpoint
          : limited!.endpoint(client.objects, resource.route, request.method);
      return isAudited(scope, request.method) ? serveAudited(endpoint, client) : serve(endpoint, client);
    });
  }
  return conclude(runtime, resource.route, answer);
}

/** What `OPTIONS` is answered with: no token, because browsers send none before they know that they may. */
function optionsAnswer({ settings }: Runtime, verbs: readonly string[]): (request: Request) => Answer {
  const allowed = [...verbs, 'OPTIONS'].join(', ');
  const cors = new Cors(settings.corsOrigins);
  return (request) => ({ status: 204, headers: ['Allow', allowed, ...cors.preflight(request, allowed)] });
}

/** The last stop: no resource has this path. */
export function serveUnknownPath(runtime: Runtime): RequestHandler {
  return conclude(runtime, 'unknown', () => Promise.reject(unknownPath()));
}

/** Sends the answer, or the refusal, and counts it. */
function conclude(
  { logger, load, metrics, settings }: Runtime,
  route: string,
  answer: (request: Request) => MaybePromise<Answer>,
): RequestHandler {
  const cors = settings.corsOrigins.length > 0 ? new Cors(settings.corsOrigins) : undefined;
  return (request, response) => {
    const started = performance.now();
    const finish = (status: number) => {
      metrics.request(route, labelOf(request.method), status, (performance.now() - started) / 1000);
    };
    const conclusion = (result: Answer): void => {
      send(response, result, cors?.headers(request));
      finish(result.status);
      if (result.status >= 400) stopUnreadBody(request);
    };
    const give = (result: Answer): MaybePromise<void> => {
      if (typeof result.body === 'string') load.owe(request, result.body.length);
      return andThen(packed(request, result), conclusion);
    };
    const turnDown = (error: unknown): MaybePromise<void> => {
      if (error instanceof BusyError) load.shed(error.reason);
      if (error instanceof ClientGoneError) finish(CLIENT_GONE);
      else return give(refuse(error, logger));
    };
    begun(() => answer(request))
      .then(give, turnDown)
      .catch((error: unknown) => {
        logger.error({ kind: error instanceof Error ? error.name : typeof error }, 'an answer could not be sent');
        request.socket.destroy();
      });
  };
}

/** What a function gives, or throws, as a promise; the promise itself where it gives one. */
function begun<T>(work: () => MaybePromise<T>): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE']);

function labelOf(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

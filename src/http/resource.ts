import type { Request, RequestHandler, Response } from 'express';
import { performance } from 'node:perf_hooks';
import type { Client } from '../auth/client.js';
import { hasScope, type Scope } from '../auth/scopes.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import { BusyError } from '../service/busy-error.js';
import { send, type Answer } from './answer.js';
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

/** An endpoint that needs a token, a licence and a scope: everything that touches records, scenarios or configuration. */
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

/** Serves a resource: verb, token, licence and scope are checked here, in this order, before the endpoint looks at the body. */
export function serveResource(runtime: Runtime, resource: Resource, rateLimit?: RateLimit): RequestHandler {
  const verbs = new Map(Object.entries(resource.verbs));
  const allowed = [...verbs.keys()];

  function answer(request: Request, response: Response): MaybePromise<Answer> {
    const verb = verbs.get(request.method);
    if (!verb) throw wrongVerb(request.method, allowed);
    const serve = (endpoint: Endpoint, client: Client | undefined) =>
      endpoint({ request, params: Object.values(request.params) as string[], client });
    if (typeof verb === 'function') return serve(verb, undefined);
    const { scope, endpoint } = verb;
    return andThen(runtime.auth.admit(request.headers.authorization), (client) => {
      runtime.load.identify(request, client.client_id);
      if (!hasScope(client, scope)) throw missingScope(scope);
      return rateLimit === undefined
        ? serve(endpoint, client)
        : rateLimit(request, response, client.client_id).then(() => serve(endpoint, client));
    });
  }
  return conclude(runtime, resource.route, answer);
}

/** The last stop: no resource has this path. */
export function serveUnknownPath(runtime: Runtime): RequestHandler {
  return conclude(runtime, 'unknown', () => Promise.reject(unknownPath()));
}

/** Sends the answer, or the refusal, and counts it. */
function conclude(
  { logger, load, metrics }: Runtime,
  route: string,
  answer: (request: Request, response: Response) => MaybePromise<Answer>,
): RequestHandler {
  return (request, response) => {
    const started = performance.now();
    const finish = (status: number) => {
      metrics.request(route, labelOf(request.method), status, (performance.now() - started) / 1000);
    };
    const give = (result: Answer): void => {
      if (typeof result.body === 'string') load.owe(request, result.body.length);
      send(response, result);
      finish(result.status);
      if (result.status >= 400) stopUnreadBody(request);
    };
    const turnDown = (error: unknown): void => {
      if (error instanceof BusyError) load.shed(error.reason);
      if (error instanceof ClientGoneError) finish(CLIENT_GONE);
      else give(refuse(error, logger));
    };
    begun(() => answer(request, response))
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

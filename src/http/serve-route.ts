import type { Request, RequestHandler, Response } from 'express';
import { performance } from 'node:perf_hooks';
import type { Client } from '../auth/client.js';
import { hasScope, type Scope } from '../auth/scopes.js';
import { LimitedLikeness } from '../service/limited-likeness.js';
import { BusyError } from '../transactions/busy-error.js';
import type { AppContext } from './app-context.js';
import { auditRequest, isAudited } from './audit-requests.js';
import type { Endpoint } from './endpoint.js';
import type { RateLimit } from './rate-limit.js';
import { checkEnvelope } from './request/envelope.js';
import { parseJson } from './request/json-body.js';
import { positionHeaders, positionWanted, waitForPosition } from './request/position.js';
import { parseQuery } from './request/query-parameters.js';
import { keepBody } from './request/kept-body.js';
import { readBody, readJsonBody } from './request/request-body.js';
import { authorizationOf } from './request/session-cookie.js';
import { traced } from './request/trace-context.js';
import { send, type Answer } from './response/answer.js';
import { compress } from './response/compression.js';
import { Cors } from './response/cors.js';
import {
  ClientGoneError,
  errorResponse,
  keptToObjects,
  misdirected,
  missingScope,
  unknownPath,
  wrongVerb,
} from './response/http-error.js';
import type { DeciderForwarding } from './server/forward-to-decider.js';
import { refuseByName } from './unsupported-interfaces.js';
import { closeLingering } from './server/lingering-close.js';
import { isPassedOn } from './server/peer.js';

/** Endpoints that take it do no harm where a request is repeated. */
const KEY_HEADER = 'Idempotency-Key';
/** Milliseconds in which a node that is asked to decide may begin to. */
const MOVING_MS = 200;
/** Status in metrics of a request whose client went away before the answer (nginx's number for it). */
const CLIENT_GONE = 499;

/**
 * Serves the endpoints of one path: method, token, license and scope are checked here, in this order, before the body
 * is looked at. `HEAD` is served as `GET`.
 */
export function serveRoute(context: AppContext, endpoints: readonly Endpoint[], rateLimit?: RateLimit): RequestHandler {
  const { auth, likeness, settings } = context;
  const route = endpoints[0]!.route ?? endpoints[0]!.path;
  const methods = new Map(endpoints.map((endpoint): [string, Endpoint] => [endpoint.method, endpoint]));
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  const get = methods.get('GET');
  if (get !== undefined) methods.set('HEAD', get);
  const cors = new Cors(settings.corsOrigins);
  /** Clients of the platform look there for how much they may still ask. */
  const isPlatforms = endpoints[0]!.path.startsWith('/services/data/');
  const limited = limitedContexts(context);

  const licensed = async (request: Request, endpoint: Endpoint, scope: Scope): Promise<Answer> => {
    const client = await auth.admit(authorizationOf(request, auth, settings));
    context.admission.identify(request, client.client_id);
    const rates = rateLimit?.(client.client_id) ?? [];
    if (!hasScope(client, scope)) throw missingScope(scope);
    if (client.objects !== undefined && endpoint.about === 'all') throw keptToObjects(client.objects);
    const wanted = positionWanted(request);
    if (wanted !== undefined) await waitForPosition(likeness.visible, wanted, settings.limits.positionSeconds);
    const answer = await handle(endpoint, request, client.objects ? limited(client.objects) : context, client);
    if (answer.status < 400 && answer.isTrial !== true && isAudited(scope, request.method))
      auditRequest(context, route, request, client);
    const more = [...positionHeaders(likeness.visible), ...rates];
    if (isPlatforms) more.push('Sforce-Limit-Info', context.apiUsage.count());
    return { ...answer, headers: answer.headers ? [...answer.headers, ...more] : more };
  };

  const answerOf = async (endpoint: Endpoint, request: Request): Promise<Answer> => {
    if (endpoint.scope !== undefined) return licensed(request, endpoint, endpoint.scope);
    const client =
      endpoint.login === 'token' ? await auth.identify(authorizationOf(request, auth, settings)) : undefined;
    return handle(endpoint, request, context, client);
  };

  const answered = conclude(context, route, async (request) => {
    const endpoint = methods.get(request.method);
    if (endpoint === undefined) {
      if (request.method !== 'OPTIONS') throw wrongVerb(request.method, allowed);
      // No token: browsers send none before they know that they may.
      const all = [...allowed, 'OPTIONS'].join(', ');
      return { status: 204, headers: ['Allow', all, ...cors.preflight(request, all)] };
    }
    const answer = await answerOf(endpoint, request);
    // Its changes show at all workers before anybody is told.
    if (endpoint.isRead !== true && context.followers !== undefined) await context.followers.caughtUp();
    return answer;
  });
  const { forwarding, deciding } = context;
  const refuse = (error: Error): RequestHandler => conclude(context, route, () => Promise.reject(error));
  if (deciding !== undefined && endpoints.some(({ decides }) => decides === true))
    return decidedByOne(context, deciding, methods, answered, refuse);
  if (forwarding === undefined) return answered;
  /** Sessions, too, are known to the worker that writes alone. */
  const isOwn = ({ method, headers: { authorization, cookie } }: Request): boolean =>
    (methods.get(method) ?? UNKNOWN_METHOD).isRead === true && (authorization !== undefined || cookie === undefined);
  return (request, response, next) => {
    if (isOwn(request)) answered(request, response, next);
    else
      forwarding
        .forward(request, response)
        .catch((error: unknown) => void refuse(error as Error)(request, response, next));
  };
}

/** One of several nodes decides; the others pass on what their clients ask for. */
function decidedByOne(
  context: AppContext,
  deciding: DeciderForwarding,
  methods: ReadonlyMap<string, Endpoint>,
  answered: RequestHandler,
  refuse: (error: Error) => RequestHandler,
): RequestHandler {
  const { decider } = deciding;
  const { auth, settings, admission } = context;
  /** @returns whether the request is to be answered here */
  const isOwn = async (endpoint: Endpoint, request: Request, response: Response): Promise<boolean> => {
    if (isPassedOn(request)) {
      // Who has passed it on looks for another one: nothing is passed on twice.
      await decider.leaves(decider.epoch, MOVING_MS);
      if (decider.isOurs) return true;
      send(response, misdirected());
      closeLingering(request);
      return false;
    }
    const authorization = authorizationOf(request, auth, settings);
    // As where it is answered: bodies of strangers are not read.
    admission.identify(request, (await auth.admit(authorization)).client_id);
    const body = await readBody(request, settings.bodyLimit, 'identity', admission);
    keepBody(request, body);
    const isPassed = await deciding.forward(request, response, {
      body,
      // Sessions are known to this node alone.
      authorization: request.headers.authorization === undefined ? authorization : undefined,
      isRepeatable: endpoint.headers?.[KEY_HEADER] !== undefined && request.headers['idempotency-key'] !== undefined,
    });
    return !isPassed;
  };
  return (request, response, next) => {
    const endpoint = methods.get(request.method);
    if (endpoint?.decides !== true || decider.isOurs) {
      answered(request, response, next);
      return;
    }
    isOwn(endpoint, request, response).then(
      (own) => own && void answered(request, response, next),
      (error: unknown) => void refuse(error as Error)(request, response, next),
    );
  };
}

/** Checks what is sent against the endpoint's schemas. */
async function handle(
  endpoint: Endpoint,
  request: Request,
  context: AppContext,
  client: Client | undefined,
): Promise<Answer> {
  const query = endpoint.query && parseQuery(endpoint.query, request.originalUrl);
  const params = request.params as Record<string, string>;
  const { body: expected } = endpoint;
  const isParsed = expected !== undefined && expected.type === undefined && expected.isRaw !== true;
  const body = isParsed ? checkEnvelope(expected.schema, parseJson(await readJsonBody(request, context))) : undefined;
  return endpoint.handle({ request, params, query, body, client }, context);
}

/**
 * For clients that may see and change records of some objects only: the same over use cases that know no others. What a
 * handler knows of records, it has from the context alone.
 */
function limitedContexts(context: AppContext): (objects: readonly string[]) => AppContext {
  // The same list for the same client, as long as the registry stays as it is.
  const known = new WeakMap<readonly string[], AppContext>();
  return (objects) => {
    let limited = known.get(objects);
    if (limited === undefined) {
      limited = { ...context, likeness: new LimitedLikeness(context.likeness, objects) };
      known.set(objects, limited);
    }
    return limited;
  };
}

/** The last stop: no endpoint has this path. */
export function serveUnknownPath(context: AppContext): RequestHandler {
  return conclude(context, 'unknown', ({ path }) => {
    const refusal = refuseByName(path);
    return refusal === undefined ? Promise.reject(unknownPath()) : Promise.resolve(refusal);
  });
}

/** Sends the answer, or the refusal, and counts it. */
function conclude(
  { logger, admission, metrics, settings }: AppContext,
  route: string,
  answer: (request: Request) => Promise<Answer>,
): RequestHandler {
  const cors = settings.corsOrigins.length > 0 ? new Cors(settings.corsOrigins) : undefined;
  return (request, response) => {
    const started = performance.now();
    const finish = (status: number) => {
      metrics.request(route, labelOf(request.method), status, (performance.now() - started) / 1000);
    };
    const give = async (result: Answer): Promise<void> => {
      if (typeof result.body === 'string') admission.owe(request, result.body.length);
      const compressed = compress(request, result);
      send(response, compressed instanceof Promise ? await compressed : compressed, cors?.headers(request));
      finish(result.status);
      if (result.status >= 400) closeLingering(request);
    };
    const turnDown = async (error: unknown): Promise<void> => {
      if (error instanceof BusyError) admission.shed(error.reason);
      if (error instanceof ClientGoneError) finish(CLIENT_GONE);
      else await give(errorResponse(error, traced(logger, request)));
    };
    answer(request)
      .then(give, turnDown)
      .catch((error: unknown) => {
        const kind = error instanceof Error ? error.name : typeof error;
        traced(logger, request).error({ kind }, 'an answer could not be sent');
        request.socket.destroy();
      });
  };
}

/** Refused, or answered by what is allowed, without looking at anything. */
const UNKNOWN_METHOD: Pick<Endpoint, 'isRead'> = { isRead: true };
const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE']);

function labelOf(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

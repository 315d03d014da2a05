import { performance } from 'node:perf_hooks';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { RequestError } from '../records/contract/request-error.js';
import type { Client } from '../service/auth/client.js';
import type { Scope } from '../service/auth/scopes.js';
import { BusyError } from '../store/transactions/busy-error.js';
import { labelOf, type AppContext, type Endpoint } from './endpoint.js';
import { auditAnswer } from './audit-requests.js';
import { isPlatforms, whyEnded } from './authorize.js';
import { requestIdOf } from './caller.js';
import { instanceUrl } from './instance-url.js';
import { checkEnvelope, checkQuery } from './request/envelope.js';
import { parseJson } from './request/json-body.js';
import { positionHeaders, positionWanted, waitForPosition } from './request/position.js';
import { keepBody } from './request/read-pieces.js';
import { readBody, readJsonBody } from './request/request-body.js';
import { authorizationOf } from './request/session-cookie.js';
import { traced } from './request/trace-context.js';
import { send, type Answer } from './response/answer.js';
import { compress } from './response/compression.js';
import {
  ClientGoneError,
  errorResponse,
  misdirected,
  unknownPath,
  wrongVerb,
  HttpError,
} from './response/http-error.js';
import type { DeciderForwarding } from './server/forward-to-decider.js';
import { refuseByName } from './unsupported-interfaces.js';
import { closeLingering } from './server/lingering-close.js';
import { isPassedOn } from './server/peer.js';

/** Requests with this header can be safely repeated. */
const KEY_HEADER = 'Idempotency-Key';
/** Milliseconds to wait for this node to become the decider. */
const MOVING_MS = 200;
/** Size in bytes of a body that takes about a millisecond to parse. */
const LONG_BODY = 65_536;
/** Metrics status of a request whose client disconnected (as in nginx). */
const CLIENT_GONE = 499;

/** Checks method, token, license and scope, in this order, before reading the body. Serves `HEAD` as `GET`. */
export function serveRoute(context: AppContext, endpoints: readonly Endpoint[]): RequestHandler {
  const { auth, likeness, settings } = context;
  const { path, resourceMetadata } = endpoints[0]!;
  const about = { route: labelOf(endpoints[0]!), resourceMetadata };
  const methods = new Map(endpoints.map((endpoint): [string, Endpoint] => [endpoint.method, endpoint]));
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  const get = methods.get('GET');
  if (get !== undefined) methods.set('HEAD', get);
  const cors = new Cors(settings.corsOrigins);
  const isUsage = isPlatforms(path);

  const licensed = async (request: Request, endpoint: Endpoint): Promise<Answer> => {
    const { client, context: own } = await context.authorize(request, endpoint, 'request');
    const wanted = positionWanted(request);
    if (wanted !== undefined) await waitForPosition(likeness.visible, wanted, settings.limits.positionSeconds);
    const answer = await handle(endpoint, request, own, client);
    const params = request.params as Record<string, string>;
    auditAnswer(context, answer, { endpoint, method: request.method, params, request, client });
    const body = streamed(context, request, endpoint.scope!, client, answer);
    const more = [...positionHeaders(likeness.visible), ...context.rateLimit.headers(client.client_id)];
    if (isUsage) more.push('Sforce-Limit-Info', context.apiUsage.count());
    return { ...answer, ...(body && { body }), headers: answer.headers ? [...answer.headers, ...more] : more };
  };

  const answerOf = async (endpoint: Endpoint, request: Request): Promise<Answer> => {
    if (endpoint.scope !== undefined) return licensed(request, endpoint);
    const client =
      endpoint.login === 'token' ? await auth.identify(authorizationOf(request, auth, settings)) : undefined;
    return handle(endpoint, request, context, client);
  };

  const answered = conclude(context, about, async (request) => {
    const endpoint = methods.get(request.method);
    if (endpoint === undefined) {
      if (request.method !== 'OPTIONS') throw wrongVerb(request.method, allowed);
      // No token is required, because browsers do not send a token with a preflight request.
      const all = [...allowed, 'OPTIONS'].join(', ');
      return { status: 204, headers: ['Allow', all, ...cors.preflight(request, all)] };
    }
    return answerOf(endpoint, request);
  });
  const { deciding } = context;
  const refuse = (error: Error): RequestHandler => conclude(context, about, () => Promise.reject(error));
  const isDecided = deciding !== undefined && endpoints.some(({ decides }) => decides === true);
  const served = isDecided ? decidedByOne(context, deciding, methods, answered, refuse) : answered;
  if (!isUsage) return served;
  return (request, response, next) => {
    request.method = meantMethod(request);
    return served(request, response, next);
  };
}

/** Returns the intended HTTP method. Clients of the platform that cannot send PATCH specify the method in the URL. */
function meantMethod({ method, originalUrl }: Request): string {
  const [, meant] = method === 'POST' ? (/[?&]_HttpMethod=(PATCH|PUT|DELETE)(?:&|$)/i.exec(originalUrl) ?? []) : [];
  return meant?.toUpperCase() ?? method;
}

/** Forwards changes from a follower to the decider. */
function decidedByOne(
  context: AppContext,
  deciding: DeciderForwarding,
  methods: ReadonlyMap<string, Endpoint>,
  answered: RequestHandler,
  refuse: (error: Error) => RequestHandler,
): RequestHandler {
  const { decider } = deciding;
  const { auth, settings, admission } = context;
  const isOwn = async (endpoint: Endpoint, request: Request, response: Response): Promise<boolean> => {
    if (isPassedOn(request)) {
      // Requests are forwarded only once, so the node that forwarded this request must look for another decider.
      await decider.leaves(decider.epoch, MOVING_MS);
      if (decider.isOurs) return true;
      send(response, misdirected());
      closeLingering(request);
      return false;
    }
    const authorization = authorizationOf(request, auth, settings);
    // The token is checked first, so that the bodies of unauthenticated requests are not read.
    admission.identify(request, (await auth.admit(authorization)).client_id);
    const body = await readBody(request, settings.bodyLimit, 'identity', admission);
    keepBody(request, body);
    const isPassed = await deciding.forward(request, response, {
      body,
      // Forward the session's token, because only this node knows the session.
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

/**
 * Streams a body chunk by chunk, alternating with other clients. If the client loses its rights, the connection is
 * closed, so that the client detects an incomplete response.
 */
function streamed(
  context: AppContext,
  request: Request,
  scope: Scope,
  client: Client,
  { body, isLive }: Answer,
): AsyncIterable<string | Uint8Array> | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body) || isLive === true) return undefined;
  const turns = context.likeness.scheduler.turns({ clientId: client.client_id });
  return (async function* () {
    await turns.next();
    for await (const piece of body) {
      const why = await whyEnded(request, client, [scope], context);
      if (why !== undefined) throw new Error(`the client no longer has a valid ${why}`);
      yield piece;
      await turns.next();
    }
  })();
}

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
  const bytes = isParsed ? await readJsonBody(request, context) : undefined;
  const read = () => bytes && checkEnvelope(expected!.schema, parseJson(bytes));
  const answer = (body: unknown) => endpoint.handle({ request, params, query, body, client }, context);
  if (client === undefined) return answer(read());
  // Requests that arrive in one event-loop turn start alternately by client. Long bodies are parsed in this order.
  const { scheduler } = context.likeness;
  if (bytes !== undefined && bytes.length > LONG_BODY)
    return scheduler.begin(client.client_id, () => Promise.resolve(answer(read())));
  const body = read();
  return scheduler.begin(client.client_id, () => Promise.resolve(answer(body)));
}

export function serveUnknownPath(context: AppContext): RequestHandler {
  return conclude(context, { route: 'unknown' }, ({ path }) => {
    const refusal = refuseByName(path);
    return refusal === undefined ? Promise.reject(unknownPath()) : Promise.resolve(refusal);
  });
}

function conclude(
  { logger, admission, metrics, settings, likeness }: AppContext,
  { route, resourceMetadata }: { readonly route: string; readonly resourceMetadata?: string | undefined },
  answer: (request: Request) => Promise<Answer>,
): RequestHandler {
  const cors = settings.corsOrigins.length > 0 ? new Cors(settings.corsOrigins) : undefined;
  return (request, response) => {
    const started = performance.now();
    // Create the Id that inner requests share.
    requestIdOf(request);
    const finish = (status: number) => {
      const method = METHODS.has(request.method) ? request.method : 'other';
      metrics.request(route, method, status, (performance.now() - started) / 1000);
    };
    const give = async (result: Answer): Promise<void> => {
      if (typeof result.body === 'string') admission.owe(request, result.body.length);
      const compressed = compress(request, result);
      const done = compressed instanceof Promise ? await compressed : compressed;
      const holder = admission.holderOf(request) ?? '';
      const turn = likeness.scheduler.answer(holder, () => {
        send(response, done, cors?.headers(request));
      });
      if (turn !== undefined) await turn;
      finish(result.status);
      if (result.status >= 400) closeLingering(request);
    };
    const withMetadata = (refusal: Answer): Answer => {
      if (refusal.status !== 401 || resourceMetadata === undefined) return refusal;
      const address = instanceUrl(settings, request.socket) + resourceMetadata;
      return { ...refusal, headers: ['WWW-Authenticate', `Bearer resource_metadata="${address}"`] };
    };
    const turnDown = async (error: unknown): Promise<void> => {
      if (error instanceof BusyError) admission.shed(error.reason);
      const holder = isOfOneClient(error) ? admission.refuse(request) : undefined;
      if (holder !== undefined) await likeness.scheduler.turns({ clientId: holder }).next();
      if (error instanceof ClientGoneError) finish(CLIENT_GONE);
      else await give(withMetadata(errorResponse(error, traced(logger, request))));
    };
    answer(request)
      .then(give, turnDown)
      .catch((error: unknown) => {
        const kind = error instanceof Error ? error.name : typeof error;
        traced(logger, request).error({ kind }, 'a response could not be sent');
        request.socket.destroy();
      });
  };
}

/** Whether a client exceeded its quota. Clients may retry immediately, so these error responses wait their turn. */
function isOfOneClient(error: unknown): boolean {
  if (error instanceof BusyError) return error.reason.startsWith('client');
  return error instanceof RequestError && error.errorCode === 'REQUEST_LIMIT_EXCEEDED';
}

const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE']);

/** @throws HttpError 400 naming the parameter */
function parseQuery<S extends z.ZodType>(schema: S, url: string): z.output<S> {
  const at = url.indexOf('?');
  const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (values.has(name))
      throw new HttpError(400, 'INVALID_QUERY_PARAMETER', [`${name.slice(0, 80)}: the parameter is repeated`]);
    values.set(name, value);
  }
  return checkQuery(schema, Object.fromEntries(values));
}

/** Response headers that scripts of other origins may read. */
const EXPOSED = [
  ...['X-Request-Id', 'Likeness-Incomplete', 'Likeness-Position', 'Likeness-Commit', 'Warning', 'Retry-After'],
  ...['Allow', 'ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Sforce-Limit-Info'],
  ...['Sforce-Locator', 'Sforce-NumberOfRecords', 'Likeness-Total', 'Preference-Applied', 'WWW-Authenticate'],
].join(', ');
/** Request headers that scripts of other origins may send. */
const ACCEPTED = [
  ...['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', 'Likeness-At-Least', 'Likeness-Commit'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
  ...['Sforce-Duplicate-Rule-Header', 'Sforce-Query-Options', 'Prefer'],
].join(', ');
const REMEMBERED = '600';

/**
 * Headers for scripts of other origins (Fetch standard, "CORS protocol"). Credentials are never allowed. Browsers
 * therefore send no session cookie, and an allowed origin needs its own token.
 */
class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins `scheme://host[:port]`, compared exactly */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Returns headers that every response carries, so that caches keep origins separate. */
  headers(request: IncomingMessage): readonly string[] {
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }

  preflight(request: IncomingMessage, allowed: string): readonly string[] {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (method === undefined || origin === undefined || !this.#origins.has(origin)) return [];
    return [
      'Access-Control-Allow-Methods',
      allowed,
      'Access-Control-Allow-Headers',
      ACCEPTED,
      'Access-Control-Max-Age',
      REMEMBERED,
    ];
  }
}

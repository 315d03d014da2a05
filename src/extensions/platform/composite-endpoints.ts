import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import { References } from './composite/references.js';
import { type Asker, askEndpoint } from '../../http/call-endpoint.js';
import { endpoint, ok, type Endpoint } from '../../http/endpoint.js';
import { deadlineOf } from '../../http/request/while-connected.js';
import { json } from '../../http/response/answer.js';
import { INNER_ENDPOINTS } from './inner-endpoints.js';
import { LEAD, person, VERSION } from '../../http/endpoints/shared.js';
import { ClientGoneError, errorResponse } from '../../http/response/http-error.js';
import { routeOf } from '../../http/route-pattern.js';

const method = z.string().max(10).describe('GET, POST, PATCH or DELETE');
const shared = { about: 'object', decides: true, tag: 'Records', scope: 'read' } as const;
const address = `/services/data/v60.0/sobjects/Lead`;

export const composite = endpoint('composite', 'POST', '/services/data/{version}/composite', {
  ...shared,
  route: 'composite',
  summary: 'Run up to 25 requests in sequence, which can use values of earlier responses',
  description:
    'Each request is handled like a separate request, with the scopes of the client. `@{referenceId.id}` in a URL or a body inserts a value of an earlier response. ' +
    'The usual size limit applies to the body after these values are inserted. `allOrNone` is not supported: to save records together, use `composite/sobjects`, which is one transaction.',
  params: { version: VERSION },
  body: {
    schema: z
      .strictObject({
        allOrNone: z.boolean().default(false).describe('Must be false'),
        collateSubrequests: z.boolean().optional().describe('Has no effect'),
        compositeRequest: z
          .array(
            z.strictObject({
              method,
              url: z.string().max(MOST.addressLength).describe('URL that starts with /services/data'),
              referenceId: z.string().min(1).max(80),
              body: z.unknown().optional(),
              httpHeaders: z.record(z.string(), z.string()).optional(),
            }),
          )
          .min(1)
          .max(MOST.compositeRequests),
      })
      .meta({ id: 'CompositeRequest' }),
    example: { compositeRequest: [{ method: 'POST', url: address, referenceId: 'lead', body: person }] },
  },
  responses: ok({
    description: 'One response per request',
    schema: z
      .strictObject({
        compositeResponse: z.array(
          z.strictObject({
            body: z.unknown(),
            httpHeaders: z.record(z.string(), z.string()),
            httpStatusCode: z.int(),
            referenceId: z.string(),
          }),
        ),
      })
      .meta({ id: 'CompositeResponse' }),
    example: {
      compositeResponse: [
        { body: { id: LEAD, success: true, errors: [] }, httpHeaders: {}, httpStatusCode: 201, referenceId: 'lead' },
      ],
    },
  }),
  async handle({ request, body }, context) {
    if (body.allOrNone)
      throw new RequestError(
        400,
        'FUNCTIONALITY_NOT_ENABLED',
        'allOrNone: requests of different types cannot be one transaction; composite/sobjects saves up to 200 records in one transaction',
      );
    const references = new References(context.settings.bodyLimit);
    const ask = innerRequests({ request, context });
    const compositeResponse = [];
    for (const { method: verb, url, referenceId, body: sent, httpHeaders } of body.compositeRequest) {
      const { status, body: answer } = await ask(() => ({
        ...{ method: verb, url: references.inAddress(url), body: references.inBody(sent), headers: httpHeaders },
      }));
      if (status < 400) references.set(referenceId, answer);
      compositeResponse.push({ body: answer, httpHeaders: {}, httpStatusCode: status, referenceId });
    }
    return json({ compositeResponse });
  },
});

export const batch = endpoint('compositeBatch', 'POST', '/services/data/{version}/composite/batch', {
  ...shared,
  route: 'compositeBatch',
  summary: 'Run up to 25 independent requests in sequence',
  params: { version: VERSION },
  body: {
    schema: z
      .strictObject({
        haltOnError: z.boolean().default(false).describe('Whether to stop after the first failed request'),
        batchRequests: z
          .array(
            z.strictObject({
              method,
              url: z
                .string()
                .max(MOST.addressLength)
                .describe('URL that starts with the version, such as v60.0/sobjects/Lead'),
              richInput: z.unknown().optional(),
            }),
          )
          .min(1)
          .max(MOST.compositeRequests),
      })
      .meta({ id: 'BatchRequest' }),
    example: { batchRequests: [{ method: 'GET', url: 'v60.0/limits' }] },
  },
  responses: ok({
    description: 'One result per request',
    schema: z
      .strictObject({
        hasErrors: z.boolean(),
        results: z.array(z.strictObject({ statusCode: z.int(), result: z.unknown() })),
      })
      .meta({ id: 'BatchResponse' }),
    example: { hasErrors: false, results: [{ statusCode: 204, result: null }] },
  }),
  async handle({ request, body }, context) {
    const ask = innerRequests({ request, context });
    const results: { statusCode: number; result: unknown }[] = [];
    let hasErrors = false;
    for (const { method: verb, url: sent, richInput } of body.batchRequests) {
      const isHalted: boolean = hasErrors && body.haltOnError;
      const url = `/services/data/${sent.replace(/^\/?(?:services\/data\/)?/, '')}`;
      const inner = { method: verb, url, body: richInput };
      const { status, body: result }: InnerAnswer = isHalted
        ? halted(new RequestError(412, 'BATCH_PROCESSING_HALTED', 'Batch processing halted per request'))
        : await ask(() => inner);
      hasErrors ||= status >= 400;
      results.push({ statusCode: status, result });
    }
    return json({ hasErrors, results });
  },
});

/**
 * Limits the total time of the inner requests to the time of a single request, and stops them if the responses become
 * too large.
 * @returns a function that runs a request
 */
function innerRequests(asker: Asker): (inner: () => InnerRequest) => Promise<InnerAnswer> {
  let answered = 0;
  let isFirst = true;
  deadlineOf(asker.request, asker.context.settings.limits);
  return async (inner) => {
    try {
      if (answered > MOST.compositeAnswers)
        throw new RequestError(
          413,
          'REQUEST_TOO_LARGE',
          `The earlier responses have more than ${MOST.compositeAnswers} characters: send this request separately`,
        );
      const meant = inner();
      const asked = askInner(INNER_ENDPOINTS, meant, asker, isFirst);
      isFirst = false;
      const answer = await asked;
      answered += answer.length;
      return answer;
    } catch (error) {
      return halted(error);
    }
  };
}

function halted(error: unknown): InnerAnswer {
  if (!(error instanceof RequestError)) throw error;
  const { status, message, errorCode } = error;
  return { status, body: [{ message, errorCode, fields: [] }], length: 0 };
}

interface InnerRequest {
  readonly method: string;
  /** Path and query, beginning with `/services/data`. */
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface InnerAnswer {
  readonly status: number;
  /** `null` if there is none. */
  readonly body: unknown;
  readonly length: number;
}

/**
 * Runs an inner request. Rejections are returned as responses.
 * @param isFirst whether this request was already counted as the outer request @throws ClientGoneError
 */
async function askInner(
  endpoints: readonly Endpoint[],
  inner: InnerRequest,
  asker: Asker,
  isFirst: boolean,
): Promise<InnerAnswer> {
  try {
    const { endpoint, params, query } = found(endpoints, inner);
    const sent = { params, query, body: inner.body, headers: lowerCased(inner.headers ?? {}) };
    const { status, body } = await askEndpoint(endpoint, sent, asker, isFirst ? 'part' : 'inner');
    if (typeof body !== 'string') return { status, body: null, length: 0 };
    return { status, body: JSON.parse(body), length: body.length };
  } catch (error) {
    if (error instanceof ClientGoneError) throw error;
    const { status, body } = errorResponse(error, asker.context.logger);
    return { status, body: JSON.parse(body as string), length: (body as string).length };
  }
}

function found(endpoints: readonly Endpoint[], { method, url }: InnerRequest) {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const search = at < 0 ? '' : url.slice(at + 1);
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  for (const endpoint of endpoints) {
    if (endpoint.method !== method.toUpperCase()) continue;
    const match = (routeOf(endpoint.path, endpoint) as RegExp).exec(plain);
    if (match === null) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
    );
    return { endpoint, params, query: Object.fromEntries(new URLSearchParams(search)) };
  }
  throw new RequestError(404, 'NOT_FOUND', `Could not find a match for ${method} ${path.slice(0, 200)}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', 'the URL cannot be decoded');
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

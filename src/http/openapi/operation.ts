import { z } from 'zod';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import type { Endpoint, ResponseOptions } from '../endpoint.js';
import { AT_LEAST_HEADER, COMMIT_HEADER, POSITION_HEADER } from '../request/position.js';
import { CANNOT_WRITE, platformErrorsSchema } from '../response/http-error.js';

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response>;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
interface Response {
  description: string;
  content?: Content;
  headers?: object;
  links?: object;
}
export type JsonSchema = Readonly<Record<string, unknown>>;

const ERRORS: Readonly<Record<number, readonly [description: string, errorCode: ErrorCode, message: string]>> = {
  400: [
    'JSON_PARSER_ERROR, INVALID_TYPE, INVALID_FIELD, INVALID_FILTER, INVALID_QUERY_PARAMETER, INVALID_POSITION: the request is invalid',
    'INVALID_FIELD',
    "No such column 'Emial' on entity 'Lead'. Did you mean 'Email'?",
  ],
  401: ['INVALID_SESSION_ID: no valid access token', 'INVALID_SESSION_ID', 'Session expired or invalid'],
  403: [
    'FUNCTIONALITY_NOT_ENABLED: no valid API license; REQUEST_LIMIT_EXCEEDED: too many requests (Retry-After)',
    'FUNCTIONALITY_NOT_ENABLED',
    'An API license is required: this client has no license',
  ],
  404: ['NOT_FOUND', 'NOT_FOUND', 'The requested resource does not exist'],
  405: ['METHOD_NOT_ALLOWED (Allow)', 'METHOD_NOT_ALLOWED', "HTTP Method 'PUT' not allowed. Allowed are POST"],
  409: [
    'DUPLICATE_REQUEST: the Idempotency-Key was used with a different body; UNDO_REFUSED: later changes depend on the change, or it has already been undone',
    'DUPLICATE_REQUEST',
    'The same Idempotency-Key was sent with a different body',
  ],
  412: [
    `POSITION_LOST: the log has lost the commit identified by ${AT_LEAST_HEADER} and ${COMMIT_HEADER}. The request had no effect`,
    'POSITION_LOST',
    'The log has lost commit 7 of run 0b7c6a52-5a0d-4c1f-9d0e-0c2f6a1e8b11 at position 12: it ends at position 9. The request had no effect. Data that was read or changed at that position may be lost. Read it again without the position',
  ],
  413: ['REQUEST_TOO_LARGE', 'REQUEST_TOO_LARGE', 'The request body is larger than the limit of 6291456 bytes'],
  415: [
    'UNSUPPORTED_MEDIA_TYPE',
    'UNSUPPORTED_MEDIA_TYPE',
    "Content-Type: expected application/json, got 'text/plain'",
  ],
  500: [
    'UNKNOWN_EXCEPTION, with an error id that also appears in the log',
    'UNKNOWN_EXCEPTION',
    'An unexpected error occurred. Please include this error id if you report it: ...',
  ],
  503: [
    'SERVER_UNAVAILABLE: the store cannot write, the service is overloaded, or the requested position is not yet visible (Retry-After). Nothing was changed, unless the message says that the outcome is unknown (no Retry-After)',
    'SERVER_UNAVAILABLE',
    CANNOT_WRITE,
  ],
  507: [
    'INSUFFICIENT_STORAGE: the disk is full',
    'INSUFFICIENT_STORAGE',
    "The service's disk is full. The request was not saved",
  ],
};

/** Describes an endpoint as an OpenAPI operation. */
export function operationOf(endpoint: Endpoint): Operation {
  const { id, summary, description, tag, body, responses } = endpoint;
  const parameters = parametersOf(endpoint);
  const refusals = errorsOf(endpoint).map((status): [number, Response] => [status, refusal(status)]);
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      [status, responseOf(endpoint.scope === undefined ? response : positioned(response))] as const,
  );
  const security = securityOf(endpoint);
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: description ?? `${summary}.`,
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true as const,
        content: { [body.type ?? JSON_BODY]: { schema: referenceTo(body.schema), example: body.example } },
      },
    }),
    responses: Object.fromEntries<Response>([...refusals, ...answers]),
  };
}

/** Header parameters that every endpoint with a scope accepts. */
const AT_LEAST = {
  [AT_LEAST_HEADER]: {
    description: `Position that must be visible before the request is handled, from ${POSITION_HEADER} of an earlier response. Fails with 503 and Retry-After if it is not visible within limits.positionSeconds`,
    type: 'integer',
    minimum: 0,
  },
  [COMMIT_HEADER]: {
    description: `Commit that must be at that position, from the same response. Fails with 412 if the log has lost the commit. Default: any commit`,
    type: 'string',
  },
};
const OF_EVERY_ANSWER = {
  [POSITION_HEADER]: {
    description: 'Position of the last commit that this response reflects',
    schema: { type: 'integer' },
  },
  [COMMIT_HEADER]: {
    description: 'Opaque identity of that commit, if known. Send it together with the position',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Requests per client and minute: "client";q=1200000;w=60 (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Remaining requests and seconds until the reset: "client";r=1199999;t=42',
    schema: { type: 'string' },
  },
};

function positioned(response: ResponseOptions): ResponseOptions {
  return { ...response, headers: { ...response.headers, ...OF_EVERY_ANSWER } };
}

const JSON_BODY = 'application/json';

/** Returns the security requirement, or `undefined` for the default of the document: a token. */
function securityOf({ scope, login }: Endpoint): Operation['security'] {
  if (scope !== undefined || login === 'token') return undefined;
  return login === 'basic' ? [{}, { basic: [] }] : [];
}

function errorsOf({ scope, query, body, errors = [] }: Endpoint): number[] {
  const ofScope = scope === undefined ? [] : [400, 401, 403, 412, 500, 503];
  const ofQuery = query === undefined ? [] : [400];
  const ofBody = body === undefined || body.type !== undefined ? [] : [400, 413, 415];
  return [405, ...ofScope, ...ofQuery, ...ofBody, ...errors];
}

function refusal(status: number): Response {
  const [description, errorCode, message] = ERRORS[status]!;
  return responseOf({ description, schema: platformErrorsSchema, example: [{ message, errorCode, fields: [] }] });
}

function responseOf({ description, schema, type, example, headers, links }: ResponseOptions): Response {
  const shown = schema instanceof z.ZodType ? referenceTo(schema) : (schema ?? { type: 'string' });
  return {
    description,
    ...((schema ?? type) !== undefined && { content: { [type ?? JSON_BODY]: { schema: shown, example } } }),
    ...(headers && { headers }),
    ...(links && { links }),
  };
}

function parametersOf({ path, params = {}, query, headers = {}, scope }: Endpoint): Parameter[] {
  const inPath = Object.entries(params).map(([name, { description, pattern }]): Parameter => {
    if (!path.includes(`{${name}}`)) throw new Error(`likeness: ${path} has no parameter ${name}`);
    const schema = { type: 'string', ...(pattern !== undefined && { pattern: `^${pattern}$` }) };
    return { name, in: 'path', description, required: true, schema };
  });
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, one]): Parameter => {
    const { description = '', ...schema } = z.toJSONSchema(one, { io: 'output' });
    delete schema.$schema;
    return { name, in: 'query', description, required: !z.safeParse(one, undefined).success, schema };
  });
  const inHeaders = Object.entries({ ...headers, ...(scope !== undefined && AT_LEAST) }).map(
    ([name, { description, ...schema }]): Parameter => ({
      name,
      in: 'header',
      description,
      required: false,
      schema,
    }),
  );
  return [...inPath, ...inQuery, ...inHeaders];
}

/** @throws Error for an unnamed schema */
export function nameOf(schema: z.ZodType): string {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error('likeness: an API schema has no name. Add .meta({ id })');
  return name;
}

function referenceTo(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${nameOf(schema)}` };
}

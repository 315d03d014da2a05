import type { Request } from 'express';
import type { AppContext, Way, Endpoint } from './endpoint.js';
import { auditAnswer } from './audit-requests.js';
import { checkEnvelope, checkQuery } from './request/envelope.js';
import type { Answer } from './response/answer.js';

export interface SubRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Headers by lower-case name. Default: the headers of the outer request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asker {
  readonly request: Request;
  readonly context: AppContext;
}

/**
 * Calls an endpoint within the process, with the same checks as a separate request: token, license, rate, scope,
 * objects, schemas and audit.
 * @throws RequestError
 */
export async function askEndpoint(
  endpoint: Endpoint,
  sent: SubRequest,
  { request: outer, context: asked }: Asker,
  way: Exclude<Way, 'request'>,
): Promise<Answer> {
  const { client, context } = await asked.authorize(outer, endpoint, way);
  const { query, body } = endpoint;
  const { params = {} } = sent;
  const parsed = query && checkQuery(query, sent.query ?? {});
  // The client's IP address is in the headers of the outer request.
  const { 'x-forwarded-for': via } = outer.headers;
  const headers = { ...sent.headers, 'x-forwarded-for': via };
  const request =
    sent.headers === undefined ? outer : (Object.create(outer, { headers: { value: headers } }) as Request);
  const answer = await endpoint.handle(
    {
      request,
      client,
      params,
      query: parsed,
      body: body && checkEnvelope(body.schema, { value: sent.body, hasProto: false }),
    },
    context,
  );
  // The client's IP address is in the headers of the outer request.
  auditAnswer(context, answer, {
    endpoint,
    method: endpoint.method,
    params,
    query: sent.query,
    request,
    client,
  });
  return answer;
}

/** Calls an endpoint as a part of the outer request, without counting it separately. @returns the parsed response */
export async function callEndpoint(endpoint: Endpoint, sent: SubRequest, asker: Asker): Promise<unknown> {
  const { body } = await askEndpoint(endpoint, sent, asker, 'part');
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

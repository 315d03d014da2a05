import type { Request } from 'express';
import type { Client } from '../../auth/client.js';
import { hasScope } from '../../auth/scopes.js';
import { RequestError } from '../../contract/request-error.js';
import type { AppContext } from '../app-context.js';
import { auditRequest, isAudited } from '../audit-requests.js';
import type { Endpoint } from '../endpoint.js';
import { checkEnvelope } from '../request/envelope.js';
import type { Answer } from '../response/answer.js';
import { keptToObjects, missingScope } from '../response/http-error.js';

/** A request to an endpoint from within the process. */
export interface SubRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Who asks, on whose request. */
export interface Asker {
  readonly request: Request;
  readonly client: Client;
  /** Limited to what the client may see. */
  readonly context: AppContext;
}

/**
 * Asks an endpoint within the process, with the checks that a request of its own would meet: scope, objects, schemas,
 * audit.
 *
 * @throws RequestError
 */
export async function askEndpoint(endpoint: Endpoint, sent: SubRequest, asker: Asker): Promise<Answer> {
  const { request, client, context } = asker;
  const { scope, query, body } = endpoint;
  if (scope === undefined || !hasScope(client, scope)) throw missingScope(String(scope));
  if (client.objects !== undefined && endpoint.about === 'all') throw keptToObjects(client.objects);
  const parsed = query?.safeParse(sent.query ?? {});
  if (parsed?.success === false) {
    const issue = parsed.error.issues[0]!;
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${issue.path.join('.')}: ${issue.message}`);
  }
  const answer = await endpoint.handle(
    {
      request,
      client,
      params: sent.params ?? {},
      query: parsed?.data,
      body: body && checkEnvelope(body.schema, { value: sent.body, hasProto: false }),
    },
    context,
  );
  if (answer.status < 400 && answer.isTrial !== true && isAudited(scope, endpoint.method))
    auditRequest(context, endpoint.route ?? endpoint.path, request, client);
  return answer;
}

/** The same. @returns the answer, parsed */
export async function callEndpoint(endpoint: Endpoint, sent: SubRequest, asker: Asker): Promise<unknown> {
  const { body } = await askEndpoint(endpoint, sent, asker);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

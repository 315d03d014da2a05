import { RequestError } from '../../../records/contract/request-error.js';
import type { Endpoint } from '../../../http/endpoint.js';
import { ClientGoneError, errorResponse } from '../../../http/response/http-error.js';
import { routeOf } from '../../../http/route-pattern.js';
import { askEndpoint, type Asker } from '../../../http/call-endpoint.js';

export interface InnerRequest {
  readonly method: string;
  /** Path and query, beginning with `/services/data`. */
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface InnerAnswer {
  readonly status: number;
  /** `null` if there is none. */
  readonly body: unknown;
  readonly length: number;
}

/**
 * Runs an inner request. Rejections are returned as responses.
 * @param isFirst whether this request was already counted as the outer request @throws ClientGoneError
 */
export async function askInner(
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

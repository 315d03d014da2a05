import { RequestError } from '../../contract/request-error.js';
import type { Endpoint } from '../endpoint.js';
import { errorResponse } from '../response/http-error.js';
import { routeOf } from '../route-pattern.js';
import { askEndpoint, type Asker } from './call-endpoint.js';

/** A request within another one. */
export interface InnerRequest {
  readonly method: string;
  /** Path and query, from `/services/data` on. */
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface InnerAnswer {
  readonly status: number;
  /** Parsed; `null` where there is none. */
  readonly body: unknown;
}

/** Asks the endpoint of an address. Never throws for what the request is refused for: the answer says it. */
export async function askInner(
  endpoints: readonly Endpoint[],
  inner: InnerRequest,
  asker: Asker,
): Promise<InnerAnswer> {
  try {
    const { endpoint, params, query } = found(endpoints, inner);
    const request = Object.create(asker.request, {
      headers: { value: lowerCased(inner.headers ?? {}) },
    }) as Asker['request'];
    const { status, body } = await askEndpoint(endpoint, { params, query, body: inner.body }, { ...asker, request });
    return { status, body: typeof body === 'string' ? JSON.parse(body) : null };
  } catch (error) {
    const { status, body } = errorResponse(error, asker.context.logger);
    return { status, body: JSON.parse(body as string) };
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
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', 'an address cannot be decoded');
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const REFERENCE = /@\{(\w{1,80})((?:\.\w{1,80}|\[\d{1,4}\]){0,20})\}/g;
const WHOLE = /^@\{(\w{1,80})((?:\.\w{1,80}|\[\d{1,4}\]){0,20})\}$/;

/**
 * Puts what earlier requests were answered in place of references to it (`@{created.id}`), wherever they stand.
 *
 * @param answers by reference Id
 * @throws RequestError 400 for one to nothing
 */
export function withReferences(value: unknown, answers: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const [, name, path] = WHOLE.exec(value) ?? [];
    if (name !== undefined) return referred(name, path!, answers);
    return value.replaceAll(REFERENCE, (_text, one: string, steps: string) => String(referred(one, steps, answers)));
  }
  if (Array.isArray(value)) return value.map((each) => withReferences(each, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withReferences(each, answers)]));
}

function referred(name: string, path: string, answers: ReadonlyMap<string, unknown>): unknown {
  let at: unknown = answers.get(name);
  if (at === undefined) throw invalid(name);
  for (const step of path.match(/\w+/g) ?? []) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) throw invalid(`${name}${path}`);
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

const invalid = (reference: string): RequestError =>
  new RequestError(
    400,
    'PROCESSING_HALTED',
    `Invalid reference specified. No value for ${reference.slice(0, 80)} found`,
  );

import { signal } from '@preact/signals';
import addresses from 'virtual:addresses';
import { addressOf, type AnswerOf, type Arguments, type EndpointId, type Sent } from '../../client/api.js';
import { texts } from '../texts.js';
import type { SessionInfo } from './types.js';

/** One reason of a refusal, as the service gives it. */
export interface Fault {
  readonly message: string;
  readonly errorCode: string;
  /** Names of the fields that it is about. */
  readonly fields: readonly string[];
  /** Where a record is that was merged. */
  readonly mergedInto?: string;
}

/** A refusal of the service, or that it cannot be reached (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(message);
  }
}

/** Who is logged in; `null`: nobody; `undefined`: not known yet. */
export const session = signal<SessionInfo | null | undefined>(undefined);

const LONGEST_MESSAGE = 2_000;

export interface CallOptions {
  /** A file as it is, or a body of JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Headers that the endpoint reads. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Given<Id extends EndpointId> = Arguments<Id, Pick<CallOptions, 'signal' | 'headers'>>;

/**
 * Asks an endpoint with the browser's session. A session that has ended shows the login over the view, which stays as
 * it is.
 *
 * @throws ApiError; DOMException `AbortError` where the signal ends it
 */
export async function call<Id extends EndpointId>(id: Id, ...given: Given<Id>): Promise<AnswerOf<Id>> {
  return (await callWithHeaders(id, ...given)).answer;
}

/** As `call`, with the headers of the answer. */
export async function callWithHeaders<Id extends EndpointId>(
  id: Id,
  ...[given]: Given<Id>
): Promise<{ readonly answer: AnswerOf<Id>; readonly headers: Headers }> {
  const sent: CallOptions & Parameters<typeof addressOf>[2] = given ?? {};
  const [method, address] = addressOf(addresses[id], settled(), sent);
  const response = await send(method, address, sent);
  const text = await response.text();
  if (response.ok) {
    const answer = (text === '' ? undefined : parsed(response, text)) as AnswerOf<Id>;
    return { answer, headers: response.headers };
  }
  if (response.status === 401 && session.value) session.value = null;
  throw refusal(response, text);
}

const settled = () => ({
  product: session.value?.productPath ?? '',
  version: session.value?.apiVersion ?? 'v60.0',
});

/** Where the browser downloads a result of a file from. */
export const resultAddress = (fileId: string, result: string): string =>
  addressOf(addresses.fileResult, settled(), { params: { fileId, result } })[1];

/** Where the browser downloads records from. */
export const recordsAddress = (query: Sent<'records'>['query']): string =>
  addressOf(addresses.records, settled(), { query })[1];

/** Where changes are streamed from. */
export const eventsAddress = (): string => addressOf(addresses.events, settled(), {})[1];

/** As `call`, with the answer as it comes, a refusal too. @throws ApiError where the service cannot be reached */
export async function send(
  method: string,
  path: string,
  { body, signal: until, headers: given }: CallOptions,
): Promise<Response> {
  const headers = new Headers(given);
  const csrfToken = session.value?.csrfToken;
  if (method !== 'GET' && csrfToken !== undefined) headers.set('X-CSRF-Token', csrfToken);
  const isFile = body instanceof Blob;
  if (body !== undefined) headers.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json');
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      signal: until ?? null,
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'UNREACHABLE', texts.error.unreachable);
  }
}

function parsed(response: Response, text: string): unknown {
  return response.headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : text;
}

/** The platform's error array, or whatever a proxy says instead. */
function refusal({ status }: Response, text: string): ApiError {
  try {
    const faults = JSON.parse(text) as Fault[];
    const message = faults.map((one) => one.message).join('\n');
    return new ApiError(status, faults[0]!.errorCode, message.slice(0, LONGEST_MESSAGE), faults);
  } catch {
    return new ApiError(status, 'UNKNOWN', texts.error.status(status));
  }
}

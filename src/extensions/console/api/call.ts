import { signal } from '@preact/signals';
import addresses from 'virtual:addresses';
import { addressOf, type AnswerOf, type Arguments, type EndpointId, type Sent } from '../../../extensions/api.js';
import { say, texts } from '../texts.js';
import type { SessionInfo } from './types.js';

export interface Fault {
  readonly message: string;
  readonly errorCode: string;
  readonly fields: readonly string[];
  /** The record into which the requested record was merged. */
  readonly mergedInto?: string;
}

/** An error response of the service. Status 0 means that the service is unreachable. */
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

export const hasCode = (error: Error | undefined, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The session. `null` if the user is logged out, `undefined` if the state is still unknown. */
export const session = signal<SessionInfo | null | undefined>(undefined);

/** The user who was logged in when the page was loaded. Users of an identity provider can share a client. */
let shownTo: string | undefined;

/**
 * Switches to a session. Reloads the page for a different user, who may not have the right to see or save its contents.
 */
export function takeSession(info: SessionInfo): boolean {
  const person = `${info.clientId} ${info.name}`;
  const isSame = (shownTo ??= person) === person;
  if (isSame) session.value = info;
  else location.reload();
  return isSame;
}

/** Whether the login dialog covers the view. If the dialog is closed, the next rejected request shows it again. */
export const isLoginAsked = signal(false);

const LONGEST_MESSAGE = 2_000;

interface CallOptions {
  /** Request body: a file, or a value sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

type Given<Id extends EndpointId> = Arguments<Id, Pick<CallOptions, 'signal' | 'headers'>>;

/**
 * Calls an endpoint with the browser's session. If the session has ended, the login dialog covers the view, and the
 * view's state is preserved.
 *
 * @throws ApiError; DOMException `AbortError` if the signal aborts the call
 */
export async function call<Id extends EndpointId>(id: Id, ...given: Given<Id>): Promise<AnswerOf<Id>> {
  return (await callWithHeaders(id, ...given)).answer;
}

/** Like `call`, but also returns the response headers. */
export async function callWithHeaders<Id extends EndpointId>(
  id: Id,
  ...given: Given<Id>
): Promise<{ readonly answer: AnswerOf<Id>; readonly headers: Headers }> {
  const sent: CallOptions & Parameters<typeof addressOf>[2] = given[0] ?? {};
  const [method, address] = addressOf(addresses[id], settled(), sent);
  const before = session.value;
  const response = await send(method, address, sent);
  const text = await response.text();
  if (response.ok) {
    const answer = (text === '' ? undefined : parsed(response, text)) as AnswerOf<Id>;
    return { answer, headers: response.headers };
  }
  if (response.status === 401 && id !== 'readSession' && id !== 'openSession') {
    if (await isSessionNew(before)) return callWithHeaders(id, ...given);
    if (session.value) session.value = null;
    isLoginAsked.value = true;
  }
  throw refusal(response, text);
}

async function isSessionNew(before: SessionInfo | null | undefined): Promise<boolean> {
  const info = await call('readSession').catch(() => undefined);
  if (info === undefined || info.csrfToken === before?.csrfToken) return false;
  return takeSession(info);
}

const settled = () => ({
  product: session.value?.productPath ?? '',
  version: session.value?.apiVersion ?? 'v60.0',
});

export const resultAddress = (fileId: string, result: string): string =>
  addressOf(addresses.fileResult, settled(), { params: { fileId, result } })[1];

export const heldAddress = (objectType: string, recordId: string): string =>
  addressOf(addresses.everythingHeld, settled(), { params: { objectType, recordId } })[1];

export const recordsAddress = (query: Sent<'records'>['query']): string =>
  addressOf(addresses.records, settled(), { query })[1];

export const eventsAddress = (): string => addressOf(addresses.events, settled(), {})[1];

/** Returns the raw response, including error responses. @throws ApiError if the service is unreachable */
async function send(
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

/** Converts the platform's error array, or a proxy's message, to an error. */
function refusal({ status }: Response, text: string): ApiError {
  try {
    const faults = JSON.parse(text) as Fault[];
    const message = faults.map((one) => one.message).join('\n');
    return new ApiError(status, faults[0]!.errorCode, message.slice(0, LONGEST_MESSAGE), faults);
  } catch {
    return new ApiError(status, 'UNKNOWN', say(texts.error.status, status));
  }
}

import { signal } from '@preact/signals';
import { texts } from '../texts.js';
import type { SessionInfo } from './types.js';

/** A refusal of the service, or that it cannot be reached (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Who is logged in; `null`: nobody; `undefined`: not known yet. */
export const session = signal<SessionInfo | null | undefined>(undefined);

export const SESSION_PATH = '/services/oauth2/session';
const LONGEST_MESSAGE = 2_000;

export interface CallOptions {
  readonly body?: unknown;
  /** A file as it is, instead of a body of JSON. */
  readonly file?: Blob;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One request with the browser's session. A session that has ended shows the login over the view, which stays as it is.
 *
 * @throws ApiError; DOMException `AbortError` where the signal ends it
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : parsed(response, text)) as T;
  if (response.status === 401 && session.value) session.value = null;
  throw refusal(response, text);
}

/** As `call`, with the answer as it comes, a refusal too. @throws ApiError where the service cannot be reached */
export async function send(
  method: string,
  path: string,
  { body, file, signal: until }: CallOptions,
): Promise<Response> {
  const headers = new Headers();
  const csrfToken = session.value?.csrfToken;
  if (method !== 'GET' && csrfToken !== undefined) headers.set('X-CSRF-Token', csrfToken);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (file !== undefined) headers.set('Content-Type', 'application/octet-stream');
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      signal: until ?? null,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
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
    const errors = JSON.parse(text) as { message: string; errorCode: string }[];
    const message = errors.map((one) => one.message).join('\n');
    return new ApiError(status, errors[0]!.errorCode, message.slice(0, LONGEST_MESSAGE));
  } catch {
    return new ApiError(status, 'UNKNOWN', texts.error.status(status));
  }
}

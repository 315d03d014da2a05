import type { Request } from 'express';
import type { Auth } from '../../auth/auth.js';
import { invalidSession } from '../../auth/bearer-token.js';
import { isSameText } from '../../auth/secret.js';
import { LOGIN_SECONDS } from '../../auth/sealed-logins.js';
import type { Settings } from '../../config/configuration.js';
import { instanceUrl } from '../instance-url.js';
import { HttpError } from '../response/http-error.js';

/** Header that every change by a session must have. */
export const CSRF_HEADER = 'X-CSRF-Token';
/** A longer `Cookie` header is not read: other services of the same host may have filled it. */
const LONGEST_HEADER = 16_384;
const ID = /^[A-Za-z0-9_-]{43}$/;
const SEALED = /^[A-Za-z0-9_.-]{1,2048}$/;
const SAFE = new Set(['GET', 'HEAD']);

/**
 * The `Authorization` header that counts for a request: the one that it has, else that of the session in its cookie.
 * Browsers send cookies by themselves, so whatever is not a GET must prove that a page of ours sends it.
 *
 * @throws RequestError 401 for a session that has ended; HttpError 403 for a change without the session's CSRF token
 */
export function authorizationOf(request: Request, auth: Auth, settings: Settings): string | undefined {
  const { cookie } = request.headers;
  const authorization = headerOf(request);
  if (authorization !== undefined || cookie === undefined) return authorization;
  const id = sessionIdOf(request, settings);
  if (id === undefined) return undefined;
  const session = auth.sessions.use(id);
  if (session === undefined) throw invalidSession();
  if (!SAFE.has(request.method) && !isSameText(request.headers['x-csrf-token'], session.csrfToken))
    throw new HttpError(403, 'INVALID_CSRF_TOKEN', [`${CSRF_HEADER}: expected the csrfToken of this session`]);
  return `Bearer ${session.token}`;
}

/**
 * The header that would count for the same request now, without using its session; `undefined` when the session has
 * ended.
 */
export function authorizationStill(request: Request, auth: Auth, settings: Settings): string | undefined {
  const authorization = headerOf(request);
  if (authorization !== undefined) return authorization;
  const id = sessionIdOf(request, settings);
  const session = id === undefined ? undefined : auth.sessions.peek(id);
  return session && `Bearer ${session.token}`;
}

/** Clients of the older bulk interface send the token alone, in a header of their own. */
function headerOf({ headers }: Request): string | undefined {
  const { authorization, 'x-sfdc-session': token } = headers;
  return authorization ?? (typeof token === 'string' ? `Bearer ${token}` : undefined);
}

/** The session's Id in a request's cookie, whether it counts or not. */
export function sessionIdOf(request: Request, settings: Settings): string | undefined {
  return cookieOf(request, cookieName(request, settings), ID);
}

function cookieOf(request: Request, name: string, form: RegExp): string | undefined {
  const { cookie = '' } = request.headers;
  if (cookie.length > LONGEST_HEADER) return undefined;
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  // Somebody else has set a second one: neither counts.
  if (found.length !== 1) return undefined;
  const value = found[0]!.slice(name.length + 1);
  return form.test(value) ? value : undefined;
}

/** `Set-Cookie` for a session that begins. */
export function sessionCookie(request: Request, settings: Settings, id: string): readonly string[] {
  return ['Set-Cookie', `${cookieName(request, settings)}=${id}; ${attributes(request, settings)}`];
}

/** `Set-Cookie` that takes the cookie away. */
export function noSessionCookie(request: Request, settings: Settings): readonly string[] {
  return ['Set-Cookie', `${cookieName(request, settings)}=; ${attributes(request, settings)}; Max-Age=0`];
}

/**
 * `Set-Cookie` while somebody logs in elsewhere: Lax, because the provider sends the browser back from another site.
 * Named and made for the address that it is sent back to, not for this connection: another node may finish the login.
 *
 * @param redirectUrl where the provider sends the browser
 * @param value `''` takes it away
 */
export function loginCookie(redirectUrl: string, value: string): readonly string[] {
  const { protocol, pathname } = new URL(redirectUrl);
  const isSecure = protocol === 'https:';
  // The prefix, which other hosts cannot set, is for the path / alone.
  const path = isSecure ? '/' : pathname;
  const life = value === '' ? 0 : LOGIN_SECONDS;
  const rest = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${life}`;
  return ['Set-Cookie', `${loginCookieName(redirectUrl)}=${value}; ${rest}`];
}

/** Value of the cookie of a login that is under way. */
export function loginCookieOf(request: Request, redirectUrl: string): string | undefined {
  return cookieOf(request, loginCookieName(redirectUrl), SEALED);
}

function loginCookieName(redirectUrl: string): string {
  const { protocol, port } = new URL(redirectUrl);
  return `${protocol === 'https:' ? '__Host-' : ''}likeness${port === '' ? '' : `-${port}`}-login`;
}

/**
 * Cookies do not tell ports apart, so the name does. With TLS the prefix keeps other hosts and plain HTTP from setting
 * it (RFC 6265bis, 4.1.3).
 */
function cookieName(request: Request, settings: Settings): string {
  return `${isSecure(request, settings) ? '__Host-' : ''}likeness-${request.socket.localPort ?? 0}`;
}

function attributes(request: Request, settings: Settings): string {
  return `Path=/; HttpOnly; SameSite=Strict${isSecure(request, settings) ? '; Secure' : ''}`;
}

/** Whether browsers come by TLS, be it ended here or by a proxy. */
function isSecure(request: Request, settings: Settings): boolean {
  return instanceUrl(settings, request.socket).startsWith('https:');
}

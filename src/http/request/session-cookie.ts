import type { Request } from 'express';
import type { Auth } from '../../service/auth/auth.js';
import { invalidSession } from '../../service/auth/bearer-token.js';
import { isSameText } from '../../service/auth/secret.js';
import { LOGIN_SECONDS } from '../../service/auth/sealed-logins.js';
import type { Settings } from '../../store/config/configuration.js';
import { instanceUrl } from '../instance-url.js';
import { HttpError } from '../response/http-error.js';

const CSRF_HEADER = 'X-CSRF-Token';
/** Longer `Cookie` headers are ignored, because other services on the host may have filled them. */
const LONGEST_HEADER = 16_384;
const ID = /^[A-Za-z0-9_-]{43}$/;
const SEALED = /^[A-Za-z0-9_.-]{1,2048}$/;
const SAFE = new Set(['GET', 'HEAD']);

/**
 * Returns the request's `Authorization` header, or else the authorization of its session cookie. Browsers send cookies
 * automatically, so requests other than GET must prove that they come from one of our pages.
 * @throws RequestError 401 for an expired session; HttpError 403 for a change without the session's CSRF token
 */
export function authorizationOf(request: Request, auth: Auth, settings: Settings): string | undefined {
  const { cookie, authorization } = request.headers;
  if (authorization !== undefined || cookie === undefined) return authorization;
  const id = sessionIdOf(request, settings);
  if (id === undefined) return undefined;
  const session = auth.sessions.use(id);
  if (session === undefined) throw invalidSession();
  if (!SAFE.has(request.method) && !isSameText(request.headers['x-csrf-token'], session.csrfToken))
    throw new HttpError(403, 'INVALID_CSRF_TOKEN', [`${CSRF_HEADER}: expected the csrfToken of this session`]);
  return `Bearer ${session.token}`;
}

/** Like `authorizationOf`, but does not extend the session. @returns `undefined` if the session has ended */
export function authorizationStill(request: Request, auth: Auth, settings: Settings): string | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authorization;
  const id = sessionIdOf(request, settings);
  const session = id === undefined ? undefined : auth.sessions.peek(id);
  return session && `Bearer ${session.token}`;
}

/** Returns the session Id in the cookie, without checking it. */
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
  // If there are two such cookies, another site must have set one, so ignore both.
  if (found.length !== 1) return undefined;
  const value = found[0]!.slice(name.length + 1);
  return form.test(value) ? value : undefined;
}

export function sessionCookie(request: Request, settings: Settings, id: string): readonly string[] {
  return ['Set-Cookie', `${cookieName(request, settings)}=${id}; ${attributes(request, settings)}`];
}

export function noSessionCookie(request: Request, settings: Settings): readonly string[] {
  return ['Set-Cookie', `${cookieName(request, settings)}=; ${attributes(request, settings)}; Max-Age=0`];
}

/**
 * Returns the cookie of a provider login. The cookie is Lax, because the provider redirects from another site. The
 * cookie's name depends on the redirect URL, because another node may complete the login.
 * @param value `''` removes the cookie
 */
export function loginCookie(redirectUrl: string, value: string): readonly string[] {
  const { protocol, pathname } = new URL(redirectUrl);
  const isSecure = protocol === 'https:';
  // The cookie name prefix, which other hosts cannot set, requires the path /.
  const path = isSecure ? '/' : pathname;
  const life = value === '' ? 0 : LOGIN_SECONDS;
  const rest = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${life}`;
  return ['Set-Cookie', `${loginCookieName(redirectUrl)}=${value}; ${rest}`];
}

export function loginCookieOf(request: Request, redirectUrl: string): string | undefined {
  return cookieOf(request, loginCookieName(redirectUrl), SEALED);
}

function loginCookieName(redirectUrl: string): string {
  const { protocol, port } = new URL(redirectUrl);
  return `${protocol === 'https:' ? '__Host-' : ''}likeness${port === '' ? '' : `-${port}`}-login`;
}

/**
 * Returns the name of the session cookie, which includes the port because cookies do not distinguish ports. With TLS,
 * the prefix stops other hosts and plain HTTP from setting the cookie (RFC 6265bis, 4.1.3).
 */
export function cookieName(request: Request, settings: Settings): string {
  return `${isSecure(request, settings) ? '__Host-' : ''}likeness-${request.socket.localPort ?? 0}`;
}

function attributes(request: Request, settings: Settings): string {
  return `Path=/; HttpOnly; SameSite=Strict${isSecure(request, settings) ? '; Secure' : ''}`;
}

/** Returns whether browsers connect with TLS, either to this service or to a proxy. */
function isSecure(request: Request, settings: Settings): boolean {
  return instanceUrl(settings, request.socket).startsWith('https:');
}

import { GrantError } from './grant-error.js';
import type { Scope } from './scopes.js';

interface Scoped {
  readonly scopes: readonly Scope[];
}

/** Scopes that the platform's clients request by habit. They have no effect here. */
const PLATFORM_SCOPES = new Set([
  'api',
  'full',
  'id',
  'web',
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'offline_access',
  'refresh_token',
  'chatter_api',
  'custom_permissions',
]);

/**
 * The scopes of a token from a request's `scope` (RFC 6749, 3.3): our scopes that it names. If it names none of ours,
 * all scopes of the client, present and future.
 * @returns `undefined` for all
 * @throws GrantError `invalid_scope` for one that the client does not have, or that is unknown
 */
export function grantedScopes(client: Scoped, asked: string | undefined): readonly Scope[] | undefined {
  const words = new Set((asked ?? '').split(' ').filter((word) => word !== '' && !PLATFORM_SCOPES.has(word)));
  if (words.size === 0) return undefined;
  const allowed = client.scopes;
  for (const word of words)
    if (!(allowed as readonly string[]).includes(word))
      throw new GrantError('invalid_scope', `this client may ask for: ${allowed.join(' ')}`);
  return allowed.filter((scope) => words.has(scope));
}

/** As in token and introspection responses: `api search upsert`. */
export function scopeText({ scopes }: Scoped, narrowed: readonly Scope[] | undefined): string {
  const counted = narrowed === undefined ? scopes : scopes.filter((scope) => narrowed.includes(scope));
  return ['api', ...counted].join(' ');
}

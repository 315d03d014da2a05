import { shippedList } from '../../matching/lists/shipped-list.js';
import { GrantError } from './grant-error.js';
import type { Scope } from './scopes.js';

interface Scoped {
  readonly scopes: readonly Scope[];
}

/** Scopes that the platform's clients request by default, and that have no meaning here. */
const PLATFORM_SCOPES = new Set(shippedList('platform-scopes'));

/**
 * Returns the scopes to grant for `scope` of a request (RFC 6749, 3.3). If it names no scope of the service, the token
 * gets all scopes of the client, including scopes added later.
 * @returns `undefined` for all scopes
 * @throws GrantError `invalid_scope` for a scope that is unknown, or that the client does not have
 */
export function grantedScopes(client: Scoped, asked: string | undefined): readonly Scope[] | undefined {
  const words = new Set((asked ?? '').split(' ').filter((word) => word !== '' && !PLATFORM_SCOPES.has(word)));
  if (words.size === 0) return undefined;
  const allowed = client.scopes;
  for (const word of words)
    if (!(allowed as readonly string[]).includes(word))
      throw new GrantError('invalid_scope', `this client can request: ${allowed.join(' ')}`);
  return allowed.filter((scope) => words.has(scope));
}

/** Formats scopes for token and introspection responses: `api search upsert`. */
export function scopeText({ scopes }: Scoped, narrowed: readonly Scope[] | undefined): string {
  const counted = narrowed === undefined ? scopes : scopes.filter((scope) => narrowed.includes(scope));
  return ['api', ...counted].join(' ');
}

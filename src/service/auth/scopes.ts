import { z } from 'zod';
import { SCOPES, type Scope } from '../../store/config/scope-names.js';

export { SCOPES, type Scope };

/** Default scopes of a client. */
export const DEFAULT_SCOPES: readonly Scope[] = ['search', 'upsert', 'read'];

export const scopesSchema = z.array(z.enum(SCOPES)).min(1);

/** Whether a client has a scope. Clients of older folders have no list and keep all scopes. */
export function hasScope(client: { readonly scopes?: readonly Scope[] | undefined }, scope: Scope): boolean {
  return client.scopes === undefined || client.scopes.includes(scope);
}

/** The requested scopes that a client has. */
export function sharedScopes(
  { scopes = SCOPES }: { readonly scopes?: readonly Scope[] | undefined },
  asked: readonly Scope[],
): Scope[] {
  return scopes.filter((scope) => asked.includes(scope));
}

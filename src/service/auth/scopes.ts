import { z } from 'zod';
import { SCOPES, type Scope } from '../../store/config/scope-names.js';

export { SCOPES, type Scope };

/** Those of clients of older folders, which have no list: they gain nothing that later versions add. */
export const SCOPES_WITHOUT_LIST: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'disclose' && scope !== 'erase',
);

/** Default scopes of a client. */
export const DEFAULT_SCOPES: readonly Scope[] = ['search', 'upsert', 'read'];

export const scopesSchema = z.array(z.enum(SCOPES)).min(1);

/** Whether a client has a scope. */
export function hasScope({ scopes }: { readonly scopes: readonly Scope[] }, scope: Scope): boolean {
  return scopes.includes(scope);
}

/** The requested scopes that a client has. */
export function sharedScopes({ scopes }: { readonly scopes: readonly Scope[] }, asked: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => asked.includes(scope));
}

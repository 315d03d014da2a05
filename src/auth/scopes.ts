import { z } from 'zod';
import { SCOPES, type Scope } from '../config/scope-names.js';

export { SCOPES, type Scope };

/** Scopes of a client that was added without naming any. */
export const DEFAULT_SCOPES: readonly Scope[] = ['search', 'upsert', 'read'];

export const scopesSchema = z.array(z.enum(SCOPES)).min(1);

/** Whether a client has a scope. A client of an older folder names no scopes and keeps all that it could do. */
export function hasScope(client: { readonly scopes?: readonly Scope[] | undefined }, scope: Scope): boolean {
  return client.scopes === undefined || client.scopes.includes(scope);
}

/** Those of the asked ones that a client has. */
export function sharedScopes(
  { scopes = SCOPES }: { readonly scopes?: readonly Scope[] | undefined },
  asked: readonly Scope[],
): Scope[] {
  return scopes.filter((scope) => asked.includes(scope));
}

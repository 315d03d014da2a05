import { z } from 'zod';

/** What a client may be allowed to do. Each endpoint that needs a licence names the one scope that it takes. */
export const SCOPES = [
  'search',
  'upsert',
  'read',
  'write',
  'delete',
  'history',
  'undo',
  'export',
  'review',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes of a client that was added without naming any. */
export const DEFAULT_SCOPES: readonly Scope[] = ['search', 'upsert', 'read'];

export const scopesSchema = z.array(z.enum(SCOPES)).min(1);

/** Whether a client has a scope. A client of an older folder names no scopes and keeps all that it could do. */
export function hasScope(client: { readonly scopes?: readonly Scope[] | undefined }, scope: Scope): boolean {
  return client.scopes === undefined || client.scopes.includes(scope);
}

import { z } from 'zod';
import { SCOPES, type Scope } from '../../store/config/scope-names.js';

export { SCOPES, type Scope };

export const DEFAULT_SCOPES: readonly Scope[] = ['search', 'upsert', 'read'];

export const scopesSchema = z.array(z.enum(SCOPES)).min(1);

export function hasScope({ scopes }: { readonly scopes: readonly Scope[] }, scope: Scope): boolean {
  return scopes.includes(scope);
}

export function sharedScopes({ scopes }: { readonly scopes: readonly Scope[] }, asked: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => asked.includes(scope));
}

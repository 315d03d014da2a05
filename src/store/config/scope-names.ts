/** Rights of a client. Each endpoint that needs a license requires exactly one scope. */
export const SCOPES = [
  'search',
  'upsert',
  'read',
  'write',
  'delete',
  'history',
  'undo',
  'export',
  'disclose',
  'erase',
  'review',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

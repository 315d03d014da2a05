/** Rights of a client. Each endpoint that needs a licence names the one scope that it takes. */
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

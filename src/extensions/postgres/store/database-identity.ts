import type { Query } from './log-connection.js';

/** Distinguishes a store from its copies. */
export interface StoreIdentity {
  readonly identity: string;
  /** The original's identity. Set only for the node that first detects the copy. */
  readonly former: string | undefined;
}

/**
 * Returns the store's identity, which is new for a copy. @param schema quoted identifier @param anew whether to always
 * create a new identity
 */
export async function settleIdentity(query: Query, schema: string, anew = false): Promise<StoreIdentity> {
  const [row] = await query<{ r_identity: string; r_former: string | null }>(
    `select r_identity, r_former from ${schema}.settle_identity($1)`,
    [anew],
  );
  return { identity: row!.r_identity, former: row!.r_former ?? undefined };
}

import type { Query } from './database-snapshot.js';

/** By which a store is known among its copies. */
export interface StoreIdentity {
  readonly identity: string;
  /** The identity that it had where it was copied from; only for who finds the copy first. */
  readonly former: string | undefined;
}

/** @param schema quoted identifier @param anew whatever the place: for a copy that cannot be told from its original */
export async function settleIdentity(query: Query, schema: string, anew = false): Promise<StoreIdentity> {
  const [row] = await query<{ r_identity: string; r_former: string | null }>(
    `select r_identity, r_former from ${schema}.settle_identity($1)`,
    [anew],
  );
  return { identity: row!.r_identity, former: row!.r_former ?? undefined };
}

import type { Query } from './log-connection.js';

export interface Durability {
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  /** Value of `synchronous_commit` for the store's commits, never `off` or `local` (see `changesAreKept`). */
  readonly synchronousCommit: string;
  readonly configuredCommit: string;
  /** Value of `synchronous_standby_names`. Empty if there are no synchronous standbys. */
  readonly standbyNames: string;
  /** Number of connected standbys. `null` if the role may not see the number. */
  readonly standbys: number | null;
}

/** Possible losses, in words. */
export interface Losses {
  readonly onCrash: string;
  readonly onPromotion: string;
  /** Whether a crash of the server alone can lose acknowledged data. */
  readonly isUnsafe: boolean;
}

/** @throws the database's error */
export async function durabilityOf(query: Query): Promise<Durability> {
  const [row] = await query<{
    fsync: string;
    pages: string;
    configured: string;
    names: string;
    standbys: number;
    hidden: number;
  }>(`select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as configured, current_setting('synchronous_standby_names') as names,
    (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as standbys,
    (select count(*)::int from pg_stat_replication where sync_state is null) as hidden`);
  const { fsync, pages, configured, names, standbys, hidden } = row!;
  return {
    fsync: fsync === 'on',
    fullPageWrites: pages === 'on',
    synchronousCommit: configured === 'off' || configured === 'local' ? 'on' : configured,
    configuredCommit: configured,
    standbyNames: names,
    standbys: standbys === 0 && hidden > 0 ? null : standbys,
  };
}

export function lossesOf({ fsync, fullPageWrites, synchronousCommit, standbyNames, standbys }: Durability): Losses {
  const isUnsafe = !fsync || !fullPageWrites;
  const onCrash = !fsync
    ? 'a crash of the server machine can lose or damage acknowledged changes: fsync is off'
    : !fullPageWrites
      ? 'a crash of the server machine can damage acknowledged changes: full_page_writes is off'
      : 'a server crash loses no acknowledged changes';
  const names = `synchronous_standby_names is '${standbyNames}'`;
  const onPromotion =
    standbyNames === ''
      ? 'a promoted standby or a restored backup can lack acknowledged changes: commits do not wait for a standby (synchronous_standby_names is empty)'
      : standbys === 0
        ? `no standby is connected: commits wait until a standby connects (${names})`
        : synchronousCommit === 'remote_write'
          ? `a promoted standby can lack acknowledged changes if its machine crashes: synchronous_commit is remote_write (${names})`
          : `commits wait for a standby, so a promoted standby has all acknowledged changes (${names})`;
  return { onCrash, onPromotion, isUnsafe };
}

import { randomUUID } from 'node:crypto';
import { poll, type Following } from '../../../runtime/watch.js';
import type { NodeDatabase } from '../store/node-database.js';
import type { Lease } from '../../../store/home/home.js';

/** Duration of a lease, and interval between renewals, in milliseconds. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;
/** Milliseconds before the end of the lease during which the holder starts no new work. */
const MARGIN_MS = 1_000;

/**
 * A lease stored as a row with its holder and its end according to the database's clock. The holder renews the lease.
 * After the end, another node can take over. Writes with `guard` fail for a former holder.
 */
export class PostgresLease implements Lease {
  readonly holder = randomUUID();
  #renewing: Following | undefined;
  /** End of the lease by `performance.now()`. */
  #until = -Infinity;

  /** @param name in lower case */
  constructor(
    readonly database: NodeDatabase,
    readonly name: string,
  ) {}

  get isOurs(): boolean {
    return performance.now() < this.#until;
  }

  /** Sets the end of the lease. @param until in the time of `performance.now()` */
  settle(until: number): void {
    const was = this.isOurs;
    this.#until = until;
    // Notify followers, which may have to act.
    if (this.isOurs !== was) this.database.feed.wake();
  }

  /** SQL that returns one row while this node has the lease. No other node can take it during the transaction. */
  get guard(): string {
    return `select 1 as held from ${this.database.schema}.leases
      where name = '${this.name}' and holder = '${this.holder}' and expires > clock_timestamp() for share`;
  }

  follow(onError: (message: string) => void): void {
    this.#renewing = followLeases([this], onError);
  }

  take(): Promise<void> {
    return takeLeases([this]);
  }

  async close(): Promise<void> {
    await this.#renewing?.end();
    this.#until = -Infinity;
    const mine = `delete from ${this.database.schema}.leases where name = $1 and holder = $2`;
    // If this query fails, the lease expires.
    await this.database.query(mine, [this.name, this.holder]).catch(() => undefined);
  }
}

/** Takes or renews leases in one statement, unless other nodes have them. */
async function takeLeases(leases: readonly PostgresLease[]): Promise<void> {
  const { database } = leases[0]!;
  const asked = performance.now();
  const rows = await database.query<{ name: string }>(
    `insert into ${database.schema}.leases as l (name, holder, expires)
     select n.name, n.holder, clock_timestamp() + $3 * interval '1 millisecond'
     from unnest($1::text[], $2::uuid[]) n (name, holder) order by 1
     on conflict (name) do update set holder = excluded.holder, expires = excluded.expires
     where l.holder = excluded.holder or l.expires < clock_timestamp() returning name`,
    [leases.map(({ name }) => name), leases.map(({ holder }) => holder), LEASE_MS],
  );
  const ours = new Set(rows.map(({ name }) => name));
  for (const lease of leases) lease.settle(ours.has(lease.name) ? asked + LEASE_MS - MARGIN_MS : -Infinity);
}

/** Renews all leases with one statement. @param onError see `Lease.follow` */
export function followLeases(leases: readonly PostgresLease[], onError: (message: string) => void): Following {
  const names = leases.map(({ name }) => name).join(', ');
  const told = (reason: string): void => onError(`the holder of the lease '${names}' cannot be determined: ${reason}`);
  return poll(() => takeLeases(leases), RENEW_MS, told);
}

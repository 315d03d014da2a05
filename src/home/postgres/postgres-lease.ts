import { randomUUID } from 'node:crypto';
import { Looks } from '../../runtime/looks.js';
import type { NodeDatabase } from '../../store/postgres/node-database.js';
import type { Lease } from '../home.js';

/** Milliseconds for which a duty is given, and between two questions for it. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;
/** Milliseconds before the end from which on its holder begins nothing more. */
const MARGIN_MS = 1_000;

/**
 * A duty that one node at a time has, by a row with its holder and its end by the database's clock. The holder renews
 * it; another node takes it over when it has ended. What is written by `guard` cannot come from a holder of before.
 */
export class PostgresLease implements Lease {
  readonly #holder = randomUUID();
  readonly #looks = new Looks();
  /** As `performance.now()` has it. */
  #until = -Infinity;

  /** @param name small letters */
  constructor(
    private readonly database: NodeDatabase,
    private readonly name: string,
  ) {}

  get isOurs(): boolean {
    return performance.now() < this.#until;
  }

  /**
   * SQL, one row while this node has the duty, and none else. The transaction that reads it ends before another node
   * can take the duty over.
   */
  get guard(): string {
    return `select 1 as held from ${this.database.schema}.leases
      where name = '${this.name}' and holder = '${this.#holder}' and expires > clock_timestamp() for share`;
  }

  follow(onError: (message: string) => void): void {
    this.#looks.begin(
      () => this.take(),
      RENEW_MS,
      (reason) => onError(`who has the duty '${this.name}' is not known: ${reason}`),
    );
  }

  async take(): Promise<void> {
    const asked = performance.now();
    const rows = await this.database.query(
      `insert into ${this.database.schema}.leases as l (name, holder, expires)
       values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
       on conflict (name) do update set holder = excluded.holder, expires = excluded.expires
       where l.holder = excluded.holder or l.expires < clock_timestamp() returning 1`,
      [this.name, this.#holder, LEASE_MS],
    );
    this.#until = rows.length === 0 ? -Infinity : asked + LEASE_MS - MARGIN_MS;
  }

  async close(): Promise<void> {
    await this.#looks.end();
    this.#until = -Infinity;
    const mine = `delete from ${this.database.schema}.leases where name = $1 and holder = $2`;
    // Else it ends by itself.
    await this.database.query(mine, [this.name, this.#holder]).catch(() => undefined);
  }
}

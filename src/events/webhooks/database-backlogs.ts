import { z } from 'zod';
import type { PostgresLease } from '../../home/postgres/postgres-lease.js';
import type { Following } from '../../runtime/watch.js';
import { tableTopic } from '../../store/postgres/feed.js';
import type { NodeDatabase } from '../../store/postgres/node-database.js';
import { parseBacklog, type Backlog, type BacklogPlace, type SenderState } from './backlog-file.js';

const stateSchema = z.object({
  status: z.enum(['sending', 'failing', 'full', 'disabled', 'fault']),
  delivered: z.int(),
  failed: z.int(),
  lastDelivery: z.string().nullable(),
  lastFailure: z.object({ time: z.string(), reason: z.string() }).nullable(),
});

/** What the node that sends is asked to do with dead letters. */
export interface Order {
  readonly number: string;
  readonly webhook: string;
  readonly action: 'replay' | 'discard';
  /** Absent: all. */
  readonly events: readonly string[] | null;
}

/** A webhook as the node that sends last kept it. */
export interface KeptWebhook {
  readonly backlog: Backlog;
  readonly state: SenderState;
}

/**
 * How far each webhook is, in the database of several nodes, one of which sends. The others read it, and ask that one
 * by orders.
 */
export class DatabaseBacklogs {
  constructor(
    private readonly database: NodeDatabase,
    readonly lease: PostgresLease,
  ) {}

  /** Identity of the database: its copies have others. */
  get store(): string {
    return this.database.store.identity;
  }

  of(id: string): BacklogPlace {
    return {
      read: async () => (await this.read(id))?.backlog,
      write: (backlog, state) => this.#write(id, backlog, state),
    };
  }

  /** @throws Error for what was not written by us */
  async read(id: string): Promise<KeptWebhook | undefined> {
    const [row] = await this.database.query<{ backlog: string; state: string }>(
      `select backlog, state from ${this.database.schema}.webhooks where id = $1`,
      [id],
    );
    if (row === undefined) return undefined;
    const backlog = parseBacklog(row.backlog, `what table webhooks has of ${id}`);
    return { backlog, state: stateSchema.parse(JSON.parse(row.state)) };
  }

  /** Calls at once, and whenever something was asked for, or another node kept how far a webhook is. */
  follow(changed: () => void, onError: (message: string) => void): Following[] {
    const topics = ['webhooks', 'webhook_orders'].map(tableTopic);
    return topics.map((topic) => this.database.feed.follow(topic, changed, onError));
  }

  /** Asks the node that sends, whichever that is: it is kept until that has done it. */
  async order({ webhook, action, events }: Omit<Order, 'number'>): Promise<void> {
    await this.database.query(
      `insert into ${this.database.schema}.webhook_orders (webhook, action, events) values ($1, $2, $3)`,
      [webhook, action, events],
    );
  }

  /** Oldest first. */
  async orders(): Promise<Order[]> {
    return this.database.query<Order & Record<string, unknown>>(
      `select number, webhook, action, events from ${this.database.schema}.webhook_orders order by number`,
    );
  }

  async done({ number }: Order): Promise<void> {
    await this.database.query(
      `with duty as (${this.lease.guard})
       delete from ${this.database.schema}.webhook_orders o using duty where o.number = $1`,
      [number],
    );
  }

  async #write(id: string, backlog: Backlog, state: SenderState): Promise<void> {
    const { status, delivered, failed, lastDelivery, lastFailure } = state;
    const rows = await this.database.query(
      `with duty as (${this.lease.guard})
       insert into ${this.database.schema}.webhooks (id, backlog, state) select $1, $2, $3 from duty
       on conflict (id) do update set backlog = excluded.backlog, state = excluded.state returning 1`,
      [id, JSON.stringify(backlog), JSON.stringify({ status, delivered, failed, lastDelivery, lastFailure })],
    );
    if (rows.length === 0) throw new Error('another node sends by now');
  }
}

import { randomBytes } from 'node:crypto';
import type { Partition } from '../index/parts/partition.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { NODE_ALIVE } from '../store/postgres/node-list.js';
import { NODE_SECRET } from '../store/postgres/part-tables.js';
import type { WrappedSecrets } from '../store/wrapped-secrets.js';

/** A node that holds a part, and where it answers others: `host:port`. */
export interface PartNode {
  readonly node: string;
  readonly address: string;
}

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;

/** Which node holds which part, as the database has it. What was last known counts while that is away. */
export class PartDirectory {
  #nodes = new Map<number, readonly PartNode[]>();
  #own: PartNode | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #hasTrouble = false;
  #closed = false;

  constructor(
    private readonly database: NodeDatabase,
    private readonly partition: Partition,
  ) {}

  /** By which the nodes of a database know each other; made by the first of them. */
  async secret(secrets: WrappedSecrets): Promise<Buffer> {
    const { database } = this;
    const table = `${database.schema}.${NODE_SECRET}`;
    await database.query(`insert into ${table} (secret) values ($1) on conflict do nothing`, [
      secrets.wrap(NODE_SECRET, randomBytes(32).toString('base64')),
    ]);
    const [row] = await database.query<{ secret: string }>(`select secret from ${table}`);
    return Buffer.from(secrets.unwrap(NODE_SECRET, row!.secret, `${NODE_SECRET} of the database`), 'base64');
  }

  /** The nodes that hold a part, this one left out. */
  nodesOf(part: number): readonly PartNode[] {
    return this.#nodes.get(part) ?? [];
  }

  /** Parts, from 0, of which no node is known that lives; its own left out. */
  get missing(): number[] {
    const { part, parts } = this.partition;
    return Array.from({ length: parts }, (_, other) => other).filter(
      (other) => other !== part && this.nodesOf(other).length === 0,
    );
  }

  /** Tells the others where this node answers, and looks for them from now on. */
  async announce(own: PartNode, trouble: (message: string) => void): Promise<void> {
    this.#own = own;
    await this.look();
    const again = (): void => {
      this.#timer = setTimeout(() => {
        this.look().then(
          () => (this.#hasTrouble = false),
          (error: unknown) => {
            if (!this.#hasTrouble) trouble(`the other parts cannot be looked for: ${(error as Error).message}`);
            this.#hasTrouble = true;
          },
        );
        if (!this.#closed) again();
      }, LOOK_MS);
      this.#timer.unref();
    };
    again();
  }

  /** Looks who is there now; once for all who ask at the same time. */
  look(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  /** The others ask this node no more. */
  async withdraw(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closed = true;
    await this.#looking?.catch(() => undefined);
    const own = this.#own;
    this.#own = undefined;
    if (own === undefined) return;
    await this.database.query(`delete from ${this.#table} where node = $1`, [own.node]);
  }

  async #look(): Promise<void> {
    const { part, parts } = this.partition;
    const own = this.#own;
    if (own !== undefined)
      await this.database.query(
        `insert into ${this.#table} as n (node, part, parts, address) values ($1, $2, $3, $4)
         on conflict (node) do update set seen = clock_timestamp()`,
        [own.node, part, parts, own.address],
      );
    const rows = await this.database.query<PartNode & { part: number }>(
      `select node, address, part from ${this.#table} where parts = $1 and ${NODE_ALIVE} order by node`,
      [parts],
    );
    const nodes = new Map<number, PartNode[]>();
    for (const { node, address, part: of } of rows)
      if (node !== own?.node) nodes.set(of, [...(nodes.get(of) ?? []), { node, address }]);
    this.#nodes = nodes;
  }

  get #table(): string {
    return `${this.database.schema}.part_nodes`;
  }
}

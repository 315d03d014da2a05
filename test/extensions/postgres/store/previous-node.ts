import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from '../../../../src/extensions/postgres/store/connect.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';

const LEASE_MS = 60_000;

interface Row {
  readonly r_position: string;
  readonly r_body: string;
}

/**
 * Simulates a node of the previous version by its exact SQL statements, on the current schema. If the schema rejects
 * these statements, all nodes must be upgraded at the same time, and the changelog must say so.
 */
export class PreviousNode {
  position = 0;
  /** Bodies of the commits that it has read, its own included. */
  readonly shown: string[] = [];
  readonly #writer = randomUUID();
  #number = 1;
  #epoch = '';

  private constructor(
    private readonly client: Client,
    private readonly schema: string,
  ) {}

  static async open(url: string): Promise<PreviousNode> {
    const { connection, names } = locationOf(url);
    const client = await connect(connection, () => undefined);
    const node = new PreviousNode(client, names.schema);
    await client.query(`listen "${names.channelName}"`);
    await node.report();
    await node.follow();
    return node;
  }

  /** Reports that it is running, so that the log it needs is not trimmed. */
  async report(): Promise<void> {
    await this.client.query(
      `insert into ${this.schema}.nodes as n (writer, name, position) values ($1, $2, $3)
       on conflict (writer) do update set position = excluded.position, seen = clock_timestamp()`,
      [this.#writer, 'previous', this.position],
    );
  }

  async follow(): Promise<void> {
    while (
      this.#show(
        (await this.client.query<Row>(`select r_position, r_body from ${this.schema}.read_log($1)`, [this.position]))
          .rows,
      )
    );
  }

  /** Waits until it may decide, applies earlier commits, and appends. */
  async append(...bodies: string[]): Promise<void> {
    const handOver = await this.hold();
    try {
      await this.appendHeld(...bodies);
    } finally {
      await handOver();
    }
  }

  /** Prevents other nodes from deciding. @returns a function that releases them */
  async hold(): Promise<() => Promise<void>> {
    const epoch = (this.#epoch = await this.#take());
    return async () => {
      await this.client.query(`select ${this.schema}.hand_over($1, $2, $3)`, [this.#writer, epoch, LEASE_MS]);
    };
  }

  /** Appends while it decides. */
  async appendHeld(...bodies: string[]): Promise<void> {
    await this.follow();
    const { rows } = await this.client.query<Row>(
      `select r_position, r_writer, r_number, r_body from ${this.schema}.append($1, null, null, $2, $3, $4, $5, $6)`,
      [this.position, this.#writer, this.#number, bodies, this.#epoch, LEASE_MS],
    );
    if (rows.length > 0) throw new Error('somebody else appended while this one decided');
    this.#number += bodies.length;
    this.position += bodies.length;
    this.shown.push(...bodies);
  }

  /** @returns the epoch in which the node decides */
  async #take(): Promise<string> {
    for (;;) {
      const told = new Promise((resolve) => this.client.once('notification', resolve));
      const { rows } = await this.client.query<{ r_epoch: string; r_decider: string | null }>(
        `select * from ${this.schema}.look_decider($1, null, null, $2, $3, null, null, true, false)`,
        [this.position, this.#writer, LEASE_MS],
      );
      if (rows[0]!.r_decider === this.#writer) return rows[0]!.r_epoch;
      await told;
    }
  }

  async close(): Promise<void> {
    await this.client.query(`delete from ${this.schema}.nodes where writer = $1`, [this.#writer]);
    await this.client.end();
  }

  #show(rows: readonly Row[]): boolean {
    for (const { r_position, r_body } of rows) {
      if (Number(r_position) !== ++this.position) throw new Error(`expected ${this.position}, read ${r_position}`);
      this.shown.push(r_body);
    }
    return rows.length > 0;
  }
}

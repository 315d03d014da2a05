import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from '../../../src/store/postgres/connect.js';
import { locationOf } from '../../../src/store/postgres/location.js';

interface Row {
  readonly r_position: string;
  readonly r_body: string;
}

/**
 * A node of the version before this one, as the database sees it: its statements, word by word, over whatever schema is
 * there. A schema that no longer takes them needs all nodes to be upgraded at once, which the changelog has to say.
 */
export class PreviousNode {
  position = 0;
  /** Bodies of the commits that it has, its own and those of others. */
  readonly shown: string[] = [];
  readonly #writer = randomUUID();
  #number = 1;

  private constructor(
    private readonly client: Client,
    private readonly turn: Client,
    private readonly schema: string,
  ) {}

  static async open(url: string): Promise<PreviousNode> {
    const { connection, names } = locationOf(url);
    const [client, turn] = [await connect(connection, () => undefined), await connect(connection, () => undefined)];
    const node = new PreviousNode(client, turn, names.schema);
    await client.query(`listen "${names.channelName}"`);
    await node.report();
    await node.follow();
    return node;
  }

  /** Says that it lives, so that the log that it needs is not trimmed. */
  async report(): Promise<void> {
    await this.client.query(
      `insert into ${this.schema}.nodes as n (writer, name, position) values ($1, $2, $3)
       on conflict (writer) do update set position = excluded.position, seen = clock_timestamp()`,
      [this.#writer, 'previous', this.position],
    );
  }

  async follow(): Promise<void> {
    while (
      this.#take(
        (await this.client.query<Row>(`select r_position, r_body from ${this.schema}.read_log($1)`, [this.position]))
          .rows,
      )
    );
  }

  /** In a turn, as nodes do among others. */
  async append(...bodies: string[]): Promise<void> {
    await this.turn.query(`begin; select ${this.schema}.take_turn(false)`);
    try {
      await this.follow();
      const { rows } = await this.client.query<Row>(
        `select r_position, r_writer, r_number, r_body from ${this.schema}.append_at_once($1, $2, $3, $4, $5, $6)`,
        [this.position, this.#writer, this.#number, bodies, false, true],
      );
      if (rows.length > 0) throw new Error('somebody else appended in its turn');
      this.#number += bodies.length;
      this.position += bodies.length;
      this.shown.push(...bodies);
    } finally {
      await this.turn.query('commit');
    }
  }

  async close(): Promise<void> {
    await this.client.query(`delete from ${this.schema}.nodes where writer = $1`, [this.#writer]);
    for (const each of [this.client, this.turn]) await each.end();
  }

  #take(rows: readonly Row[]): boolean {
    for (const { r_position, r_body } of rows) {
      if (Number(r_position) !== ++this.position) throw new Error(`expected ${this.position}, read ${r_position}`);
      this.shown.push(r_body);
    }
    return rows.length > 0;
  }
}

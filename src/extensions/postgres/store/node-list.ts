import { hostname } from 'node:os';
import type { LogPosition } from '../../../store/log-position.js';
import { continuing, type LogConnection } from './log-connection.js';

/** SQL condition for a node that reported within half a minute. */
export const NODE_ALIVE = `seen > clock_timestamp() - interval '30 seconds'`;

/** The nodes and their positions. The log is trimmed up to the slowest node. */
export class NodeList {
  constructor(
    private readonly connection: LogConnection,
    private readonly schema: string,
  ) {}

  async report(position: number): Promise<void> {
    await this.connection.query(
      `insert into ${this.schema}.nodes as n (writer, name, position) values ($1, $2, $3)
       on conflict (writer) do update set position = excluded.position, seen = clock_timestamp()`,
      [this.connection.writer, `${hostname()}:${process.pid}`, position],
    );
  }

  async leave(): Promise<void> {
    await this.connection.query(`delete from ${this.schema}.nodes where writer = $1`, [this.connection.writer]);
  }

  /** Returns the lowest position of nodes that reported within half a minute (`alive`) or within an hour (`known`). */
  async slowest(which: 'alive' | 'known'): Promise<number> {
    const [row] = await this.connection.query<{ least: string | null }>(
      `select min(position) as least from ${this.schema}.nodes
       where ${which === 'alive' ? NODE_ALIVE : `seen > clock_timestamp() - interval '1 hour'`}`,
    );
    return Number(row?.least ?? Infinity);
  }

  /**
   * Removes commits that a snapshot contains.
   * @param known the caller's position
   * @param isErasure ignores nodes that have not reported for a long time, because they rebuild their view
   * @param needed latest position at which the log may begin; ignored for an erasure
   * @throws DivergedError if the log does not match the caller's view
   */
  async trim(position: number, known: LogPosition, isErasure: boolean, needed = Infinity): Promise<void> {
    const upTo = isErasure ? position : Math.min(position, needed, await this.slowest('known'));
    await continuing(this.connection, known, `select ${this.schema}.trim_log($4, $1, $2, $3)`, [upTo]);
    await this.connection.query(`delete from ${this.schema}.nodes where seen < clock_timestamp() - interval '1 day'`);
  }

  /** Returns whether no snapshot is being written and the newest snapshot is not recent. */
  async isSnapshotWanted(position: number): Promise<boolean> {
    const [row] = await this.connection.query<{ busy: boolean; newest: string | null }>(
      `select coalesce(bool_or(not is_whole and begun > clock_timestamp() - interval '10 minutes'), false) as busy,
        max(position) filter (where is_whole) as newest from ${this.schema}.snapshots`,
    );
    return !row!.busy && Number(row!.newest ?? 0) < position;
  }
}

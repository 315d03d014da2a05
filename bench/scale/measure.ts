import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { start } from '../harness/program.js';
import { median, percentile } from '../harness/statistics.js';
import type { NodeState, Order, Upserts } from './node.js';
import type { ServiceTimes } from './simulate-nodes.js';

const PROGRAM = fileURLToPath(new URL('node.ts', import.meta.url));

export class BenchNode {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * @param place URL of a database, or a data folder
   * @param folder folder in which a node on a database keeps its indexes
   * @param cores CPUs reserved for the node, in the format of `taskset`
   * @returns the node, and the milliseconds from starting the process until it can respond
   */
  static async start(place: string, folder?: string, cores?: string): Promise<{ node: BenchNode; ms: number }> {
    const begun = performance.now();
    const node = ['--import', 'tsx', PROGRAM, place, ...(folder === undefined ? [] : [folder])];
    const child =
      cores === undefined
        ? start(node, {}, true)
        : start(['-c', cores, process.execPath, ...node], {}, true, 'taskset');
    let errors = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('exit', (code) => {
      if (code !== 0 && code !== null) throw new Error(`bench: a node exited with ${code}: ${errors}`);
    });
    await once(child, 'message');
    return { node: new BenchNode(child), ms: performance.now() - begun };
  }

  async ask<T = null>(order: Order): Promise<T> {
    const answer = once(this.child, 'message') as Promise<[{ answer: T }]>;
    this.child.send(order);
    return (await answer)[0].answer;
  }

  async end(): Promise<void> {
    const closed = once(this.child, 'close');
    await this.ask({ do: 'end' });
    await closed;
  }
}

export interface MeasuredNodes {
  readonly nodes: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds per upsert, summed over all nodes. */
  readonly processor: number;
}

let from = 0;

export interface UpsertLoad {
  readonly size: number;
  readonly clients: number;
  readonly ms: number;
  /** Maximum upserts per node. */
  readonly amount: number;
}

/** Sends upserts at all nodes at the same time. Rates are over the requested time. */
export async function upsertAt(nodes: readonly BenchNode[], load: UpsertLoad): Promise<MeasuredNodes> {
  return (await readyUpserts(nodes, load))();
}

/** @returns a function that starts the upserts. The nodes have prepared the values by then, which takes a while. */
export async function readyUpserts(
  nodes: readonly BenchNode[],
  load: UpsertLoad,
): Promise<() => Promise<MeasuredNodes>> {
  const { size, amount } = load;
  await Promise.all(nodes.map((node) => node.ask({ do: 'ready', from: (from += 1_000_000), size, amount })));
  return () => upsertsAt(nodes, load);
}

async function upsertsAt(nodes: readonly BenchNode[], { clients, ms }: UpsertLoad): Promise<MeasuredNodes> {
  const processor = async (): Promise<number> => {
    const states = await Promise.all(nodes.map((node) => node.ask<NodeState>({ do: 'state' })));
    return states.reduce((sum, state) => sum + state.processor, 0);
  };
  const before = await processor();
  const all = await Promise.all(nodes.map((node) => node.ask<Upserts>({ do: 'upserts', clients, ms })));
  const times = all.flatMap((each) => each.times);
  const upserts = all.reduce((sum, { count }) => sum + count, 0);
  return {
    nodes: nodes.length,
    processor: ((await processor()) - before) / upserts,
    perSecond: (upserts * 1_000) / ms,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** Runs a function. @returns its result, the node's CPU time and the commits that the node saw */
export async function during<T>(
  node: BenchNode,
  run: () => Promise<T>,
): Promise<{ result: T; processor: number; commits: number }> {
  const before = await node.ask<NodeState>({ do: 'state' });
  const result = await run();
  const after = await node.ask<NodeState>({ do: 'state' });
  return { result, processor: after.processor - before.processor, commits: after.position - before.position };
}

export interface LogCosts extends Pick<ServiceTimes, 'append' | 'appendEach' | 'sync'> {
  /** Bytes per commit in the table and its index. */
  readonly tableBytes: number;
}

const BATCH = 64;
const REPEATS = 60;

/**
 * Measures the log inside the database by calling its functions as nodes do. No node may use the database at that time.
 */
export async function logCosts(url: string, schema: string): Promise<LogCosts> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const one = async <R>(text: string): Promise<R> => (await client.query<{ value: R }>(text)).rows[0]!.value;
    // Frees the space of trimmed rows.
    await client.query(`vacuum full ${schema}.commits`);
    const tableBytes = await one<number>(
      `select pg_total_relation_size('${schema}.commits')::float / greatest(count(*), 1) as value
       from ${schema}.commits`,
    );
    const bodies = (
      await client.query<{ body: string }>(
        `select body from ${schema}.commits where length(body) < 10000 order by position desc limit ${BATCH}`,
      )
    ).rows.map(({ body }) => body);
    const writer = randomUUID();
    let position = Number(await one<string>(`select position as value from ${schema}.head`));
    await client.query(`select from ${schema}.look_decider($1, null, null, $2, 3600000, null, null, true, true)`, [
      position,
      writer,
    ]);
    const append = async (commits: number): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < REPEATS; i++) {
        const begun = performance.now();
        await client.query(
          `select a.* from ${schema}.head h, ${schema}.append($1, null, null, $2, 1, $3, h.epoch, 3600000) a`,
          [position, writer, bodies.slice(0, commits)],
        );
        times.push(performance.now() - begun);
        position += commits;
      }
      return median(times);
    };
    const lasting = await append(1);
    await client.query('set synchronous_commit = off');
    const [single, many] = [await append(1), await append(bodies.length)];
    return {
      append: single,
      appendEach: Math.max(0, many - single) / Math.max(1, bodies.length - 1),
      sync: Math.max(0, lasting - single),
      tableBytes,
    };
  } finally {
    await client.end();
  }
}

export interface DatabaseBytes {
  /** Position in PostgreSQL's write-ahead log. */
  readonly wal: number;
  readonly snapshot: number;
}

export async function databaseBytes(url: string, schema: string): Promise<DatabaseBytes> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ wal: string; snapshot: string | null }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
        (select max(bytes) from ${schema}.snapshots where is_whole) as snapshot`,
    );
    return { wal: Number(rows[0]!.wal), snapshot: Number(rows[0]!.snapshot ?? 0) };
  } finally {
    await client.end();
  }
}

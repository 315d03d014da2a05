import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import { PostgresServer } from '../../support/postgres-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { Expectations } from '../expectations.js';
import { prepareFolder } from '../prepared-folder.js';
import { ask, type Endpoint } from '../requests.js';
import { ServerProcess } from '../server.js';
import { Eras } from './eras.js';
import { History } from './history.js';
import { LogReplay } from './log-replay.js';

/** Timeout in milliseconds, sufficient for a busy machine. */
export const PATIENCE = 120_000;
/** Milliseconds in which a node must respond to the load balancer's readiness check. */
const LOOK_PATIENCE = 1_000;

/** Polls until the condition is true. @throws Error on timeout */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  instead = (): string => '',
): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE / 1_000} seconds: ${what} ${instead()}`);
    await pause(20);
  }
}

/** A node process. The test can cut its connection to the database. */
export class Node {
  #process: ServerProcess | undefined;
  endpoint: Endpoint;
  /** State known to the load balancer, which polls `/readyz`. */
  isReady = false;
  /** Folder of the program version to start with. Default: this version. */
  program: string | undefined;

  constructor(
    readonly number: number,
    readonly proxy: TcpProxy,
    private readonly start: (node: Node) => ServerProcess,
    token: string,
  ) {
    this.endpoint = { url: 'http://127.0.0.1:9', token };
  }

  get process(): ServerProcess {
    if (this.#process === undefined) throw new Error(`node ${this.number} was not started`);
    return this.#process;
  }

  async begin(): Promise<void> {
    const started = (this.#process = this.start(this));
    this.endpoint = { ...this.endpoint, url: await started.url() };
  }

  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    if (signal === 'SIGKILL') this.#say(false);
    return this.process.end(signal);
  }

  /** Restarts the node until it listens: a starting node may be killed, and exits if its database is down. */
  async supervise(): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      try {
        await this.begin();
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  }

  get isAlive(): boolean {
    const { exitCode, signalCode } = this.process.process;
    return exitCode === null && signalCode === null;
  }

  /** The last response text of `/readyz`. */
  health = '';
  /** Times at which the node's readiness changed. */
  readonly turns: { readonly at: number; readonly isReady: boolean }[] = [];

  /**
   * A node without a timely response is taken out of the pool. The node still handles requests that it has already
   * received.
   */
  async look(): Promise<void> {
    const { status, text } = await ask({ ...this.endpoint, patience: LOOK_PATIENCE }, 'GET', '/readyz');
    this.#say(status === 200);
    this.health = text;
  }

  #say(isReady: boolean): void {
    if (isReady !== this.isReady) this.turns.push({ at: performance.now(), isReady });
    this.isReady = isReady;
  }
}

export interface ClusterOptions {
  readonly nodes?: number;
  /** Runs on the server before the first node starts. */
  readonly prepare?: (query: Cluster['query']) => Promise<void>;
  /** Additional settings of the server. */
  readonly settings?: readonly string[];
  /** Folder of another program version that all nodes start with. */
  readonly program?: string | undefined;
  /** Additional command-line arguments of a node. */
  readonly args?: (node: number) => readonly string[];
  /** A node that gets no writes. */
  readonly idle?: number;
  /** Additional environment variables of a node. */
  readonly environment?: (node: number) => Readonly<Record<string, string>>;
}

/** Nodes on one PostgreSQL server, with the expected results of all requests. */
export class Cluster {
  readonly expectations = new Expectations();
  readonly history = new History();
  readonly eras: Eras;
  #looking = true;

  private constructor(
    /** The database server. */
    public database: PostgresServer,
    readonly nodes: readonly Node[],
    private readonly idle: number | undefined,
    /** Settings of every server that the cluster uses. */
    readonly settings: readonly string[],
  ) {
    this.eras = new Eras(new LogReplay((text, values) => this.query(text, values)));
  }

  /** The current log of the database. */
  get replay(): LogReplay {
    return this.eras.last.log;
  }

  static async start(
    folder: string,
    { nodes: number = 3, settings = [], program, args, environment, prepare, idle }: ClusterOptions = {},
  ): Promise<Cluster> {
    const database = await PostgresServer.start(settings);
    const folders = Array.from({ length: number }, (_, i) => join(folder, `node-${i}`));
    await mkdir(folder, { recursive: true });
    const token = await prepareFolder(folders[0]!);
    const start = ({ number, proxy, program: version }: Node): ServerProcess =>
      new ServerProcess({
        program: version,
        folder: folders[number]!,
        config: join(folders[0]!, 'config'),
        store: `postgres://likeness@127.0.0.1:${proxy.port}/postgres?application_name=node-${number}`,
        args: args?.(number) ?? [],
        environment: { LIKENESS_LOG_LEVEL: 'warn', ...environment?.(number) },
      });
    const nodes: Node[] = [];
    for (const i of folders.keys()) nodes.push(new Node(i, await TcpProxy.start(database.port), start, token));
    for (const node of nodes) node.program = program;
    const cluster = new Cluster(database, nodes, idle, settings);
    try {
      await prepare?.((text, values) => cluster.query(text, values));
      // The first node creates clients and keys.
      await nodes[0]!.begin();
      await Promise.all(nodes.slice(1).map((node) => node.begin()));
      for (const node of nodes) void cluster.#lookAt(node);
      await cluster.allReady();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** Returns a random ready node, or any node if none is ready. */
  choose(random: () => number, isWrite = false): Node {
    const all = isWrite ? this.nodes.filter(({ number }) => number !== this.idle) : this.nodes;
    const ready = all.filter(({ isReady }) => isReady);
    const from = ready.length > 0 ? ready : all;
    return from[Math.floor(random() * from.length)]!;
  }

  allReady(): Promise<void> {
    const look = async (): Promise<boolean> => {
      await Promise.all(this.nodes.map((node) => node.look()));
      return this.nodes.every(({ isReady }) => isReady);
    };
    return until('all nodes are ready', look, () =>
      this.nodes.map(({ health, process }) => `${health}\n${process.stderr}`).join('\n'),
    );
  }

  /** Queries the database directly. */
  async query<R extends object>(text: string, values?: unknown[]): Promise<R[]> {
    const connection = new Connection({ connectionString: this.database.url, application_name: 'faults' });
    connection.on('error', () => undefined);
    await connection.connect();
    try {
      return (await connection.query<R>(text, values)).rows;
    } finally {
      await connection.end();
    }
  }

  /** Cuts all nodes off from the database. @returns a promise that resolves when none of their queries is running */
  async cutOff(): Promise<void> {
    for (const { proxy } of this.nodes) proxy.passage = 'closed';
    await until('the database has heard that nodes are gone', async () => {
      const left = await this.query(`select 1 from pg_stat_activity where application_name like 'node-%' limit 1`);
      return left.length === 0;
    });
  }

  /** Connects nodes to a server, except those in `later`. */
  comeTo(server: PostgresServer, later: readonly Node[] = []): void {
    this.database = server;
    for (const node of this.nodes) {
      node.proxy.target = server.port;
      node.proxy.answered = undefined;
      node.proxy.reset();
      if (!later.includes(node)) node.proxy.passage = 'open';
    }
  }

  /** @param share of the nodes' connections to kill at random @returns how many were killed */
  async killConnections(share: number): Promise<number> {
    const killed = await this.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'node-%' and random() < $1`,
      [share],
    );
    return killed.length;
  }

  /** Resolves when no node uses the database and all show its last position. @returns the position */
  async settle(): Promise<number> {
    await this.allReady();
    await until('the database has nothing to do', async () => {
      const busy = await this.query(
        `select 1 from pg_stat_activity where application_name like 'node-%' and state <> 'idle' limit 1`,
      );
      return busy.length === 0;
    });
    const [head] = await this.query<{ position: string }>('select position from likeness.head');
    const position = Number(head!.position);
    for (const { endpoint, number } of this.nodes)
      await until(`node ${number} shows position ${position}`, async () => {
        const wanted = { 'likeness-at-least': String(position) };
        return (await ask(endpoint, 'GET', '/services/apexrest/dupcheck/scenarios', undefined, wanted)).status === 200;
      });
    return position;
  }

  async close(): Promise<void> {
    this.#looking = false;
    for (const node of this.nodes) {
      await node.end('SIGKILL').catch(() => undefined);
      await node.proxy.close();
    }
    await this.database.close();
  }

  async #lookAt(node: Node): Promise<void> {
    while (this.#looking) {
      await node.look();
      await pause(50);
    }
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bar, Judged } from '../harness/bars.js';
import { count } from '../harness/bench.js';
import { UPSERT } from '../harness/endpoints.js';
import { putUnderLoad, type LoadResult } from '../harness/load.js';
import { finish, likeness, processorSeconds, start } from '../harness/program.js';
import { listening, type Server } from '../harness/server.js';
import { median, medianAndRange } from '../harness/statistics.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { Contacts } from '../synthetic/contacts.js';
import { upsertValues } from '../synthetic/tasks.js';

const CLIENTS = 16;
const BODIES_A_SECOND = 4_000;

interface Run {
  readonly perSecond: number;
  readonly p50: number;
  /** 99th percentile of the node with the slowest responses. */
  readonly p99: number;
  /** CPU microseconds per upsert: of the deciding node, and of all nodes. */
  readonly deciding: number;
  readonly all: number;
}

/** Sends upserts to one node, then to all nodes at the same time. @param size number of existing records */
export async function servedUpserts(
  url: string,
  nodes: number,
  { size, rounds, seconds }: { readonly size: number; readonly rounds: number; readonly seconds: number },
): Promise<Judged> {
  const folder = temporaryFolder('served');
  const config = join(folder, 'config');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'settings.json'), JSON.stringify({ learning: 'off', rateLimit: 100_000_000 }));
  const servers: Server[] = [];
  const one = async (): Promise<Server> => {
    const data = join(folder, `node-${servers.length}`);
    return listening(start(likeness('serve', '--port', '0', '--data', data, '--config', config, '--store', url)));
  };
  try {
    while (servers.length < nodes) servers.push(await one());
    const token = await tokenOf(url);
    const first = await decider(servers);
    let from = 500_000_000;
    const bodies = (): string[] => {
      from += 1_000_000;
      return upsertValues(new Contacts(), size, from, BODIES_A_SECOND * seconds).map((objectData) =>
        JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData } }),
      );
    };
    const used = (): number[] => servers.map(({ pid }) => processorSeconds(pid) ?? NaN);
    const run = async (at: readonly Server[]): Promise<Run> => {
      const loads = at.map((server) => ({ server, bodies: bodies() }));
      const before = used();
      const results = await Promise.all(
        loads.map(({ server, bodies: own }) =>
          putUnderLoad(server, { path: UPSERT, token, bodies: own, connections: CLIENTS, seconds }),
        ),
      );
      const spent = used().map((after, i) => after - before[i]!);
      const sum = (of: (result: LoadResult) => number): number => results.reduce((all, each) => all + of(each), 0);
      const upserts = sum(({ perSecond }) => perSecond) * seconds;
      return {
        perSecond: sum(({ perSecond }) => perSecond),
        p50: median(results.map(({ p50 }) => p50)),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        deciding: (spent[servers.indexOf(first)]! * 1e6) / upserts,
        all: (spent.reduce((all, each) => all + each, 0) * 1e6) / upserts,
      };
    };
    const runs: { readonly alone: Run; readonly together: Run }[] = [];
    // Round -1 is a warm-up.
    for (let round = -1; round < rounds; round++) {
      const measured = { alone: await run([first]), together: await run(servers) };
      if (round >= 0) runs.push(measured);
    }
    return judged(runs, nodes, size);
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function tokenOf(url: string): Promise<string> {
  const said = async (...args: string[]): Promise<string> => {
    const { stdout } = await finish(start(likeness(...args, '--store', url)));
    return stdout.trim();
  };
  const added = await said('client', 'add', 'bench', '--all-scopes', '--json');
  return said('token', '--client', (JSON.parse(added) as { client_id: string }).client_id);
}

async function decider(servers: readonly Server[]): Promise<Server> {
  for (;;)
    for (const server of servers) {
      const health = (await (await fetch(`${server.url}/healthz`)).json()) as { decider: { role: string } };
      if (health.decider.role === 'decider') return server;
    }
}

function judged(runs: readonly { readonly alone: Run; readonly together: Run }[], nodes: number, size: number): Judged {
  const measures = ['perSecond', 'p50', 'p99', 'deciding', 'all'] as const;
  const row = (what: string, of: (run: (typeof runs)[number], measure: (typeof measures)[number]) => number) => [
    what,
    ...measures.map((measure) => medianAndRange(runs.map((run) => of(run, measure)))),
  ];
  const ratio = (measure: keyof Run): number =>
    median(runs.map(({ alone, together }) => together[measure] / alone[measure]));
  const bars: Bar[] = [
    {
      what: `upserts/s, shared CPUs: ${nodes} nodes / one`,
      found: ratio('perSecond'),
      least: 0.95,
      from: 100_000,
    },
    {
      what: `upserts/s by CPU time of the decider: ${nodes} nodes / one`,
      found: 1 / ratio('deciding'),
      least: 0.95,
      from: 100_000,
    },
    { what: `upserts, p99: ${nodes} nodes / one`, found: ratio('p99'), most: 3, from: 100_000 },
  ];
  return {
    table: {
      title: `Upserts over HTTP at ${nodes} nodes and at the one that decides, ${count(size)} records, ${CLIENTS} clients each`,
      columns: ['', 'upserts/s', 'p50 ms', 'p99 ms', 'CPU us of the decider', 'of all nodes'],
      rows: [
        row(`one, ${nodes - 1} others follow`, ({ alone }, measure) => alone[measure]),
        row(String(nodes), ({ together }, measure) => together[measure]),
        row(`${nodes} / one`, ({ alone, together }, measure) => together[measure] / alone[measure]),
      ],
    },
    bars,
  };
}

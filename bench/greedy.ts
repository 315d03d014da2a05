/**
 * Measures how much a greedy client slows the searches of another client. The greedy client sends searches, upserts,
 * queries, uploads, streams or forms on many connections. Measurements with and without it alternate, so a busy machine
 * slows both equally. The ratio is the result. A third measurement, in which the greedy client loads another, empty
 * server, shows how much of the slowdown is due to its own use of the CPUs.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barsTable, type Bar } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { putUnderLoad } from './harness/load.js';
import { start } from './harness/program.js';
import type { Table } from './harness/report.js';
import { startEmpty, startService, type Server } from './harness/server.js';
import { figure, median } from './harness/statistics.js';
import { GREEDY, FORM_KEY, type Kind } from './greedy/kinds.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks } from './synthetic/tasks.js';

const CLIENT = fileURLToPath(new URL('greedy/client.ts', import.meta.url));
/** Maximum factor by which the 99th percentile of another client's searches may grow. */
const MOST_RATIO = 3;

async function measure(size: number, { rounds, seconds }: Extent): Promise<{ table: Table; bars: Bar[] }> {
  const folder = await copyOf(await importContacts(size));
  const [token, greedy] = [tokenFor(folder), tokenFor(folder)];
  const form = { key: FORM_KEY, client: clientOf(greedy), object: 'Lead', origins: ['https://www.example.com'] };
  const generous = { ...form, perMinute: 100_000, perMinuteAndAddress: 10_000 };
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'inbound.json'), JSON.stringify({ forms: [generous] }));
  const service = await startService(folder);
  const bodies = searchTasks(new Contacts(), size, 5_000).map(({ values }) =>
    JSON.stringify({ objectPrefix: '003', objectData: values }),
  );
  const search = () => putUnderLoad(service, { path: SEARCH, token, bodies, connections: 1, seconds });
  const empty = await startEmpty('lean', { folder, path: SEARCH, answerBytes: 200 });
  /** @returns the p99 of searches while the greedy client loads the server `asked`, and the status codes that it got */
  const besideGreedy = async (asked: Server, kind: Kind): Promise<[p99: number, answers: string]> => {
    const client = start(['--import', 'tsx', CLIENT, asked.url, greedy, kind], {}, true);
    await once(client, 'message');
    const { p99 } = await search();
    client.send('end');
    const answers = String((await once(client, 'message'))[0]);
    await once(client, 'close');
    return [p99, answers];
  };
  try {
    await search();
    const rows: string[][] = [];
    const bars: Bar[] = [];
    for (const kind of GREEDY) {
      const [alone, elsewhere, beside]: [number[], number[], number[]] = [[], [], []];
      let answers = '';
      for (let round = 0; round < rounds; round++) {
        alone.push((await search()).p99);
        elsewhere.push((await besideGreedy(empty, kind))[0]);
        const [p99, its] = await besideGreedy(service, kind);
        beside.push(p99);
        answers = its;
      }
      const ratio = median(beside.map((ms, round) => ms / alone[round]!));
      rows.push([kind, ...[median(alone), median(elsewhere), median(beside), ratio].map(figure), answers]);
      bars.push({
        what: `another client's search beside greedy ${kind}, p99 to alone`,
        found: ratio,
        most: MOST_RATIO,
      });
    }
    const columns = [
      'greedy client',
      'p99 alone, ms',
      'its requests elsewhere',
      'p99 beside, ms',
      'ratio',
      'its answers by status',
    ];
    return { table: { title: `${count(size)} contacts, medians of ${rounds}`, columns, rows }, bars };
  } finally {
    await empty.stop();
    await service.stop();
  }
}

/** Returns the client Id in a token. */
function clientOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    sub?: string;
    client_id?: string;
  };
  return claims.client_id ?? claims.sub ?? '';
}

await bench('greedy', { sizes: [10_000], queries: 1, rounds: 3, seconds: 4 }, async (extent) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) {
    const { table, bars } = await measure(size, extent);
    tables.push(table, barsTable(bars, size));
  }
  return { question: 'How long does a search take while another client sends expensive requests?', tables, notes: [] };
});

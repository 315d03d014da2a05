/**
 * Measures the cost of hostile inputs. Each is compared with an ordinary search at the same time and, if it is large,
 * with a harmless body of the same size. The three alternate, so a busy machine slows all of them equally. No input may
 * take 50 ms longer than its size explains. The bench also measures a client's small upload while six clients send slow
 * files.
 */
import { barsTable } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import type { Table } from './harness/report.js';
import { startService } from './harness/server.js';
import { figure, median, timed } from './harness/statistics.js';
import { hostileInputs, type HostileInput } from './hostile/inputs.js';
import { uploadsBesideSlowFiles } from './hostile/uploads.js';

/** Maximum milliseconds that an input may take beyond what its size explains. */
const BAR = 50;
/** Bytes up to which the time to read a body is negligible. */
const LARGE = 100_000;
const ordinary = JSON.stringify({ objectPrefix: '003', objectData: { FirstName: 'Jenniffer', LastName: 'Lindqvist' } });

/** @param judged whether the bench fails if a limit is exceeded; false for toy runs */
async function measure(size: number, { rounds }: Extent, judged: boolean): Promise<Table> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const service = await startService(folder);
  const send = async (path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
    const { value, ms } = await timed(async () => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        body: body as NonNullable<RequestInit['body']>,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      });
      await response.arrayBuffer();
      return response.status;
    });
    return { status: value, ms };
  };
  const one = async ({ name, path, body, headers, status, bytes }: HostileInput): Promise<string[]> => {
    const [own, search, same]: [number[], number[], number[]] = [[], [], []];
    const harmless = bytes > LARGE ? ordinary.padEnd(Math.min(bytes, 6 * 1024 * 1024)) : undefined;
    for (let round = 0; round < rounds; round++) {
      search.push((await send(SEARCH, ordinary)).ms);
      if (harmless !== undefined) same.push((await send(SEARCH, harmless)).ms);
      const answer = await send(path, body, headers);
      if (answer.status !== status) throw new Error(`bench: ${name}: expected ${status}, got ${answer.status}`);
      own.push(answer.ms);
    }
    const explained = median(same.length > 0 ? same : search);
    const met = median(own) <= explained + BAR;
    return [
      name,
      count(bytes),
      String(status),
      ...[own, search, same].map((ms) => (ms.length === 0 ? '-' : figure(median(ms)))),
      met ? 'met' : 'MISSED',
    ];
  };
  try {
    for (let i = 0; i < 200; i++) await send(SEARCH, ordinary);
    const rows: string[][] = [];
    for (const input of hostileInputs()) rows.push(await one(input));
    if (judged && rows.some((row) => row.at(-1) !== 'met')) process.exitCode = 1;
    return {
      title: `${count(size)} contacts; medians of ${rounds}`,
      columns: ['input', 'bytes', 'status', 'ms', 'ordinary search ms', 'harmless of that size ms', `within ${BAR} ms`],
      rows,
    };
  } finally {
    await service.stop();
  }
}

await bench('hostile', { sizes: [100_000], queries: 1, rounds: 5, seconds: 1 }, async (extent, small) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(await measure(size, extent, !small));
  const uploads = await uploadsBesideSlowFiles(small ? 500 : 20_000, small ? 3 : 20);
  tables.push(uploads.table, barsTable(uploads.bars, 1_000));
  return {
    question: 'How expensive is hostile input?',
    tables,
    notes: [
      'The bench fails if a status differs from the documentation. For compressed bodies, the decompressed size counts, up to the body limit. A large body is compared with a harmless body of the same size.',
    ],
  };
});

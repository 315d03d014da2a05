import { connect, type Socket } from 'node:net';
import { Expectations } from './expectations.js';
import { checkStored, moment, startLoad } from './load.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import { ask, search, upsert } from './requests.js';
import { ServerProcess } from './server.js';

/** Enough to load the program. */
const DESCRIPTORS = 256;
const HELD = 400;

/**
 * Runs a server with few file descriptors and more idle connections than that, while clients write and the store
 * compacts. The server must survive, and serve again once the connections are closed; a compaction without a descriptor
 * is postponed. After a restart, everything acknowledged must be present.
 */
export async function fileDescriptors(folder: string, times: number, random: () => number): Promise<Outcome> {
  const token = await prepareFolder(folder);
  const expectations = new Expectations();
  const broken: string[] = [];
  for (let round = 0; round < times; round++) {
    const server = new ServerProcess({ folder, compactAt: 60_000, descriptors: DESCRIPTORS });
    const endpoint = { url: await server.url(), token };
    broken.push(...(await checkStored(endpoint, expectations, random)));
    const load = startLoad({ endpoint, expectations, clients: 4, random, persons: 50 });
    await moment(random, 50, 300);
    const sockets = hold(endpoint.url);
    await moment(random, 300, 900);
    await load.stop();
    for (const socket of sockets) socket.destroy();
    const health = await patiently(() => ask(endpoint, 'GET', '/healthz'));
    if (health === undefined) broken.push(`round ${round}: no answer after the connections were gone`);
    const { status: read } = await search(endpoint, { LastName: 'Nobody' });
    if (read !== 200) broken.push(`round ${round}: a search after it answered ${read ?? 'nothing'}`);
    const write = await upsert(endpoint, { objectType: 'Contact', objectData: { LastName: 'After' } });
    if (write.output?.isSuccess !== true)
      broken.push(`round ${round}: a write after it answered ${write.status ?? 'nothing'}`);
    for (const { unexpected } of load.clients)
      broken.push(...unexpected.map((answer) => `round ${round}: an answer of ${answer}`));
    const code = await server.end('SIGTERM');
    if (code !== 0) broken.push(`round ${round}: the server ended with ${String(code)}: ${server.stderr}`);
  }
  const server = new ServerProcess({ folder });
  broken.push(...(await checkStored({ url: await server.url(), token }, expectations, random)));
  await server.end('SIGTERM');
  return {
    fault: `no file descriptors left (${DESCRIPTORS} allowed, ${HELD} connections held)`,
    times,
    acknowledged: expectations.acknowledged,
    checked: `${times} times; ${expectations.acknowledged} acknowledged requests; afterwards it reads and writes as before`,
    broken,
  };
}

function hold(url: string): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: HELD }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    return socket;
  });
}

async function patiently(question: () => ReturnType<typeof ask>): Promise<number | undefined> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { status } = await question();
    if (status !== undefined) return status;
    await moment(Math.random, 50, 100);
  }
  return undefined;
}

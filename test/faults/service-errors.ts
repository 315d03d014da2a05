import { join } from 'node:path';
import { pino } from 'pino';
import { Auth } from '../../src/service/auth/auth.js';
import { administration } from '../../src/service/config/administration.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { createApp } from '../../src/http/app.js';
import { AdmissionControl } from '../../src/http/server/admission.js';
import { Metrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server/server.js';
import type { Likeness } from '../../src/service/likeness.js';
import { IndexSnapshots } from '../../src/service/index-snapshot/index-snapshots.js';
import { openLikeness } from '../../src/service/open.js';
import type { StoreFiles } from '../../src/store/store-files.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { FaultyFiles, type Operation } from '../store/faulty-files.js';
import { Expectations } from './expectations.js';
import { checkStored, startLoad } from './load.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import { ask, readStored, search, upsert, type Endpoint } from './requests.js';

/** The first half fails each operation once. */
const FAILURES: readonly Failure[] = (['ENOSPC', 'EIO'] as const).flatMap((code) =>
  (['write', 'sync', 'truncate', 'create', 'rename', 'syncFolder', 'remove'] as const).map((operation) => ({
    operation,
    code,
  })),
);
/** Maximum number of operations before the failure. Each request appends and syncs; the others occur in compactions. */
const LET_THROUGH = { write: 200, sync: 100, truncate: 1, create: 4, rename: 2, syncFolder: 6, remove: 4 };
const COMPACT_AT = 30_000;
/** Milliseconds within which the failure must occur. */
const PATIENCE = 20_000;

/**
 * Runs the service over HTTP on a disk where one operation fails permanently, while clients write and the store
 * compacts. Writes must be refused with 503, searches and reads must work, and health must report read-only. Exactly
 * the acknowledged records must be readable, even after a restart on a working disk.
 */
export async function serviceErrors(root: string, times: number, random: () => number): Promise<Outcome> {
  const broken: string[] = [];
  let acknowledged = 0;
  let told = 0;
  for (let round = 0; round < times; round++) {
    const failure = FAILURES[round % FAILURES.length]!;
    const folder = join(root, `errors-${round}`);
    const expectations = new Expectations();
    const faults = await failUnderLoad(folder, expectations, failure, random).catch((error: unknown) => [
      String(error),
    ]);
    broken.push(...faults.map((fault) => `round ${round}, ${failure.code} at ${failure.operation}: ${fault}`));
    acknowledged += expectations.acknowledged;
    if (faults.length === 0) told++;
  }
  return {
    fault: 'disk fails under load over HTTP',
    times,
    acknowledged,
    told,
    checked: `ENOSPC and EIO at ${Object.keys(LET_THROUGH).join(', ')}: 503 for writes, reads go on, health says so`,
    broken,
  };
}

interface Failure {
  readonly operation: Operation;
  readonly code: 'ENOSPC' | 'EIO';
}

async function failUnderLoad(
  folder: string,
  expectations: Expectations,
  { operation, code }: Failure,
  random: () => number,
): Promise<string[]> {
  const faults: string[] = [];
  const token = await prepareFolder(folder);
  const server = await serve(folder, token, failing(operation, code, random));
  const load = startLoad({ endpoint: server.endpoint, expectations, clients: 6, random, persons: 200 });
  const patience = setTimeout(() => void load.stop(), PATIENCE);
  await load.over;
  clearTimeout(patience);
  for (const { unexpected, refusal } of load.clients) {
    faults.push(...unexpected.map((answer) => `an answer of ${answer}`));
    if (refusal === undefined) faults.push('a client was not refused');
  }
  faults.push(...(await readOnlyFaults(server.endpoint)));
  // If the failed write can be neither truncated nor marked, the refusal says that its result is unknown. Changes
  // missing now may appear later.
  const mayBeFound = load.clients.some(({ refusal }) => refusal?.includes('it is unknown whether') === true);
  if (!mayBeFound)
    faults.push(
      ...(await checkStored(server.endpoint, expectations, random)).map((fault) => `while read-only: ${fault}`),
    );
  const before = JSON.stringify(await readStored(server.endpoint));
  await server.close();
  const again = await serve(folder, token);
  if (!mayBeFound && JSON.stringify(await readStored(again.endpoint)) !== before)
    faults.push('what is stored after the restart is not what was read before it');
  faults.push(...(await checkStored(again.endpoint, expectations, random)).map((fault) => `restarted: ${fault}`));
  faults.push(...(await again.likeness.checkConsistency({ sample: 3 })));
  const { output } = await upsert(again.endpoint, { objectType: 'Contact', objectData: { LastName: 'After' } });
  if (output?.isSuccess !== true) faults.push('after the restart it does not write');
  await again.close();
  return faults;
}

/** Makes an operation fail after some calls, once or permanently. */
function failing(operation: Operation, code: 'ENOSPC' | 'EIO', random: () => number): FaultyFiles {
  const files = new FaultyFiles();
  files.writtenShare = random();
  const isOnce = random() < 0.5;
  let left = 1 + Math.floor(random() * LET_THROUGH[operation]);
  let isBroken = false;
  // A journal is truncated only after a failed write, so a write must fail first.
  const first = operation === 'truncate' ? 'write' : operation;
  files.fails = (asked) => {
    if (asked === first && left-- > 0) return undefined;
    if (asked === first && (!isOnce || !isBroken)) isBroken = true;
    else if (asked !== operation || !isBroken || (isOnce && asked === first)) return undefined;
    return code;
  };
  return files;
}

async function readOnlyFaults(endpoint: Endpoint): Promise<string[]> {
  const faults: string[] = [];
  const health = await ask(endpoint, 'GET', '/healthz');
  if (!health.text.includes('read-only')) faults.push(`health says ${health.text}`);
  const found = await search(endpoint, { LastName: 'Nobody' });
  if (found.status !== 200) faults.push(`a search answered ${found.status ?? 'nothing'}`);
  const written = await upsert(endpoint, { objectType: 'Contact', objectData: { LastName: 'Too late' } });
  if (written.status !== 503) faults.push(`a write while read-only answered ${written.status ?? 'nothing'}`);
  return faults;
}

interface Served {
  readonly endpoint: Endpoint;
  readonly likeness: Likeness;
  close(): Promise<void>;
}

/** Runs the service in this process, so that its files can fail. */
async function serve(folder: string, token: string, files?: StoreFiles): Promise<Served> {
  const configuration = await loadConfiguration(join(folder, 'config'));
  const store = await openFileStore(folder, { compactAt: COMPACT_AT, ...(files && { files }) });
  const likeness = await openLikeness({ configuration, store, snapshots: new IndexSnapshots(store, store) });
  const { settings } = configuration;
  const logger = pino({ level: 'silent' });
  const auth = new Auth({ dataFolder: folder, limits: settings.limits });
  const admission = new AdmissionControl(settings);
  const metrics = new Metrics(likeness, admission, auth);
  const runtime = { likeness, auth, settings, logger, admission, metrics };
  const parts = { ...runtime, administration: administration({ likeness, auth, dataFolder: folder }) };
  const app = createApp(parts, ENDPOINTS);
  const server = await listen(app, admission, { host: '127.0.0.1', port: 0 });
  return {
    endpoint: { url: server.url, token },
    likeness,
    close: async () => {
      await server.close();
      await auth.close();
      await likeness.close();
    },
  };
}

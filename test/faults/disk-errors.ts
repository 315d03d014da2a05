import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileStore } from '../../src/store/open-file-store.js';
import type { FileStore } from '../../src/store/file-store.js';
import { Model, picturesOf } from '../store/conformance.js';
import { FaultyFiles, type Operation } from '../store/faulty-files.js';
import { changesOf } from '../store/load.js';
import type { Outcome } from './outcome.js';

/** Maximum number of operations before the failure. */
const MOST_BEFORE: Readonly<Record<Operation, number>> = {
  write: 30,
  sync: 30,
  truncate: 30,
  rename: 4,
  create: 8,
  syncFolder: 12,
  remove: 8,
};
const OPERATIONS = Object.keys(MOST_BEFORE) as Operation[];
const MOST_AT_ONCE = 6;

/**
 * Makes one disk operation fail, once or permanently, with ENOSPC or EIO, after writing none, some or all of the bytes.
 * Before and after a restart, acknowledged changes must be present and refused changes absent. After the failure,
 * nothing may be written.
 */
export async function diskErrors(folder: string, times: number, random: () => number): Promise<Outcome> {
  const broken: string[] = [];
  const injected = new Map<string, number>();
  let acknowledged = 0;
  for (let i = 0; i < times; i++) {
    const place = join(folder, String(i));
    await mkdir(place);
    const operation = OPERATIONS[Math.floor(random() * OPERATIONS.length)]!;
    const code = random() < 0.5 ? 'ENOSPC' : 'EIO';
    const isOnce = random() < 0.5;
    const files = new FaultyFiles();
    files.writtenShare = [0, random(), 1][Math.floor(random() * 3)]!;
    // A journal is truncated only after a failed write, so a write must fail first.
    const first = operation === 'truncate' ? 'write' : operation;
    let left = 1 + Math.floor(random() * MOST_BEFORE[operation]);
    files.fails = (asked) => {
      if (asked === first) left--;
      return left > 0 || (asked !== first && asked !== operation) || (isOnce && asked === first && left < 0)
        ? undefined
        : code;
    };
    const what = `${code} at ${operation}, ${isOnce ? 'once' : 'from then on'}`;
    try {
      const life = await liveWith(place, files, random);
      if (files.failed.length > 0)
        injected.set(`${code} ${operation}`, (injected.get(`${code} ${operation}`) ?? 0) + 1);
      acknowledged += life.acknowledged;
      broken.push(...life.faults, ...(await after(place, life)));
    } catch (error) {
      broken.push(`${what}: ${String(error)}`);
    }
    // A service that failed to start may still write there for a moment.
    await rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  const hits = [...injected.values()].reduce((sum, hit) => sum + hit, 0);
  return {
    fault: 'ENOSPC or EIO at a random disk operation',
    times: hits,
    acknowledged,
    told: Math.max(0, hits - broken.length),
    checked: `${hits} times; ${injected.size} kinds of failure, ${acknowledged} acknowledged transactions`,
    broken,
  };
}

interface Life {
  /** Number, from 1, of the last acknowledged transaction. */
  readonly acknowledged: number;
  readonly sent: number;
  /** Whether the store reported that a refused transaction may be present. */
  readonly mayBeFound: boolean;
  readonly faults: readonly string[];
}

async function liveWith(place: string, files: FaultyFiles, random: () => number): Promise<Life> {
  let store: FileStore;
  try {
    store = await openFileStore(place, { files, compactAt: Infinity });
  } catch (error) {
    if (files.failed.length === 0) throw error;
    return { acknowledged: 0, sent: 0, mayBeFound: false, faults: [] };
  }
  const answers: (string | undefined)[] = [];
  let sent = 0;
  for (let step = 0; step < 12; step++) {
    const commits: Promise<string | undefined>[] = [];
    for (let n = 1 + Math.floor(random() * MOST_AT_ONCE); n > 0; n--) {
      const commit = store.append({ changes: changesOf(++sent) });
      commits.push(
        commit.then(
          () => undefined,
          (error: unknown) => String(error),
        ),
      );
    }
    const compaction = random() < 0.4 ? store.compact().catch(() => undefined) : undefined;
    answers.push(...(await Promise.all(commits)));
    await compaction;
  }
  const refused = answers.findIndex((answer) => answer !== undefined);
  const acknowledged = refused < 0 ? sent : refused;
  const faults: string[] = [];
  if (answers.slice(acknowledged).includes(undefined))
    faults.push('a transaction was acknowledged after one was refused');
  if (files.failed.length > 0 && store.writable)
    faults.push(`${files.failed[0]!} failed, and the store still says that it writes`);
  if (!holds(store, acknowledged)) faults.push('memory is not what was acknowledged');
  await store.close().catch(() => undefined);
  const mayBeFound = answers.some((answer) => answer?.includes('it is unknown whether') === true);
  return { acknowledged, sent, mayBeFound, faults };
}

/** Reopens the store after the disk has recovered. */
async function after(place: string, { acknowledged, sent, mayBeFound }: Life): Promise<string[]> {
  const store = await openFileStore(place, { compactAt: Infinity });
  try {
    const found = store.counter('n');
    const most = mayBeFound ? sent : acknowledged;
    if (found < acknowledged || found > most)
      return [`${found} transactions after the restart, ${acknowledged} were acknowledged`];
    if (!holds(store, found)) return ['after the restart there is a half of a transaction'];
    await store.append({ changes: changesOf(found + 1) });
    return holds(store, found + 1) ? [] : ['a write after the restart is not there'];
  } finally {
    await store.close();
  }
}

/** Returns whether the store contains exactly the first transactions, complete. */
function holds(store: FileStore, transactions: number): boolean {
  const model = new Model();
  for (let n = 1; n <= transactions; n++) model.apply(changesOf(n));
  const expected = picturesOf([...model.records.values()]);
  return (
    store.counter('n') === transactions &&
    JSON.stringify(picturesOf([...store.scan('Contact')])) === JSON.stringify(expected)
  );
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, start, type Finished } from '../harness/program.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const SCRIPT = fileURLToPath(new URL('link_by_splink.py', import.meta.url));
/** Packages that a scratch environment gets. */
const PACKAGES = ['splink==5.0.0', 'duckdb==2.0.0', 'pandas==3.1.1', 'pyarrow==26.0.1'];
const INSTALL_PATIENCE = 600_000;
/** Names a Python that has Splink and pandas. */
const PYTHON = 'PYTHON';

export interface Splink {
  readonly python: string;
  readonly version: string;
}

/**
 * A Python with Splink: the one named in `PYTHON`, or `python3` where it has both, or else a scratch virtual
 * environment that goes with the process.
 *
 * @param mayInstall whether a scratch environment may be made, which loads packages from the network
 * @returns why there is none, as the end of a sentence
 */
export function findSplink(mayInstall: boolean): Splink | string {
  const named = process.env[PYTHON];
  const python = named ?? 'python3';
  const version = versionOf(python);
  if (version !== undefined) return { python, version };
  if (named !== undefined || !mayInstall) return `${python} has no Splink with pandas; name one that has in ${PYTHON}`;
  const folder = join(temporaryFolder('splink'), 'environment');
  const made = join(folder, 'bin', 'python');
  for (const [program, args] of [
    [python, ['-m', 'venv', folder]],
    [made, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]],
  ] as const) {
    const run = spawnSync(program, args, { encoding: 'utf8', timeout: INSTALL_PATIENCE });
    if (run.status !== 0)
      return `no virtual environment with Splink can be made: ${(run.error?.message ?? run.stderr).trim().split('\n').at(-1)!}`;
  }
  const installed = versionOf(made);
  return installed === undefined ? 'Splink was installed and cannot be loaded' : { python: made, version: installed };
}

function versionOf(python: string): string | undefined {
  const asked = spawnSync(python, ['-c', 'import pandas, splink; print(splink.__version__)'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

/** For files that would fill memory. */
export interface SplinkBounds {
  /** Memory of the database, such as `6GB`. */
  readonly memory: string;
  readonly threads: number;
  /** Folder for what spills and for results. */
  readonly scratch: string;
  /** Percent from which on pairs are written; groups are those from 50 % on. */
  readonly least: number;
  /** Gets `cluster,id`. */
  readonly clusters: string;
}

/** The script's own report. */
interface Said {
  /** Seconds in which it counted what blocking rules make: done once for a kind of data. */
  readonly analysisSeconds: number;
  /** Pairs by blocking rule. */
  readonly rules: Readonly<Record<string, number>>;
}

/** Pairs a row from which on a blocking rule is narrowed: Splink's guides advise strict rules for many rows. */
const MOST_PAIRS_A_ROW = 4;

/**
 * Finds the matching rows of a CSV: a whole process. See the script for how Splink is set up.
 *
 * @param rows columns `id` or `key`, perhaps `source`, and standard fields
 * @param pairs gets `id1,id2,score`, percent, from 1 on
 * @throws Error with the last words of a Splink that failed
 */
export const matchBySplink = ({ python }: Splink, rows: string, pairs: string): Promise<Finished> =>
  finish(start([SCRIPT, rows, pairs], {}, false, python));

/** The same for a file of any size, within bounds, with the groups. */
export async function matchLargeBySplink(
  { python }: Splink,
  rows: string,
  pairs: string,
  { memory, threads, scratch, least, clusters }: SplinkBounds,
  used: () => number,
): Promise<Finished & Said> {
  const options = {
    memory,
    threads,
    scratch,
    least,
    clusters,
    'most-a-row': MOST_PAIRS_A_ROW,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const finished = await finish(start([SCRIPT, rows, pairs, ...args], {}, false, python), used);
  return { ...finished, ...(JSON.parse(finished.stdout) as Said) };
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, start, type Finished } from '../harness/program.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const SCRIPT = fileURLToPath(new URL('link_by_splink.py', import.meta.url));
/** Packages to install into a temporary environment. */
const PACKAGES = ['splink==5.0.0', 'duckdb==2.0.0', 'pandas==3.1.1', 'pyarrow==26.0.1'];
const INSTALL_PATIENCE = 600_000;
/** Environment variable: a Python that has Splink and pandas. */
const PYTHON = 'PYTHON';

export interface Splink {
  readonly python: string;
  readonly version: string;
}

/**
 * Finds a Python with Splink: the one named in `PYTHON`, or `python3`, or a temporary virtual environment that is
 * deleted when the process exits.
 *
 * @param mayInstall whether a temporary environment may be created, which downloads packages
 * @returns the reason why there is no such Python, worded as the end of a sentence
 */
export function findSplink(mayInstall: boolean): Splink | string {
  const named = process.env[PYTHON];
  const python = named ?? 'python3';
  const version = versionOf(python);
  if (version !== undefined) return { python, version };
  if (named !== undefined || !mayInstall)
    return `${python} does not have Splink and pandas; set ${PYTHON} to a Python that has both`;
  const folder = join(temporaryFolder('splink'), 'environment');
  const made = join(folder, 'bin', 'python');
  for (const [program, args] of [
    [python, ['-m', 'venv', folder]],
    [made, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]],
  ] as const) {
    const run = spawnSync(program, args, { encoding: 'utf8', timeout: INSTALL_PATIENCE });
    if (run.status !== 0)
      return `a virtual environment with Splink cannot be created: ${(run.error?.message ?? run.stderr).trim().split('\n').at(-1)!}`;
  }
  const installed = versionOf(made);
  return installed === undefined ? 'Splink was installed and cannot be loaded' : { python: made, version: installed };
}

function versionOf(python: string): string | undefined {
  const asked = spawnSync(python, ['-c', 'import pandas, splink; print(splink.__version__)'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

/** Limits for files that would not fit into memory. */
export interface SplinkBounds {
  /** Memory limit of the database, such as `6GB`. */
  readonly memory: string;
  readonly threads: number;
  /** Folder for temporary files and results. */
  readonly scratch: string;
  /** Minimum score of written pairs in percent. Groups use pairs from 50 %. */
  readonly least: number;
  /** Output file with `cluster,id`. */
  readonly clusters: string;
}

interface Said {
  /** Seconds spent on counting the pairs of blocking rules, once per kind of data. */
  readonly analysisSeconds: number;
  /** Number of pairs by blocking rule. */
  readonly rules: Readonly<Record<string, number>>;
}

/** Pairs per row above which a blocking rule is made stricter, as Splink's guides recommend for many rows. */
const MOST_PAIRS_A_ROW = 4;

/**
 * Runs Splink on a CSV in its own process. The script describes its settings.
 *
 * @param rows path of a CSV with the column `id` or `key`, optionally `source`, and standard fields
 * @param pairs output file with `id1,id2,score`, in percent from 1
 * @throws Error with the end of the output if Splink failed
 */
export const matchBySplink = ({ python }: Splink, rows: string, pairs: string): Promise<Finished> =>
  finish(start([SCRIPT, rows, pairs], {}, false, python));

/** Like `matchBySplink` for a file of any size, with limits and groups. */
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

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('dedupe_by_splink.py', import.meta.url));
const PATIENCE = 1_800_000;
/** Which Python to ask for Splink; `python3` by default. */
const PYTHON = 'LIKENESS_BENCH_PYTHON';

/**
 * Finds the pairs of duplicates of a CSV by Splink.
 *
 * @returns the seconds that it took, reading and writing included, or why it cannot be done, as the end of a sentence
 */
export function dedupeBySplink(csv: string, pairs: string): number | string {
  const python = process.env[PYTHON] ?? 'python3';
  const version = spawnSync(python, ['-c', 'import pandas, splink; print(splink.__version__)'], { encoding: 'utf8' });
  if (version.status !== 0) return `${python} has no Splink with pandas; name one that has in ${PYTHON}`;
  const begun = performance.now();
  const run = spawnSync(python, [SCRIPT, csv, pairs], {
    encoding: 'utf8',
    timeout: PATIENCE,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (run.status !== 0) return `Splink ${version.stdout.trim()} failed: ${run.stderr.trim().split('\n').at(-1) ?? ''}`;
  return (performance.now() - begun) / 1000;
}

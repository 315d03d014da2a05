import { execFileSync } from 'node:child_process';

/** A Python that has Splink with pandas: `python3 -m venv V && V/bin/pip install splink==5.0.0 pandas`. */
export const SPLINK_PYTHON =
  process.env['LIKENESS_SPLINK_PYTHON'] ?? process.env['LIKENESS_PYTHON'] ?? process.env['PYTHON'] ?? 'python3';

/** Version of its Splink; `undefined`: none. */
export const splinkVersion = ((): string | undefined => {
  try {
    return execFileSync(SPLINK_PYTHON, ['-c', 'import pandas, splink; print(splink.__version__)'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
})();

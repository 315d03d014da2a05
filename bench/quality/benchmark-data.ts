import { fileURLToPath } from 'node:url';

/** Folder of the benchmark data, which is not part of the repository and may not exist. */
export const BENCHMARK_DATA =
  process.env['LIKENESS_BENCHMARK_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

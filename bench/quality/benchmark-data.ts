import { fileURLToPath } from 'node:url';

/**
 * Folder of the benchmark data, there or not: `LIKENESS_BENCHMARK_DATA`, or `shared/data` next to the checkout. They are
 * not part of the repository.
 */
export const BENCHMARK_DATA =
  process.env['LIKENESS_BENCHMARK_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

import { fileURLToPath } from 'node:url';

/**
 * Folder of the benchmark data, which may not exist: `LIKENESS_BENCHMARK_DATA`, or `shared/data` next to the checkout.
 * The data is not part of the repository.
 */
export const BENCHMARK_DATA =
  process.env['LIKENESS_BENCHMARK_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

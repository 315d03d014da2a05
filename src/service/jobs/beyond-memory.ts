import { createRequire } from 'node:module';
import { freeMemory } from '../../runtime/free-memory.js';
import type { GroupingWork } from '../group/group-types.js';
import type { EngineWork } from './job-messages.js';

/** Maximum bytes per record for its values, keys and numbers, if all records are compared in memory. */
const BYTES_OF_RECORD = 1_500;

/** Returns storage for rows, `undefined` if memory suffices, or an error message if the storage is not available. */
export function beyondMemory(
  { records, memory = freeMemory() / 2 }: Pick<GroupingWork, 'records' | 'memory'>,
  folder: string,
): EngineWork | string | undefined {
  if (records * BYTES_OF_RECORD <= memory) return undefined;
  if (isInstalled()) return { folder, memory };
  const [needed, allowed] = [records * BYTES_OF_RECORD, memory].map((bytes) => (bytes / 1e9).toFixed(1));
  return `the records may need ${needed!} GB of memory, but the limit is ${allowed!} GB: install the package @duckdb/node-api to stay within the limit`;
}

/** Whether DuckDB is installed. DuckDB is too large to be a dependency. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@duckdb/node-api');
    return true;
  } catch {
    return false;
  }
}

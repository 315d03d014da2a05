import { createRequire } from 'node:module';
import { freeMemory } from '../runtime/free-memory.js';
import type { GroupingWork } from '../service/group/group-types.js';
import type { EngineWork } from './job-messages.js';

/** Bytes that a record takes at the most while it is compared with all others in memory: values, keys and numbers. */
const BYTES_OF_RECORD = 1_500;

/**
 * Where the rows of a job go that would take more memory than the job should.
 *
 * @param folder is not there yet
 * @returns `undefined` where memory suffices; or why they stay in memory all the same
 */
export function beyondMemory(
  { records, memory = freeMemory() / 2 }: Pick<GroupingWork, 'records' | 'memory'>,
  folder: string,
): EngineWork | string | undefined {
  if (records * BYTES_OF_RECORD <= memory) return undefined;
  if (isInstalled()) return { folder, memory };
  const [needed, allowed] = [records * BYTES_OF_RECORD, memory].map((bytes) => (bytes / 1e9).toFixed(1));
  return (
    `its records may take ${needed!} GB of memory, where it should take ${allowed!} GB: ` +
    'with the package @duckdb/node-api installed beside Likeness it keeps within that'
  );
}

/** The package is not part of Likeness, for its size. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@duckdb/node-api');
    return true;
  } catch {
    return false;
  }
}

import type { Likeness } from '../../contract/likeness.js';
import type { ImportTarget } from './import-target.js';

export interface LocalImport {
  readonly likeness: Likeness;
  readonly object: string;
  readonly key: string;
  readonly check: boolean;
  readonly duplicateScore?: number | undefined;
}

/**
 * Imports straight into a data folder. The progress is two checkpoints of the store: `import:KEY` counts completed
 * runs, `import:KEY:RUN` the rows of a run. The latter is written in the same transaction as the rows, so that a kill
 * at any moment leaves both or neither.
 */
export function localTarget({ likeness, object, key, check, duplicateScore }: LocalImport): ImportTarget {
  const caller = { clientId: 'command-line', requestId: `import ${key}` };
  const completed = `import:${key}`;
  const run = () => `${completed}:${likeness.checkpoint(completed) + 1}`;
  return {
    batchSize: 1_000,
    state: () => Promise.resolve({ done: likeness.checkpoint(run()), completed: likeness.checkpoint(completed) }),
    save: async (rows, upTo, beforeCommit) => {
      await likeness.importBatch(
        object,
        rows.map((row) => row.values),
        {
          check,
          ...(duplicateScore !== undefined && { duplicateScore }),
          checkpoint: { name: run(), value: upTo },
          beforeCommit,
        },
        caller,
      );
    },
    complete: async () => {
      const value = likeness.checkpoint(completed) + 1;
      await likeness.importBatch(object, [], { check: false, checkpoint: { name: completed, value } }, caller);
    },
    close: () => likeness.close(),
  };
}

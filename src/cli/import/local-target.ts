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
  const times = likeness.checkpoint(completed);
  const run = `${completed}:${times + 1}`;
  let done = likeness.checkpoint(run);
  return {
    batchSize: 1_000,
    state: () => Promise.resolve({ done, completed: times }),
    save: async (rows, upTo, beforeCommit) => {
      await likeness.importBatch(
        object,
        rows.map((row) => row.values),
        {
          check,
          ...(duplicateScore !== undefined && { duplicateScore }),
          checkpoint: { name: run, value: upTo, from: done },
          beforeCommit,
        },
        caller,
      );
      done = upTo;
    },
    complete: async () => {
      const checkpoint = { name: completed, value: times + 1, from: times };
      await likeness.importBatch(object, [], { check: false, checkpoint }, caller);
    },
    close: () => likeness.close(),
  };
}

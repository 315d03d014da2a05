import type { MemoryIndex } from '../../src/index/memory-index.js';
import type { PairColumns } from '../../src/index/join/pair-columns.js';
import type { SelfJoinOptions } from '../../src/index/join/self-join.js';
import { ThreadedJoin, type JoinSettings } from '../../src/index/join/threaded-join.js';

/** See `ThreadedJoin.pairs`. Stops the threads if the caller stops early. */
export async function* duplicateRows(
  index: MemoryIndex,
  { progress, ...settings }: JoinSettings & SelfJoinOptions,
): AsyncGenerator<PairColumns> {
  const join = new ThreadedJoin(index, settings);
  try {
    yield* join.pairs({ scenarios: settings.scenarios, ...(progress && { progress }) });
  } finally {
    await join.end();
  }
}

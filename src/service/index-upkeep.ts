import type { MemoryIndex } from '../index/memory-index.js';
import type { IndexOwner } from '../index/values/column-compaction.js';

/** Rows in a turn of the event loop: less than a millisecond. */
const ROWS_AT_ONCE = 64;

/**
 * Compacts an index whenever it begins a compaction: some rows in each turn of the event loop. Keeps no process running
 * that has nothing else to do.
 */
export function compactInBackground(index: MemoryIndex, mayComeBack: IndexOwner['mayComeBack']): void {
  const goOn = (): void => {
    setImmediate(() => {
      if (index.compactFurther(ROWS_AT_ONCE)) goOn();
    }).unref();
  };
  index.ownedBy({ mayComeBack, compactionBegun: goOn });
}

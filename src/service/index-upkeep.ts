import type { MemoryIndex } from '../index/memory-index.js';
import type { IndexOwner } from '../index/values/column-compaction.js';

/** Rows per turn of the event loop: less than a millisecond. */
const ROWS_AT_ONCE = 64;

/** Compacts an index whenever needed, a few rows per turn of the event loop. Does not keep the process running. */
export function compactInBackground(index: MemoryIndex, mayComeBack: IndexOwner['mayComeBack']): void {
  const goOn = (): void => {
    setImmediate(() => {
      if (index.compactFurther(ROWS_AT_ONCE)) goOn();
    }).unref();
  };
  index.ownedBy({ mayComeBack, compactionBegun: goOn });
}

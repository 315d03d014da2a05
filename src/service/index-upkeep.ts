import type { IndexOwner, MemoryIndex } from '../index/memory-index.js';

/** Rows in a turn of the event loop: less than a millisecond. */
const ROWS_AT_ONCE = 64;

/** Lets the renewal of an index go on by itself, some rows in each turn of the event loop, and takes none of them from a process that has nothing else to do any more. */
export function keepUp(index: MemoryIndex, mayComeBack: IndexOwner['mayComeBack']): void {
  const goOn = (): void => {
    setImmediate(() => {
      if (index.renewFurther(ROWS_AT_ONCE)) goOn();
    }).unref();
  };
  index.ownedBy({ mayComeBack, renewalBegun: goOn });
}

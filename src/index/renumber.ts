import { ListPool } from './list-pool.js';
import type { MemoryIndexImage } from './memory-index.js';

/**
 * The same index with its rows in another order, to be searched only: rows that lie beside each other are read together by the walks that meet both. Its Ids
 * are those of the old numbers.
 *
 * @param order old rows in their new order: `order[0]` becomes row 1. Rows left out are in no list
 */
export function renumber(image: MemoryIndexImage, order: Int32Array): MemoryIndexImage {
  const rows = image.ids.texts.size;
  const live = new Uint32Array((rows >>> 5) + 1);
  for (let row = 1; row <= order.length; row++) live[row >>> 5]! |= 1 << (row & 31);
  const features = image.features.map((feature) => {
    const column = new Int32Array(rows + 1);
    let values = 0;
    for (let n = 0; n < order.length; n++) {
      // A column ends where its last value stands.
      const value = feature.column[order[n]!] ?? 0;
      column[n + 1] = value;
      if (value > values) values = value;
    }
    const { pool, heads } = ListPool.packed(column, values);
    return { ...feature, column, postings: { pool, heads } };
  });
  return { ...image, features, live, records: order.length };
}

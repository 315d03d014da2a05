import type { Similarity } from '../../matching/method.js';

/** Maximum length for which insertion sort is faster than a library call. */
const SHORT = 32;

export class SimilarValueList {
  ids: Int32Array = new Int32Array(64);
  similarities: Int32Array = new Int32Array(64);
  count = 0;
  private packed = new Float64Array(64);

  add(id: number, similarity: Similarity): void {
    if (this.count === this.ids.length) {
      const { ids, similarities } = this;
      this.ids = new Int32Array(this.count * 2);
      this.similarities = new Int32Array(this.count * 2);
      this.packed = new Float64Array(this.count * 2);
      this.ids.set(ids);
      this.similarities.set(similarities);
    }
    this.ids[this.count] = id;
    this.similarities[this.count++] = similarity;
  }

  sort(): void {
    const { ids, similarities, packed, count } = this;
    if (count > SHORT) {
      // Packs similarity (high digits) and id (low digits) into one number, exact below 2^53.
      for (let i = 0; i < count; i++) packed[i] = (10_000 - similarities[i]!) * 2 ** 32 + ids[i]!;
      packed.subarray(0, count).sort();
      for (let i = 0; i < count; i++) {
        const below = Math.floor(packed[i]! / 2 ** 32);
        ids[i] = packed[i]! - below * 2 ** 32;
        similarities[i] = 10_000 - below;
      }
      return;
    }
    for (let i = 1; i < count; i++) {
      const id = ids[i]!;
      const similarity = similarities[i]!;
      let at = i;
      for (; at > 0; at--) {
        const before = similarities[at - 1]!;
        if (before > similarity || (before === similarity && ids[at - 1]! < id)) break;
        ids[at] = ids[at - 1]!;
        similarities[at] = before;
      }
      ids[at] = id;
      similarities[at] = similarity;
    }
  }
}

import { BitSet } from './bit-set.js';

/** Collects distinct ids in the order in which they are added. Can be cleared and reused. */
export class IdCollector {
  /** The collected ids. Only the first `count` are valid. */
  ids: Int32Array = new Int32Array(64);
  count = 0;
  private readonly seen = new BitSet();

  add(id: number): void {
    if (!this.seen.add(id)) return;
    if (this.count === this.ids.length) {
      const grown = new Int32Array(this.count * 2);
      grown.set(this.ids);
      this.ids = grown;
    }
    this.ids[this.count++] = id;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.seen.delete(this.ids[i]!);
    this.count = 0;
  }

  get bytes(): number {
    return this.seen.bytes + this.ids.byteLength;
  }
}

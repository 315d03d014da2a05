import type { Retrieval } from '../../matching/method.js';
import { hashText } from '../../runtime/memory/hash.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { BulkKeysImage, CandidateGenerator } from './candidate-generator.js';

const FIRST_ROOM = 1 << 10;

/** Keys and terms (as hashes) of an index that receives all values before any search. Sorted once. */
export class BulkKeys implements CandidateGenerator {
  readonly flexsearchBytes = 0;
  private readonly keysOf: (value: unknown) => readonly number[];
  private readonly probesOf: (value: unknown) => readonly number[];
  /** Entries not yet sorted into buckets, in the format of `entries`. */
  private waiting = new Int32Array(0);
  private written = 0;
  private starts: Int32Array;
  private entries: Int32Array;

  constructor(retrieval: Retrieval<unknown>, image?: BulkKeysImage) {
    if (retrieval.kind === 'keys') {
      this.keysOf = (value) => (retrieval.mutual ?? retrieval.keys)(value);
      this.probesOf = (value) => (retrieval.mutual ?? retrieval.probes)(value);
    } else {
      this.keysOf = (value) => hashes(retrieval.terms(value));
      this.probesOf = (value) => hashes(retrieval.probeTerms(value));
    }
    this.starts = image?.starts ?? new Int32Array(2);
    this.entries = image?.entries ?? new Int32Array(0);
  }

  add(id: number, value: unknown): void {
    const keys = this.keysOf(value);
    if (2 * (this.written + keys.length) > this.waiting.length) this.grow(2 * (this.written + keys.length));
    for (let i = 0; i < keys.length; i++) {
      const at = 2 * this.written++;
      this.waiting[at] = keys[i]!;
      this.waiting[at + 1] = id;
    }
  }

  candidates(query: unknown, into: IdCollector, above = 0): void {
    if (this.written > 0) this.putInOrder();
    const { starts, entries } = this;
    const probes = this.probesOf(query);
    for (let p = 0; p < probes.length; p++) {
      const key = probes[p]!;
      const bucket = bucketOf(key, starts.length - 1);
      const begin = 2 * starts[bucket]!;
      for (let at = 2 * starts[bucket + 1]! - 2; at >= begin && entries[at + 1]! > above; at -= 2)
        if (entries[at] === key) into.add(entries[at + 1]!);
    }
  }

  image(): BulkKeysImage {
    if (this.written > 0) this.putInOrder();
    return { starts: this.starts, entries: this.entries };
  }

  probedBy(): never {
    throw new Error('index: keys built for a self-join cannot be used by another method');
  }

  get bytes(): number {
    return this.starts.byteLength + this.entries.byteLength + this.waiting.byteLength;
  }

  /** Sorts entries into buckets of about two entries. Entries that are already sorted come first. */
  private putInOrder(): void {
    const { waiting } = this;
    const parts = [this.entries, waiting.subarray(0, 2 * this.written)];
    const total = this.entries.length / 2 + this.written;
    const bits = Math.min(24, Math.max(0, Math.ceil(Math.log2(total)) - 1));
    const buckets = 2 ** bits;
    const starts = new Int32Array(buckets + 1);
    for (const part of parts) for (let at = 0; at < part.length; at += 2) starts[bucketOf(part[at]!, buckets) + 1]!++;
    for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
    const next = starts.slice();
    const entries = new Int32Array(2 * total);
    for (const part of parts)
      for (let at = 0; at < part.length; at += 2) {
        const to = 2 * next[bucketOf(part[at]!, buckets)]!++;
        entries[to] = part[at]!;
        entries[to + 1] = part[at + 1]!;
      }
    this.starts = starts;
    this.entries = entries;
    this.waiting = new Int32Array(0);
    this.written = 0;
  }

  private grow(least: number): void {
    const larger = new Int32Array(Math.max(FIRST_ROOM, least, this.waiting.length + (this.waiting.length >>> 1)));
    larger.set(this.waiting);
    this.waiting = larger;
  }
}

/** Returns the bucket. Also spreads keys that are not hashes (numbers, dates). @param buckets a power of two */
function bucketOf(key: number, buckets: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & (buckets - 1);
}

function hashes(terms: Iterable<string>): number[] {
  return Array.from(terms, (term) => hashText(term));
}

import type { Retrieval } from '../../matching/method.js';
import { hashText } from '../../runtime/memory/hash.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { BulkKeysImage, CandidateGenerator } from './candidate-generator.js';

const FIRST_ROOM = 1 << 10;

/** Roles of a value, as bits: stored, query, or both. */
export const STORED = 1;
export const QUERY = 2;
const ROLES = 2;

/**
 * Keys and terms (as hashes) of values that are joined with each other, sorted once, by key. Each value has the
 * positions of its candidates, so no key is looked up again. Most keys have no candidates.
 */
export class BulkKeys implements CandidateGenerator {
  readonly flexsearchBytes = 0;
  private readonly keysOf: (value: unknown) => readonly number[];
  private readonly probesOf: (value: unknown) => readonly number[];
  /** Pairs of a key, and a value with its role bits, in the order of the values. */
  private entries = new Int32Array(0);
  private written = 0;
  private last = 0;
  private sorted: BulkKeysImage | undefined;

  /** @param isEachOnce whether only greater values are a value's candidates */
  constructor(
    retrieval: Retrieval<unknown>,
    image?: BulkKeysImage,
    private readonly isEachOnce = true,
  ) {
    if (retrieval.kind === 'keys') {
      const by = retrieval.joined ?? retrieval;
      this.keysOf = (value) => by.keys(value);
      this.probesOf = by.keys === by.probes ? this.keysOf : (value) => by.probes(value);
    } else {
      this.keysOf = (value) => hashes(retrieval.terms(value));
      this.probesOf = (value) => hashes(retrieval.probeTerms(value));
    }
    this.sorted = image;
  }

  add(id: number, value: unknown, roles = STORED | QUERY): void {
    const keys = this.keysOf(value);
    const probes = this.probesOf === this.keysOf ? keys : this.probesOf(value);
    const most = 2 * (this.written + keys.length + probes.length);
    if (most > this.entries.length) this.grow(most);
    this.last = id;
    for (let i = 0; i < keys.length; i++) this.write(keys[i]!, id, keys[i] === probes[i] ? roles : roles & STORED);
    for (let i = 0; i < probes.length; i++) if (keys[i] !== probes[i]) this.write(probes[i]!, id, roles & QUERY);
  }

  joined(value: number, into: IdCollector): void {
    const { starts, places, members } = this.image();
    for (let i = starts[value]!; i < starts[value + 1]!; i++)
      for (let at = places[i]!; ; at++) {
        const member = members[at]!;
        into.add(Math.abs(member));
        if (member < 0) break;
      }
  }

  candidates(): never {
    throw new Error('index: values that were indexed only for a join cannot be searched');
  }

  image(): BulkKeysImage {
    return (this.sorted ??= this.sort());
  }

  probedBy(): never {
    throw new Error('index: keys built for a self-join cannot be used by another method');
  }

  get bytes(): number {
    const { starts, places, members } = this.sorted ?? NO_KEYS;
    return this.entries.byteLength + starts.byteLength + places.byteLength + members.byteLength;
  }

  private write(key: number, id: number, roles: number): void {
    if (roles === 0) return;
    const at = 2 * this.written++;
    this.entries[at] = key;
    this.entries[at + 1] = (id << ROLES) | roles;
  }

  private sort(): BulkKeysImage {
    const { written, last, isEachOnce } = this;
    const [entries, members] = sorted(this.entries.subarray(0, 2 * written));
    this.entries = new Int32Array(0);
    let count = 0;
    for (let from = 0, to = 0; from < entries.length; from = to) {
      for (to = from + 2; entries[to] === entries[from]; to += 2);
      // For a key with a single value, the only candidate is the value itself.
      if (isEachOnce && to - from === 2) entries[from + 1] = 0;
      else count = placed(entries, from, to, members, count, isEachOnce);
    }
    const starts = new Int32Array(last + 2);
    for (let at = 1; at < entries.length; at += 2) starts[1 - entries[at]!]!++;
    starts[1] = 0;
    for (let value = 1; value < starts.length; value++) starts[value]! += starts[value - 1]!;
    const next = starts.slice();
    const places = new Int32Array(starts[last + 1]!);
    for (let at = 0; at < entries.length; at += 2)
      if (entries[at + 1] !== 0) places[next[-entries[at + 1]!]!++] = entries[at]!;
    return { starts, places, members: members.slice(0, count) };
  }

  private grow(least: number): void {
    const larger = new Int32Array(Math.max(FIRST_ROOM, least, this.entries.length + (this.entries.length >>> 1)));
    larger.set(this.entries);
    this.entries = larger;
  }
}

export const NO_KEYS: BulkKeysImage = {
  starts: new Int32Array(2),
  places: new Int32Array(0),
  members: new Int32Array(0),
};

const DIGIT_BITS = 11;

/** Radix sort by key, stable. @returns the sorted entries, and an array that can be reused */
function sorted(entries: Int32Array): [Int32Array, Int32Array] {
  let [from, to]: [Int32Array, Int32Array] = [entries, new Int32Array(entries.length)];
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const mask = (1 << DIGIT_BITS) - 1;
    const next = new Int32Array(mask + 2);
    for (let at = 0; at < from.length; at += 2) next[((from[at]! >>> shift) & mask) + 1]! += 2;
    for (let digit = 1; digit <= mask; digit++) next[digit]! += next[digit - 1]!;
    for (let at = 0; at < from.length; at += 2) {
      const digit = (from[at]! >>> shift) & mask;
      const place = next[digit]!;
      next[digit] = place + 2;
      to[place] = from[at]!;
      to[place + 1] = from[at + 1]!;
    }
    [from, to] = [to, from];
  }
  return [from, to];
}

/**
 * Adds the stored values with the same key to `members`. The entry of a query becomes its position in `members` and its
 * negated value. All other entries become 0.
 * @returns the new number of members
 */
function placed(
  entries: Int32Array,
  from: number,
  to: number,
  members: Int32Array,
  begin: number,
  isEachOnce: boolean,
): number {
  let end = begin;
  for (let at = from + 1; at < to; at += 2) {
    const id = entries[at]! >>> ROLES;
    if ((entries[at]! & STORED) !== 0 && (end === begin || members[end - 1] !== id)) members[end++] = id;
  }
  let isNeeded = false;
  for (let at = from, place = begin; at < to; at += 2) {
    const id = entries[at + 1]! >>> ROLES;
    while (isEachOnce && place < end && members[place]! <= id) place++;
    const isPlaced = (entries[at + 1]! & QUERY) !== 0 && place < end;
    entries[at] = place;
    entries[at + 1] = isPlaced ? -id : 0;
    isNeeded ||= isPlaced;
  }
  if (!isNeeded) return begin;
  members[end - 1] = -members[end - 1]!;
  return end;
}

function hashes(terms: Iterable<string>): number[] {
  return Array.from(terms, (term) => hashText(term));
}

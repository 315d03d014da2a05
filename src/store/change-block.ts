import { joinId, numberOf, seriesOf } from './record-key.js';
import {
  partsOf,
  recordOf,
  setSeries,
  tupleOf,
  type ChangeContext,
  type ContextParts,
  type ContextTuple,
} from './history-entry.js';

/** A change in its binary form, not yet decoded. */
export interface StoredChange {
  readonly number: number;
  readonly context: ChangeContext;
  /** First ten characters of the record's Id. The other characters are in `bytes`, as a number. */
  readonly series: string;
  readonly bytes: Buffer;
}

export interface BlockChange extends Omit<StoredChange, 'context'> {
  readonly context: ContextParts;
}

/**
 * Changes in a snapshot: `["b", [series], [[action, client, type, reason | null, scenario Id | null]], base64]`. For
 * each change, the bytes contain its number (u48), the index of its context (u16), the length of its entry (u32), and
 * the entry as in memory, with an index into the block's series. If a block is damaged, other blocks can still be read.
 *
 * One JSON line per change would take three times the space, and most of the time to write and read a million changes.
 */
export type ChangeBlock = ['b', string[], ContextTuple[], string];

const HEAD = 12;
/** Bytes at which a block is full: a few hundred changes. */
const FULL = 6_000;
const LOW = 2 ** 32;

export class BlockWriter {
  #bytes = Buffer.allocUnsafe(2 * FULL);
  #filled = 0;
  readonly #series = new Map<string, number>();
  readonly #contexts = new Map<ChangeContext, number>();

  get isFull(): boolean {
    return this.#filled >= FULL;
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  add({ number, context, series, bytes }: StoredChange): void {
    this.#reserve(HEAD + bytes.length);
    const at = this.#filled;
    this.#bytes.writeUInt32LE(number % LOW, at);
    this.#bytes.writeUInt16LE(Math.floor(number / LOW), at + 4);
    this.#bytes.writeUInt16LE(placeIn(this.#contexts, context), at + 6);
    this.#bytes.writeUInt32LE(bytes.length, at + 8);
    bytes.copy(this.#bytes, at + HEAD);
    setSeries(this.#bytes.subarray(at + HEAD), placeIn(this.#series, series));
    this.#filled += HEAD + bytes.length;
  }

  take(): ChangeBlock {
    const contexts = [...this.#contexts.keys()].map(tupleOf);
    const bytes = this.#bytes.toString('base64', 0, this.#filled);
    const block: ChangeBlock = ['b', [...this.#series.keys()], contexts, bytes];
    this.#filled = 0;
    this.#series.clear();
    this.#contexts.clear();
    return block;
  }

  #reserve(size: number): void {
    if (this.#filled + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#filled + size));
    this.#bytes.copy(larger, 0, 0, this.#filled);
    this.#bytes = larger;
  }
}

/**
 * Receives a change of a block. There are millions, so the bytes are not copied.
 * @param context, series indexes into the block's lists
 * @param start Start of the entry in the bytes, which the receiver may change
 */
export type TakeChange = (
  number: number,
  context: number,
  series: number,
  bytes: Buffer,
  start: number,
  end: number,
) => void;

/** @throws Error describing the fault */
export function eachChangeIn([, series, contexts, base64]: ChangeBlock, take: TakeChange): void {
  for (const name of series) {
    const first = joinId(name, 0);
    if (seriesOf(first) !== name || numberOf(first) !== 0)
      throw new Error(`${JSON.stringify(name)} is not the prefix of an Id`);
  }
  const bytes = Buffer.from(base64, 'base64');
  for (let at = 0; at < bytes.length;) {
    const number = bytes.readUInt32LE(at) + bytes.readUInt16LE(at + 4) * LOW;
    const context = bytes.readUInt16LE(at + 6);
    const start = at + HEAD;
    const end = start + bytes.readUInt32LE(at + 8);
    const place = end > bytes.length ? series.length : recordOf(bytes, start).series;
    if (context >= contexts.length || place >= series.length)
      throw new Error(`change ${number}: its length does not match its block`);
    take(number, context, place, bytes, start, end);
    at = end;
  }
}

/** Returns the changes in order. The caller may change their bytes. @throws Error describing the fault */
export function changesOf(block: ChangeBlock): BlockChange[] {
  const changes: BlockChange[] = [];
  const [, names, contexts] = block;
  const parts = contexts.map(partsOf);
  eachChangeIn(block, (number, context, series, bytes, start, end) => {
    changes.push({ number, context: parts[context]!, series: names[series]!, bytes: bytes.subarray(start, end) });
  });
  return changes;
}

function placeIn<K>(places: Map<K, number>, key: K): number {
  let place = places.get(key);
  if (place === undefined) places.set(key, (place = places.size));
  return place;
}

import { hashText } from '../../runtime/memory/hash.js';
import { KeyTable } from '../../runtime/memory/key-table.js';
import { ListPool } from '../../runtime/memory/list-pool.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import { joinId, numberOf, seriesOf } from '../record-key.js';
import type { ChangeListener } from './latest-view.js';

/** Objects whose records own other records. Nearly every record refers to an owner, and owners are not merged. */
const OWNERS: ReadonlySet<string> = new Set(['User', 'Group']);

export function isMergeable({ name }: ObjectType): boolean {
  return !OWNERS.has(name);
}

/** Returns the fields of an object that may refer to records that can be merged. */
export function mergeableReferences(type: ObjectType): readonly string[] {
  return type.fields
    .filter((field) => field.isWritable && field.referenceTo?.some((name) => !OWNERS.has(name)) === true)
    .map(({ name }) => name);
}

/** Lists of records by the hash of a reference. A record is its number in its series, plus one. */
interface Lists {
  readonly heads: KeyTable;
  readonly pool: ListPool;
}

/**
 * Finds the records that refer to a record, in the latest view, at about ten bytes per reference. Every record must be
 * added once, and then each change to a record.
 */
export class References implements ChangeListener {
  readonly #fields: ReadonlyMap<string, readonly string[]>;
  readonly #series = new Map<string, Lists>();

  constructor(registry: ObjectRegistry) {
    this.#fields = new Map(registry.types.map((type) => [type.name, mergeableReferences(type)]));
  }

  get types(): string[] {
    return [...this.#fields].filter(([, fields]) => fields.length > 0).map(([name]) => name);
  }

  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const { id, type } = (after ?? before)!;
    const fields = this.#fields.get(type) ?? [];
    if (fields.length === 0) return;
    const [from, to] = [keysOf(before, fields), keysOf(after, fields)];
    for (const key of from) if (!to.includes(key)) this.#remove(key, id);
    for (const key of to) if (!from.includes(key)) this.#add(key, id);
  }

  /** Returns the Ids of all records that refer to a record, and perhaps a few others with the same hash. */
  *of(id: string): Iterable<string> {
    const key = hashText(id);
    for (const [series, { heads, pool }] of this.#series)
      for (const place of pool.toArray(heads.get(key))) yield joinId(series, place - 1);
  }

  #add(key: number, id: string): void {
    let lists = this.#series.get(seriesOf(id));
    if (lists === undefined) this.#series.set(seriesOf(id), (lists = { heads: new KeyTable(), pool: new ListPool() }));
    const head = lists.heads.get(key);
    const next = lists.pool.insert(head, numberOf(id) + 1);
    if (next !== head) lists.heads.set(key, next);
  }

  #remove(key: number, id: string): void {
    const lists = this.#series.get(seriesOf(id));
    const head = lists?.heads.get(key) ?? 0;
    if (lists === undefined || head === 0) return;
    const next = lists.pool.remove(head, numberOf(id) + 1);
    // The table cannot store an empty list, so the last member stays, and readers check its reference.
    if (next !== 0 && next !== head) lists.heads.set(key, next);
  }
}

function keysOf(record: StoredRecord | undefined, fields: readonly string[]): number[] {
  const keys: number[] = [];
  for (const name of fields) {
    const value = record?.fields[name];
    if (typeof value === 'string') keys.push(hashText(value));
  }
  return keys;
}

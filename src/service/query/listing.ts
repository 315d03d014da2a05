import type { RecordQuery } from './query-types.js';
import { RequestError } from '../../records/contract/request-error.js';
import { normaliseId } from '../../records/ids.js';
import type { StoredRecord } from '../../records/record.js';
import type { RecordStore } from '../../store/record-store.js';

export type Start = Pick<RecordQuery, 'after' | 'from' | 'offset'>;

interface Listed {
  readonly record: StoredRecord;
  /** Returns the value of `after` that continues a listing after this record. */
  readonly cursor: () => string;
}

/** An object's records in some order, beginning at the start of a page. */
export interface Listing {
  /** Sorts up to `atMost` more records. @returns fraction of sorted records, 0 to 1 */
  prepare(atMost: number): number;
  /** The value of `after` for this start. */
  readonly cursor: string;
  /** Returns the number of records that precede the page. */
  position(): number;
  /** Records may change during the iteration. An unchanged record is visited exactly once. */
  records(): Iterable<Listed>;
}

/** The store has this order, so no preparation is needed. */
export function inIdOrder(store: RecordStore, type: string, start: Start): Listing {
  const first = idToBeginWith(store, type, start);
  const after = start.after === undefined ? undefined : idOf('after', start.after);
  return {
    prepare: () => 1,
    cursor: after ?? first ?? '',
    position() {
      if (first !== undefined) return store.rank(type, first);
      if (after === undefined) return start.offset === undefined ? 0 : store.count(type);
      return store.rank(type, after) + Number(store.get(after) !== undefined);
    },
    *records() {
      if (first === undefined && start.offset !== undefined) return;
      if (first !== undefined) {
        const record = store.get(first);
        if (record?.type === type) yield { record, cursor: () => first };
      }
      for (const record of store.scan(type, first ?? after)) yield { record, cursor: () => record.id };
    },
  };
}

function idToBeginWith(store: RecordStore, type: string, { from, offset }: Start): string | undefined {
  if (from !== undefined) return idOf('from', from);
  return offset === undefined ? undefined : store.idAt(type, offset);
}

/** @throws RequestError 400 `INVALID_QUERY_PARAMETER` */
export function idOf(parameter: string, text: string): string {
  const id = normaliseId(text);
  if (id !== undefined) return id;
  const expected = parameter === 'after' ? 'the `next` of a page' : 'an Id of 15 or 18 characters';
  throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${parameter}: expected ${expected}`, [parameter]);
}

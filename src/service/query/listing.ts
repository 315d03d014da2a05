import type { RecordQuery } from './query-types.js';
import { RequestError } from '../../contract/request-error.js';
import { normaliseId } from '../../records/ids.js';
import type { StoredRecord } from '../../records/record.js';
import type { RecordStore } from '../../store/record-store.js';

/** Where a page begins, as the request says it. */
export type Start = Pick<RecordQuery, 'after' | 'from' | 'offset'>;

export interface Listed {
  readonly record: StoredRecord;
  /** Value of `after` that goes on behind it. */
  readonly cursor: () => string;
}

/** The records of an object in some order, from the start of a page on. */
export interface Listing {
  /** Takes more records in, at most so many. @returns share of the records that are in order, 0..1 */
  prepare(atMost: number): number;
  /** Value of `after` that begins here. */
  readonly cursor: string;
  /** Records before the first one. */
  position(): number;
  /** May be left and resumed while records change: one that stays as it is is met once. */
  records(): Iterable<Listed>;
}

/** In Id order, in which the store keeps them: nothing is to be prepared. */
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
  const expected = parameter === 'after' ? 'what `next` of a page gave' : 'an Id of 15 or 18 characters';
  throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${parameter}: expected ${expected}`, [parameter]);
}

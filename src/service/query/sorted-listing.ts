import { RequestError } from '../../records/contract/request-error.js';
import { normaliseId } from '../../records/ids.js';
import type { SortedRecords, SortPlace } from '../../store/record-order.js';
import type { RecordStore } from '../../store/record-store.js';
import { idOf, type Listing, type Start } from './listing.js';
import type { Order } from './order-by.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** Number of positions read from the list at a time. */
const AT_ONCE = 64;

/** The start: after a position, or as requested if the list is not sorted yet. */
type Cursor = { readonly behind: SortPlace } | { readonly from: string } | { readonly offset: number };

/** Lists records in the order of a field. The sorted list is built on first use, and then kept up to date. */
export function sorted(store: RecordStore, type: string, { key, isDescending }: Order, start: Start): Listing {
  const list = store.sorted(type, key);
  const begin = cursorOf(start);
  const first = () => firstRank(store, type, list, { key, isDescending }, begin);
  const step = isDescending ? -1 : 1;
  return {
    prepare(atMost) {
      list.prepare(atMost);
      return list.prepared;
    },
    cursor: encode(begin),
    position: () => (isDescending ? list.size - 1 - first() : first()),
    *records() {
      let rank = first();
      for (;;) {
        const places = list.slice(rank, step * AT_ONCE);
        for (const place of places) {
          const record = store.get(place.id);
          // Skip a record that has changed and now has another position.
          if (record?.type === type && key.of(record) === place.key)
            yield { record, cursor: () => encode({ behind: place }) };
        }
        const last = places.at(-1);
        if (last === undefined) return;
        rank = rankBehind(list, last, isDescending);
      }
    },
  };
}

function firstRank(
  store: RecordStore,
  type: string,
  list: SortedRecords,
  { key, isDescending }: Order,
  begin: Cursor,
): number {
  if ('behind' in begin) return rankBehind(list, begin.behind, isDescending);
  if ('offset' in begin) return isDescending ? list.size - 1 - begin.offset : begin.offset;
  const record = store.get(begin.from);
  if (record?.type === type) return list.rank({ key: key.of(record), id: record.id });
  throw refused('from', `no record of ${type} has this Id`);
}

/** Returns the rank that follows a position in the given direction, even if the position's record no longer exists. */
export function rankBehind(list: SortedRecords, place: SortPlace, isDescending: boolean): number {
  const rank = list.rank(place);
  if (isDescending) return rank - 1;
  return rank + Number(list.slice(rank, 1)[0]?.id === place.id);
}

function cursorOf({ after, from, offset }: Start): Cursor {
  if (after !== undefined) return decode(after);
  return from === undefined ? { offset: offset ?? 0 } : { from: idOf('from', from) };
}

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws RequestError 400 `INVALID_QUERY_PARAMETER` if the text is not from `encode` */
function decode(text: string): Cursor {
  const json = parsedJson(Buffer.from(text, 'base64url').toString());
  const { behind, from, offset } = (json ?? {}) as { behind?: unknown; from?: unknown; offset?: unknown };
  if (typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0) return { offset };
  if (typeof from === 'string') return { from: idOf('after', from) };
  const { key, id } = (behind ?? {}) as { key?: unknown; id?: unknown };
  const known = typeof id === 'string' ? normaliseId(id) : undefined;
  if (known !== undefined && (key === null || typeof key === 'string' || typeof key === 'number'))
    return { behind: { key, id: known } };
  throw refused('after', 'expected the `next` of a page with the same orderBy');
}

const refused = (parameter: string, reason: string): RequestError =>
  new RequestError(400, 'INVALID_QUERY_PARAMETER', `${parameter}: ${reason}`, [parameter]);

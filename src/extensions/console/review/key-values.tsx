import { signal } from '@preact/signals';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { FieldInfo, ObjectDescription, RecordData } from '../api/types.js';
import { keyColumns } from '../records/key-columns.js';
import { formatValue } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import type { Item } from './items.js';

/** Maximum records shown per item. */
const MOST_RECORDS = 4;
/** Records per request. */
const AT_ONCE = 200;

/** Records by Id, for items shown since the list was loaded. */
const known = signal<ReadonlyMap<string, RecordData>>(new Map());
const asked = new Set<string>();

/** Clears the cache, because the records of a list may have changed. */
export function forgetValues(): void {
  asked.clear();
  known.value = new Map();
}

const shownOf = ({ records }: Item) => records.filter(({ state }) => state !== 'deleted').slice(0, MOST_RECORDS);

/** Loads the records of some items, with one request per object. Until they are loaded, the lines show only names. */
export async function wantValues(items: readonly Item[], types: ReadonlyMap<string, ObjectDescription>): Promise<void> {
  if (!allows('read')) return;
  for (const [objectType, type] of types) {
    const ids = items
      .filter((item) => item.objectType === objectType)
      .flatMap((item) => shownOf(item).map(({ id }) => id))
      .filter((id) => !asked.has(id));
    const fields = ['Id', ...keyColumns(type).map(({ name }) => name)];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      for (const id of some) asked.add(id);
      const body = { ids: some, fields };
      const found = await call('readRecordsPosted', { params: { objectType }, body }).catch(() => []);
      const read = found.flatMap((record) =>
        record === null ? [] : [[String(record['Id']), record as RecordData] as const],
      );
      known.value = new Map([...known.value, ...read]);
    }
  }
}

/** Number of digits of a telephone number without country and area codes. */
const OWN_DIGITS = 8;

/** Returns the string in lower case, or a telephone number without its codes. */
const plain = (text: string, kind: string): string =>
  kind === 'phone' ? text.replace(/\D/g, '').slice(-OWN_DIGITS) : text.toLowerCase();

/** The records of an item as rows, with differing values marked. */
export function KeyValues({ item, type }: { readonly item: Item; readonly type: ObjectDescription | undefined }) {
  const shown = shownOf(item).flatMap(({ id }): readonly RecordData[] => {
    const record = known.value.get(id);
    return record === undefined ? [] : [record];
  });
  if (type === undefined || shown.length < 2) return null;
  const isSame = ({ name, type: kind }: FieldInfo): boolean => {
    const values = shown.map((record) => plain(formatValue(record[name]), kind)).filter((value) => value !== '');
    return new Set(values).size < 2;
  };
  // Omit equal names, which the line already shows.
  const columns = keyColumns(type).filter(
    (field) =>
      shown.some((record) => formatValue(record[field.name]) !== '') && (field.name !== 'Name' || !isSame(field)),
  );
  const more = item.records.length - shown.length;
  return (
    <table class="key-values small">
      <thead class="hidden">
        <tr>
          {columns.map(({ name, label }) => (
            <th scope="col" key={name}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((record) => (
          <tr key={record['Id']}>
            {columns.map((field) => (
              <td
                key={field.name}
                class={isSame(field) ? '' : 'differs'}
                title={`${field.label}: ${formatValue(record[field.name])}`}
                dir="auto"
              >
                {formatValue(record[field.name])}
              </td>
            ))}
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td class="soft" colSpan={columns.length}>
              {say(texts.review.moreRecords, String(more))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

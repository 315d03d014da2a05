import type { CandidateIndex, FieldTexts } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordStore } from '../store/record-store.js';

export interface IndexSource {
  readonly store: RecordStore;
  readonly type: ObjectType;
  readonly texts: (record: StoredRecord) => FieldTexts;
}

/** Puts all records of a type into an empty index. @param follow is shown every record */
export async function buildIndex(
  index: CandidateIndex,
  { store, type, texts }: IndexSource,
  follow: (record: StoredRecord) => void,
): Promise<void> {
  const deleted = store.deletedIds(type.name)[Symbol.iterator]();
  let next = deleted.next();
  const reserveUntil = async (until?: string): Promise<void> => {
    for (; next.done !== true && (until === undefined || next.value < until); next = deleted.next())
      await reserve(index, next.value);
  };
  for (const record of store.scan(type.name)) {
    await reserveUntil(record.id);
    await index.put(record.id, texts(record));
    follow(record);
  }
  await reserveUntil();
}

/**
 * Brings an index of an earlier state of the store up to date.
 *
 * @param changed all records that have changed since; others do no harm
 */
export async function catchUp(
  index: CandidateIndex,
  { store, type, texts }: IndexSource,
  changed: Iterable<string>,
): Promise<void> {
  const ids = [...changed].filter((id) => id.startsWith(type.keyPrefix)).sort();
  if (ids.length === 0) return;
  const deleted = new Set(store.deletedIds(type.name));
  for (const id of ids) {
    const record = await store.get(id);
    if (record?.type === type.name) await index.put(id, texts(record));
    else if (deleted.has(id)) await reserve(index, id);
    else await index.delete(id);
  }
}

/** Of a deleted record that may come back the index must know the Id: new ones have to be the largest. */
async function reserve(index: CandidateIndex, id: string): Promise<void> {
  await index.put(id, {});
  await index.delete(id);
}

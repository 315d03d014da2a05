import { availableParallelism } from 'node:os';
import type { CandidateIndex, FieldTexts } from '../index/candidate-index.js';
import { createMemoryIndex } from '../index/memory-index.js';
import { ThreadedIndex, type IndexedRow } from '../index/threads/threaded-index.js';
import type { MethodOptions } from '../matching/methods/create-methods.js';
import type { Scenario } from '../matching/scenario.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordStore } from '../store/record-store.js';

/** Records of a type below which one thread is done before others have started. */
const FEWEST_FOR_THREADS = 50_000;
/** Rows sent to the threads at once; the first of them tell how the columns are shared out. */
const ROWS_AT_ONCE = 2_048;

export interface IndexSource {
  readonly store: RecordStore;
  readonly type: ObjectType;
  readonly texts: (record: StoredRecord) => FieldTexts;
}

export interface IndexBuilding {
  readonly scenarios: readonly Scenario[];
  /** What the scenarios' methods were made with. */
  readonly methods: MethodOptions;
  /** Records of a type from which on it is built by several threads. Default 50,000. */
  readonly fewestForThreads?: number | undefined;
}

/** The index of all records of a type. @param follow is shown every record */
export async function buildIndex(
  source: IndexSource,
  building: IndexBuilding,
  follow: (record: StoredRecord) => void,
): Promise<CandidateIndex> {
  const { store, type } = source;
  const threads = availableParallelism();
  if (threads > 1 && store.count(type.name) >= (building.fewestForThreads ?? FEWEST_FOR_THREADS))
    return buildByThreads(source, { ...building, threads }, follow);
  const index = createMemoryIndex(building);
  await fillIndex(index, source, follow);
  return index;
}

/** Puts all records of a type into an empty index. @param follow is shown every record */
export async function fillIndex(
  index: CandidateIndex,
  source: IndexSource,
  follow: (record: StoredRecord) => void,
): Promise<void> {
  for (const { id, texts } of rows(source, follow)) {
    if (texts === undefined) await reserve(index, id);
    else await index.put(id, texts);
  }
}

async function buildByThreads(
  source: IndexSource,
  building: IndexBuilding & { readonly threads: number },
  follow: (record: StoredRecord) => void,
): Promise<CandidateIndex> {
  let index: ThreadedIndex | undefined;
  try {
    let batch: IndexedRow[] = [];
    for (const row of rows(source, follow)) {
      batch.push(row);
      if (batch.length < ROWS_AT_ONCE) continue;
      index ??= startThreads(batch, building);
      await index.add(batch);
      batch = [];
    }
    index ??= startThreads(batch, building);
    await index.add(batch);
    return await index.finish();
  } finally {
    await index?.end();
  }
}

function startThreads(
  sample: readonly IndexedRow[],
  { scenarios, methods, threads }: IndexBuilding & { readonly threads: number },
): ThreadedIndex {
  return new ThreadedIndex({ scenarios, methods, threads, sample: sample.map(({ texts }) => texts ?? {}) });
}

/** Records, and deleted ones that may come back, in the order of their Ids: of these, too, the index must know the Ids, for new ones have to be the largest. */
function* rows({ store, type, texts }: IndexSource, follow: (record: StoredRecord) => void): Generator<IndexedRow> {
  const deleted = store.deletedIds(type.name)[Symbol.iterator]();
  let next = deleted.next();
  for (const record of store.scan(type.name)) {
    for (; next.done !== true && next.value < record.id; next = deleted.next())
      yield { id: next.value, texts: undefined };
    yield { id: record.id, texts: texts(record) };
    follow(record);
  }
  for (; next.done !== true; next = deleted.next()) yield { id: next.value, texts: undefined };
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

async function reserve(index: CandidateIndex, id: string): Promise<void> {
  await index.put(id, {});
  await index.delete(id);
}

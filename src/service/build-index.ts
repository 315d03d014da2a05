import { availableParallelism } from 'node:os';
import type { CandidateIndex } from '../index/candidate-index.js';
import { ThreadedIndex, type IndexedRow } from '../index/threads/threaded-index.js';
import type { FieldTexts } from '../matching/field-texts.js';
import type { MethodOptions } from '../matching/methods/create-methods.js';
import type { Scenario } from '../matching/scenario.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import { outcome, type DecisionSteps } from '../runtime/decision-quota.js';
import type { RecordStore } from '../store/record-store.js';

/**
 * Minimum number of records for several threads. A single thread indexes fewer records in the time that other threads
 * need to start.
 */
const FEWEST_FOR_THREADS = 50_000;
/** Number of first rows that are sampled to divide the columns among threads. */
const SAMPLE = 2_048;
/** Rows per step and per message to a thread: at startup, and while requests are served. */
const ROWS_AT_ONCE = 2_048;
const ROWS_BESIDE_REQUESTS = 64;

export interface IndexSource {
  readonly store: RecordStore;
  readonly type: ObjectType;
  readonly texts: (record: StoredRecord) => FieldTexts;
  readonly follow?: (record: StoredRecord) => void;
}

export interface IndexBuilding {
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly create: (scenarios: readonly Scenario[]) => CandidateIndex;
  /** Minimum number of records for building with several threads. Default: 50,000. */
  readonly fewestForThreads?: number | undefined;
  /** Whether requests are served during the build. Steps are then short, and one CPU stays free. */
  readonly besideRequests?: boolean;
}

/** Builds the index of a type in steps. Records may change between steps: see `ReplacementIndex`. */
export function* buildIndex(source: IndexSource, building: IndexBuilding): DecisionSteps<CandidateIndex> {
  const { store, type } = source;
  const { fewestForThreads = FEWEST_FOR_THREADS, besideRequests = false } = building;
  const threads = Math.max(1, availableParallelism() - (besideRequests ? 1 : 0));
  // Terms from several threads must be merged in one step, which would block requests.
  const mayUseThreads = besideRequests ? !comparesTerms(building.scenarios) : threads > 1;
  if (mayUseThreads && store.count(type.name) >= fewestForThreads)
    return yield* buildByThreads(source, { ...building, threads });
  const index = building.create(building.scenarios);
  for (const rows of allRows(source, besideRequests ? ROWS_BESIDE_REQUESTS : ROWS_AT_ONCE)) {
    for (const { id, texts } of rows) {
      if (texts === undefined) reserve(index, id);
      else index.put(id, texts);
    }
    yield;
  }
  return index;
}

function comparesTerms(scenarios: readonly Scenario[]): boolean {
  return scenarios.some(({ fields }) => fields.some(({ method }) => method.retrieval.kind === 'terms'));
}

/** Runs the steps without other work between them. */
export async function takeAll<T>(steps: DecisionSteps<T>): Promise<T> {
  for (let goOn = () => steps.next(); ;) {
    const step = goOn();
    if (step.done === true) return step.value;
    goOn = step.value === undefined ? () => steps.next() : await outcome(steps, step.value);
  }
}

function* buildByThreads(
  source: IndexSource,
  building: IndexBuilding & { readonly threads: number },
): DecisionSteps<CandidateIndex> {
  const { scenarios, methods, threads, besideRequests = false } = building;
  const sample: IndexedRow[][] = [];
  let index: ThreadedIndex | undefined;
  const start = (): ThreadedIndex => {
    const texts = sample.flat().map((row) => row.texts ?? {});
    return new ThreadedIndex({ scenarios, methods, threads, sample: texts, isBackground: besideRequests });
  };
  try {
    const most = besideRequests ? ROWS_BESIDE_REQUESTS : ROWS_AT_ONCE;
    for (const rows of allRows(source, most)) {
      if (index !== undefined) yield index.add(rows);
      else if (sample.push(rows) * most < SAMPLE) yield;
      else for (const first of sample) yield (index ??= start()).add(first);
    }
    if (index === undefined) for (const first of sample) yield (index ??= start()).add(first);
    index ??= start();
    let built: CandidateIndex | undefined;
    yield index.finish().then((finished) => (built = finished));
    return built!;
  } finally {
    if (index !== undefined) yield index.end();
  }
}

/**
 * Yields all rows in Id order, in batches that are read on demand. If a record changes later, the caller must `put` it
 * again. New records must have greater Ids than all others.
 */
function* allRows(source: IndexSource, most: number): Generator<IndexedRow[]> {
  for (let after = ''; ;) {
    const rows = rowsAfter(source, after, most);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    yield rows;
  }
}

/** Returns records, and deleted Ids that may be restored, because the index can later add only greater Ids. */
function rowsAfter({ store, type, texts, follow }: IndexSource, after: string, most: number): IndexedRow[] {
  const records = first(store.scan(type.name, after), most);
  const end = records.length < most ? undefined : records.at(-1)!.id;
  const deleted = first(store.deletedIds(type.name, after, end), most);
  const last = deleted.length < most ? end : deleted.at(-1)!;
  const rows: IndexedRow[] = deleted.map((id) => ({ id, texts: undefined }));
  for (const record of records) {
    if (last !== undefined && record.id > last) break;
    rows.push({ id: record.id, texts: texts(record) });
    follow?.(record);
  }
  return deleted.length === 0 ? rows : rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function first<T>(all: Iterable<T>, most: number): T[] {
  const found: T[] = [];
  for (const one of all) {
    found.push(one);
    if (found.length === most) break;
  }
  return found;
}

export interface CurrentRecords {
  get(id: string): StoredRecord | undefined;
  /** Returns whether a missing record may be restored. */
  mayComeBack(id: string): boolean;
}

/**
 * Updates an index of an earlier state, record by record.
 * @param changed all records of the type that have changed since; may include unchanged records
 */
export function* catchUp(
  index: CandidateIndex,
  { type, texts }: Pick<IndexSource, 'type' | 'texts'>,
  current: CurrentRecords,
  changed: Iterable<string>,
): DecisionSteps<void> {
  for (const id of [...changed].sort()) {
    const record = current.get(id);
    if (record?.type === type.name) index.put(id, texts(record));
    else if (current.mayComeBack(id)) reserve(index, id);
    else index.delete(id);
    yield;
  }
}

function reserve(index: CandidateIndex, id: string): void {
  index.put(id, {});
  index.delete(id);
}

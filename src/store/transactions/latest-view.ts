import { idCounter } from '../installation.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../../index/candidate-index.js';
import { NormalizedRecord } from '../../matching/normalized-record.js';
import { type FieldTexts } from '../../matching/field-texts.js';
import { COMMON_INSTALLATION, idNumber, installationOf, keyPrefixOf, makeId } from '../../records/ids.js';
import type { StoredRecord } from '../../records/record.js';
import type { LongSearch } from '../../runtime/long-search.js';
import type { RecordStore } from '../record-store.js';

export interface ChangeListener {
  /** `before` is undefined for a new record, `after` for a deleted one. */
  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
}

export interface ViewRetrieval {
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  readonly texts: (record: StoredRecord) => FieldTexts;
}

export interface LatestViewParts extends ViewRetrieval {
  readonly store: Pick<RecordStore, 'get' | 'counter' | 'drawInstallation'>;
  readonly listeners: readonly ChangeListener[];
  /** Whether other nodes also issue Ids. */
  readonly isShared?: boolean;
}

interface Version {
  readonly writer: object;
  readonly record: StoredRecord | undefined;
}

interface UncommittedRecord {
  /** In order of the transactions. Never empty. */
  versions: Version[];
  /** The record as last read or committed, so that versions can be undone even if the disk cannot be read. */
  committed: StoredRecord | undefined;
  /** Normal forms of the committed record. Kept after the first search, because each search needs them. */
  forms?: NormalizedRecord;
}

/**
 * The records after all decisions so far: the committed state, and the versions that are not committed yet. Indexes and
 * listeners follow this view.
 */
export class LatestView {
  readonly #uncommitted = new Map<string, UncommittedRecord>();
  readonly #counters = new Map<string, number>();
  /**
   * If the log is shared: the highest number in the index, by key prefix. The index contains all Ids up to this number.
   */
  readonly #known = new Map<string, { readonly number: number; readonly installation: number }>();

  readonly #listeners: ChangeListener[];
  #retrieval: ViewRetrieval;

  constructor(private readonly parts: LatestViewParts) {
    this.#listeners = [...parts.listeners];
    this.#retrieval = parts;
  }

  /** Reports each change to a listener. @returns a function that removes the listener */
  follow(listener: ChangeListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** Replaces the indexes. Call only while nothing is uncommitted. */
  replaceRetrieval(retrieval: ViewRetrieval): void {
    if (!this.isCommitted) throw new Error('likeness: indexes cannot be replaced while changes are uncommitted');
    this.#retrieval = retrieval;
  }

  get(id: string): StoredRecord | undefined {
    const uncommitted = this.#uncommitted.get(id);
    return uncommitted === undefined ? this.parts.store.get(id) : uncommitted.versions.at(-1)!.record;
  }

  isUncommitted(id: string): boolean {
    return this.#uncommitted.has(id);
  }

  /** Whether nothing is uncommitted, so that this view equals that of the store. */
  get isCommitted(): boolean {
    return this.#uncommitted.size === 0;
  }

  uncommittedIds(): Iterable<string> {
    return this.#uncommitted.keys();
  }

  /** @param index Index of the type, or a part of it */
  find(type: string, query: CandidateQuery, inSteps: boolean): CandidateAnswer | LongSearch<CandidateAnswer> {
    const index = this.#index(type);
    return inSteps ? index.attempt(query) : index.search(query);
  }

  /** Makes a change visible in this view. @param before the result of `get` */
  stage(writer: object, id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): void {
    const type = (record ?? before)?.type;
    // Called before anything changes, because it may throw.
    if (type !== undefined) this.#index(type);
    const uncommitted = this.#uncommitted.get(id);
    if (uncommitted === undefined) this.#uncommitted.set(id, { versions: [{ writer, record }], committed: before });
    else uncommitted.versions.push({ writer, record });
    this.#follow(id, before, record);
  }

  /** Removes a writer's versions of a record after they were committed. */
  release(writer: object, id: string): void {
    const uncommitted = this.#uncommitted.get(id);
    const last = uncommitted?.versions.findLast((version) => version.writer === writer);
    if (uncommitted === undefined || last === undefined) return;
    uncommitted.committed = last.record;
    this.#takeOut(writer, id, uncommitted);
  }

  /** Removes an aborted writer's versions, and updates index and listeners. */
  abort(writer: object, id: string): void {
    const uncommitted = this.#uncommitted.get(id);
    if (uncommitted === undefined) return;
    const from = uncommitted.versions.at(-1)!.record;
    this.#takeOut(writer, id, uncommitted);
    const newest = uncommitted.versions.at(-1);
    const to = newest === undefined ? this.#committed(id, uncommitted) : newest.record;
    if (from !== to) this.#follow(id, from, to);
  }

  /** Reads the record of a shared log again, because another commit may have changed it before this transaction. */
  #committed(id: string, { committed }: UncommittedRecord): StoredRecord | undefined {
    if (this.parts.isShared !== true) return committed;
    try {
      return this.parts.store.get(id);
    } catch {
      return committed;
    }
  }

  #takeOut(writer: object, id: string, uncommitted: UncommittedRecord): void {
    uncommitted.versions = uncommitted.versions.filter((version) => version.writer !== writer);
    if (uncommitted.versions.length === 0) this.#uncommitted.delete(id);
  }

  counter(name: string): number {
    return this.#counters.get(name) ?? this.parts.store.counter(name);
  }

  setCounter(name: string, value: number): void {
    this.#counters.set(name, value);
  }

  storedCounter(name: string): number {
    return this.parts.store.counter(name);
  }

  drawInstallation(above: number): number {
    return this.parts.store.drawInstallation(above);
  }

  forgetCounter(name: string): void {
    this.#counters.delete(name);
  }

  /** Resets counters to the store's values. Call only if no uncommitted transaction used them. */
  resetCounters(): void {
    this.#counters.clear();
  }

  /**
   * Updates index and listeners after another writer's commit. If a record has an uncommitted version here, it is
   * updated when that transaction is aborted.
   */
  followed(id: string, before: StoredRecord | undefined): void {
    if (!this.#uncommitted.has(id)) this.#follow(id, before, this.parts.store.get(id));
  }

  /** Iterates over Ids that were issued here and that another writer may still use. Indexes must have them. */
  *openIds(prefix: string): Iterable<string> {
    const last = this.#known.get(prefix);
    if (last === undefined) return;
    for (let number = this.parts.store.counter(idCounter(prefix)) + 1; number <= last.number; number++)
      yield makeId(prefix, number, last.installation);
  }

  /** Returns a record's normal forms. Keeps those of a committed record while it has uncommitted changes. */
  readonly normalized = (record: StoredRecord): NormalizedRecord => {
    const texts = this.#retrieval.texts(record);
    const uncommitted = this.#uncommitted.get(record.id);
    if (uncommitted?.forms?.isOf(texts) === true) return uncommitted.forms;
    const forms = new NormalizedRecord(texts);
    if (uncommitted !== undefined) uncommitted.forms = forms;
    return forms;
  };

  #follow(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const type = after?.type ?? before?.type;
    if (type === undefined) return;
    const index = this.#index(type);
    if (after === undefined) index.delete(id);
    else {
      if (this.parts.isShared === true) this.#makeRoom(index, id);
      index.put(id, this.#retrieval.texts(after));
    }
    for (const listener of this.#listeners) listener.change(before, after);
  }

  /**
   * Adds Ids that an index lacks, because new Ids must be in ascending order. If an Id was issued here without a
   * record, another writer may use it later, so the index must already have this Id.
   */
  #makeRoom(index: CandidateIndex, id: string): void {
    const prefix = keyPrefixOf(id);
    const number = idNumber(id);
    const installation = installationOf(id) ?? COMMON_INSTALLATION;
    if (number === undefined) return;
    const last = this.#known.get(prefix);
    const known = Math.max(last?.number ?? 0, this.parts.store.counter(idCounter(prefix)));
    for (let open = known + 1; open < number; open++) {
      const unused = makeId(prefix, open, installation);
      index.put(unused, {});
      index.delete(unused);
    }
    if (number > known) this.#known.set(prefix, { number, installation });
  }

  #index(type: string): CandidateIndex {
    const index = this.#retrieval.indexes.get(type);
    if (index === undefined) throw new Error(`likeness: no index for object type ${type}`);
    return index;
  }
}

import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../index/candidate-index.js';
import { NormalizedRecord, type FieldTexts } from '../matching/normalized-record.js';
import { idNumber, keyPrefixOf, makeId } from '../records/ids.js';
import type { StoredRecord } from '../records/record.js';
import type { LongSearch } from '../runtime/long-search.js';
import type { RecordView } from '../store/record-view.js';

/** Told of every change of the latest view, to be kept up to date. */
export interface ChangeListener {
  /** `before` or `after` is undefined where the record did not or does not exist. */
  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
}

/** Where this view is searched. */
export interface ViewRetrieval {
  /** By object type name. */
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  /** The texts of a record that its index holds. */
  readonly texts: (record: StoredRecord) => FieldTexts;
}

export interface LatestViewParts extends ViewRetrieval {
  readonly store: Pick<RecordView, 'get' | 'counter'>;
  readonly listeners: readonly ChangeListener[];
  /** Others give out Ids as well. */
  readonly isShared?: boolean;
}

/** The state that one transaction gave a record. */
interface Version {
  readonly writer: object;
  readonly record: StoredRecord | undefined;
}

interface UncommittedRecord {
  /** In the order of the transactions; never empty while it is kept. */
  versions: Version[];
  /** The record below them, as read or committed last: they are taken back though the disk cannot be read. */
  committed: StoredRecord | undefined;
  /** Normal forms of the committed record, once a search has asked: every search meets it until it is committed. */
  forms?: NormalizedRecord;
}

/**
 * The records as everything decided so far leaves them, on disk or still on its way: the committed state under the
 * versions of uncommitted transactions. The candidate indexes and the listeners follow it.
 */
export class LatestView {
  readonly #uncommitted = new Map<string, UncommittedRecord>();
  readonly #counters = new Map<string, number>();
  /** By key prefix, of a shared log: the index knows every Id that may come, up to this number. */
  readonly #known = new Map<string, number>();

  readonly #listeners: ChangeListener[];
  #retrieval: ViewRetrieval;

  constructor(private readonly parts: LatestViewParts) {
    this.#listeners = [...parts.listeners];
    this.#retrieval = parts;
  }

  /** Tells a listener of every change from now on. @returns ends it */
  follow(listener: ChangeListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** Searches other indexes from now on, which hold this view. Only while nothing is uncommitted. */
  replaceRetrieval(retrieval: ViewRetrieval): void {
    if (!this.isCommitted) throw new Error('likeness: indexes are replaced while changes are uncommitted');
    this.#retrieval = retrieval;
  }

  get(id: string): StoredRecord | undefined {
    const uncommitted = this.#uncommitted.get(id);
    return uncommitted === undefined ? this.parts.store.get(id) : uncommitted.versions.at(-1)!.record;
  }

  isUncommitted(id: string): boolean {
    return this.#uncommitted.has(id);
  }

  /** Whether nothing is uncommitted: this view is that of the store. */
  get isCommitted(): boolean {
    return this.#uncommitted.size === 0;
  }

  /** Ids of the records with uncommitted changes. */
  uncommittedIds(): Iterable<string> {
    return this.#uncommitted.keys();
  }

  /** @param index that of the type, or a part of it */
  find(type: string, query: CandidateQuery, inSteps: boolean): CandidateAnswer | LongSearch<CandidateAnswer> {
    const index = this.#index(type);
    return inSteps ? index.attempt(query) : index.search(query);
  }

  /** Makes a change visible in this view. @param before what `get` gives */
  stage(writer: object, id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): void {
    const type = (record ?? before)?.type;
    // It throws before anything is changed.
    if (type !== undefined) this.#index(type);
    const uncommitted = this.#uncommitted.get(id);
    if (uncommitted === undefined) this.#uncommitted.set(id, { versions: [{ writer, record }], committed: before });
    else uncommitted.versions.push({ writer, record });
    this.#follow(id, before, record);
  }

  /** Takes a writer's versions of a record out: they are committed. */
  release(writer: object, id: string): void {
    const uncommitted = this.#uncommitted.get(id);
    const last = uncommitted?.versions.findLast((version) => version.writer === writer);
    if (uncommitted === undefined || last === undefined) return;
    uncommitted.committed = last.record;
    this.#takeOut(writer, id, uncommitted);
  }

  /** As `release`, when the writer was aborted: index and listeners follow. */
  abort(writer: object, id: string): void {
    const uncommitted = this.#uncommitted.get(id);
    if (uncommitted === undefined) return;
    const from = uncommitted.versions.at(-1)!.record;
    this.#takeOut(writer, id, uncommitted);
    const newest = uncommitted.versions.at(-1);
    const to = newest === undefined ? this.#committed(id, uncommitted) : newest.record;
    if (from !== to) this.#follow(id, from, to);
  }

  /** Another writer's commit may have come between what a decision read and what it staged. */
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

  /** A counter is the store's again. */
  forgetCounter(name: string): void {
    this.#counters.delete(name);
  }

  /** Counters are the store's again: nothing is uncommitted that took from them. */
  resetCounters(): void {
    this.#counters.clear();
  }

  /**
   * Another writer's commit is in the store. Where a version of a transaction stands over it, that one is aborted
   * later, and index and listeners follow then.
   */
  followed(id: string, before: StoredRecord | undefined): void {
    if (!this.#uncommitted.has(id)) this.#follow(id, before, this.parts.store.get(id));
  }

  /** Ids of a prefix that were given out here, and may be another writer's to give: indexes must know them. */
  *openIds(prefix: string): Iterable<string> {
    const last = this.#known.get(prefix) ?? 0;
    for (let number = this.parts.store.counter(`id:${prefix}`) + 1; number <= last; number++)
      yield makeId(prefix, number);
  }

  /** A record's normal forms. Those of the committed record are kept while it has uncommitted changes. */
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
   * New Ids must come to an index in ascending order. One that was given out here, and led to no record, may come later
   * from another writer, who gives it to a record: then it must be known already.
   */
  #makeRoom(index: CandidateIndex, id: string): void {
    const prefix = keyPrefixOf(id);
    const number = idNumber(id);
    if (number === undefined) return;
    const known = Math.max(this.#known.get(prefix) ?? 0, this.parts.store.counter(`id:${prefix}`));
    for (let open = known + 1; open < number; open++) {
      const unused = makeId(prefix, open);
      index.put(unused, {});
      index.delete(unused);
    }
    this.#known.set(prefix, Math.max(known, number));
  }

  #index(type: string): CandidateIndex {
    const index = this.#retrieval.indexes.get(type);
    if (index === undefined) throw new Error(`likeness: no index for object type ${type}`);
    return index;
  }
}

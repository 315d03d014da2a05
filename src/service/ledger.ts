import type { CandidateAnswer, CandidateIndex, CandidateQuery, FieldTexts } from '../index/candidate-index.js';
import { Unfinished } from '../index/unfinished.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordJson, RecordStore, Transaction } from '../store/record-store.js';
import { Forms } from './forms.js';
import { inShares, inTurns } from './in-turns.js';
import { areAtHand, withMatchesAmong } from './matches-among.js';
import { Unit, type Staging } from './unit.js';

const NONE: readonly string[] = [];

/** What the ledger keeps up to date with every change, in the latest view. */
export interface Follower {
  /** `before` or `after` is undefined where the record did not or does not exist. */
  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
}

export interface LedgerParts {
  readonly store: RecordStore;
  /** By object type name. */
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  /** The texts of a record that its index holds. */
  readonly texts: (record: StoredRecord) => FieldTexts;
  readonly followers: readonly Follower[];
}

interface InFlight {
  /** How many transactions that are not yet on disk change this record. */
  units: number;
  latest: StoredRecord | undefined;
  /** Of the committed record, once a search has asked: every search meets it until it settles. */
  forms?: Forms;
}

/**
 * Two views of the records, and the step between them.
 *
 * **Latest** is what decisions are made against: everything decided, on disk or still on its way. The candidate indexes and followers hold this view, so that a
 * second equal upsert finds the first one while its write is in flight. **Committed** is what readers see: only what is on disk. The records that differ
 * are the few in flight, and a reader sets them right one by one.
 *
 * Decisions must not overlap: whoever begins a unit is alone (`Writers`) until the unit is handed to `commit` or rolled back.
 */
export class Ledger implements Staging {
  readonly #inFlight = new Map<string, InFlight>();
  readonly #counters = new Map<string, number>();

  #lastCommit: Promise<void> = Promise.resolve();

  constructor(private readonly parts: LedgerParts) {}

  get store(): RecordStore {
    return this.parts.store;
  }

  latest(id: string): MaybePromise<StoredRecord | undefined> {
    const inFlight = this.#inFlight.get(id);
    return inFlight === undefined ? this.parts.store.get(id) : inFlight.latest;
  }

  committed(id: string): MaybePromise<StoredRecord | undefined> {
    return this.parts.store.get(id);
  }

  /** The same, unparsed. */
  committedJson(id: string): MaybePromise<RecordJson | undefined> {
    return this.parts.store.getJson(id);
  }

  /** Whether a record that is not there may be there again: its deletion is on its way to the disk and may be taken back, or can be undone. */
  mayComeBack(id: string): boolean {
    return this.#inFlight.has(id) || this.parts.store.isDeleted(id);
  }

  /** Search in the latest view: for decisions. */
  findLatest(type: ObjectType, query: CandidateQuery): MaybePromise<CandidateAnswer> {
    return inShares((inSteps) => this.#find(type, query, inSteps));
  }

  /** Search in the committed view, as it is at one moment: for readers. */
  findCommitted(type: ObjectType, query: CandidateQuery, clientId = ''): MaybePromise<CandidateAnswer> {
    return inTurns(clientId, (inSteps) => this.#findSettled(type, query, inSteps));
  }

  #find(
    type: ObjectType,
    query: CandidateQuery,
    inSteps: boolean,
  ): MaybePromise<CandidateAnswer | Unfinished<CandidateAnswer>> {
    const index = this.#index(type.name);
    return inSteps && index.attempt !== undefined ? index.attempt(query) : index.search(query);
  }

  /** Records of a type that are in flight. */
  #changing(type: ObjectType): readonly string[] {
    if (this.#inFlight.size === 0) return NONE;
    const changing: string[] = [];
    for (const id of this.#inFlight.keys()) if (id.startsWith(type.keyPrefix)) changing.push(id);
    return changing;
  }

  #findSettled(
    type: ObjectType,
    query: CandidateQuery,
    inSteps: boolean,
  ): MaybePromise<CandidateAnswer | Unfinished<CandidateAnswer>> {
    const changing = this.#changing(type);
    const found = this.#find(type, this.#settled(query, changing), inSteps);
    if (found instanceof Unfinished)
      // What was in flight when it began has been left out, what has come since as well.
      return found.answering((answer) =>
        this.#withCommitted([...new Set([...changing, ...this.#changing(type)])], answer, query),
      );
    if (changing.length === 0) return found;
    if (!(found instanceof Promise)) return this.#withCommitted(changing, found, query);
    // Of the moment at which the search began.
    const records = this.#committed(changing);
    return found.then(async (answer) =>
      answer instanceof Unfinished ? answer : withMatchesAmong(await records, answer, query, this.#forms),
    );
  }

  /** A query that meets only records as they are on disk. */
  #settled(query: CandidateQuery, changing: readonly string[]): CandidateQuery {
    const acceptChanged = (id: string) => !this.#inFlight.has(id);
    if (changing.length === 0) return { ...query, acceptChanged };
    const { accept } = query;
    const isChanging = new Set(changing);
    return {
      ...query,
      accept: (id) => !isChanging.has(id) && (accept === undefined || accept(id)),
      acceptChanged,
    };
  }

  #withCommitted(
    ids: readonly string[],
    answer: CandidateAnswer,
    query: CandidateQuery,
  ): MaybePromise<CandidateAnswer> {
    const records = this.#committed(ids);
    return records instanceof Promise
      ? records.then((arrived) => withMatchesAmong(arrived, answer, query, this.#forms))
      : withMatchesAmong(records, answer, query, this.#forms);
  }

  #committed(ids: readonly string[]): MaybePromise<readonly (StoredRecord | undefined)[]> {
    // A new record is not to be found yet: most are new.
    const records = ids.map((id) => this.committed(id));
    return areAtHand(records) ? records : allOf(records);
  }

  /**
   * @param userId of the user who owns and signs what is saved; absent: the system's own
   * @param objects whose records may be changed; absent: all
   */
  begin(by: Transaction['by'], userId?: string, objects?: ReadonlySet<string>): Unit {
    return new Unit(this, by, userId, objects);
  }

  /** Resolves when nothing is in flight: then the store's history is that of the latest view. Only within a decision. */
  async settled(): Promise<void> {
    await this.#lastCommit.catch(() => undefined);
  }

  track(commit: Promise<void>): Promise<void> {
    // Commits end in the order in which they were begun.
    this.#lastCommit = commit;
    return commit;
  }

  stage(id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): MaybePromise<void> {
    const inFlight = this.#inFlight.get(id);
    if (inFlight === undefined) this.#inFlight.set(id, { units: 1, latest: record });
    else {
      inFlight.units += 1;
      inFlight.latest = record;
    }
    return this.#follow(id, before, record);
  }

  async unstage(id: string, to: StoredRecord | undefined): Promise<void> {
    const inFlight = this.#inFlight.get(id);
    const from = inFlight?.latest;
    if (inFlight !== undefined) inFlight.latest = to;
    await this.#follow(id, from, to);
    this.settle(id);
  }

  settle(id: string): void {
    const inFlight = this.#inFlight.get(id);
    if (inFlight === undefined) return;
    inFlight.units -= 1;
    if (inFlight.units === 0) this.#inFlight.delete(id);
  }

  counter(name: string): number {
    return this.#counters.get(name) ?? this.parts.store.counter(name);
  }

  setCounter(name: string, value: number): void {
    this.#counters.set(name, value);
  }

  #follow(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): MaybePromise<void> {
    const type = after?.type ?? before?.type;
    if (type === undefined) return;
    const index = this.#index(type);
    return andThen(after === undefined ? index.delete(id) : index.put(id, this.parts.texts(after)), () => {
      for (const follower of this.parts.followers) follower.change(before, after);
    });
  }

  readonly #forms = (record: StoredRecord): Forms => {
    const texts = this.parts.texts(record);
    const inFlight = this.#inFlight.get(record.id);
    if (inFlight?.forms?.areOf(texts) === true) return inFlight.forms;
    const forms = new Forms(texts);
    if (inFlight !== undefined) inFlight.forms = forms;
    return forms;
  };

  #index(type: string): CandidateIndex {
    const index = this.parts.indexes.get(type);
    if (index === undefined) throw new Error(`likeness: no index for object type ${type}`);
    return index;
  }
}

function allOf<T>(values: readonly MaybePromise<T>[]): Promise<T[]> {
  return Promise.all(values);
}

import type { Configuration } from '../config/configuration.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import type { FieldValue } from '../records/record.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { DecisionReason } from '../store/history.js';
import type { StoreStatistics, VisibleCommits } from '../store/record-store.js';
import type { OnDuplicate } from '../matching/scenario.js';
import type { ChangeOutline } from '../store/history.js';
import type { Events } from './undo/events.js';
import type { UndoOutcome } from './undo/undo.js';
import type { Merging } from './merge/merge-types.js';
import type { Grouping } from './group/group-types.js';
import type { IdentifyingValues } from './erase/identifying-values.js';
import type { RecordQuery, RecordsPage } from './query/query-types.js';
import type { Previewing } from './explain/preview.js';
import type { Precondition, RecordState } from '../records/record-state.js';
import type { RecordWrite, RowWrites, WriteOptions, WriteResult } from './upsert/save-records.js';
import type { Queries } from './soql/query-request.js';
import type { Review } from './review/review-types.js';
import type { SearchInput, SearchOutput, UpsertDataInput, UpsertDataOutput } from '../contract/schemas.js';
import type { SuspectedPairsPage, SuspectedPairsQuery } from './review/suspected-pair-types.js';

export type { SuspectedPairsPage, SuspectedPairsQuery };

/** Who asks, for the audit trail and for idempotency. */
export interface Caller {
  readonly clientId: string;
  /** Id of the user who owns and signs what is saved; absent: the system's own (`SYSTEM_USER_ID`). */
  readonly userId?: string;
  readonly requestId?: string;
  /** Names of the objects whose records it may see and change; absent: all. */
  readonly objects?: ReadonlySet<string>;
}

/** How records are created under Ids of their own. */
export interface KeptIds {
  /** Fields that the rows have: where one is blank in a row, it is blank in the record, whatever its default. */
  readonly columns: readonly string[];
}

export interface SearchAnswer {
  /** JSON text of `output`, as the endpoint sends it. */
  readonly json: string;
  /** Made of the text when asked for. */
  readonly output: SearchOutput;
  /** Records looked at. */
  readonly walked: number;
  /** A declared guard cut the search short (`Likeness-Incomplete`). */
  readonly incomplete: boolean;
  /** Matches of the object that was asked for, those left out as well; where they were to be counted. */
  readonly total?: number | undefined;
}

export interface ExplainedField {
  field: string;
  method: string;
  searched: string | null;
  stored: string | null;
  /** 0..1 */
  similarity: number;
  weight: number;
  counted: boolean;
  /**
   * Contribution of the field: percentage points of the scenario's score, or bits of evidence where the scenario is
   * probabilistic.
   */
  contribution: number;
  /** In a probabilistic scenario: the level of the similarity, 1 for the most similar. */
  level?: number | undefined;
  /** In a probabilistic scenario: bits of the contribution that come from how common or rare the values are. */
  adjustment?: number | undefined;
  note?: string | undefined;
}

/** One thing that speaks against two records being one. */
export interface ShownContradiction {
  kind: string;
  /** The field, or fields joined by `+`. */
  field: string;
  one: string;
  other: string;
}

export interface ScoreExplanation {
  score: number;
  /** Contradictions of the pair, whatever its score; absent where only some fields are at hand. */
  contradictions?: readonly ShownContradiction[] | undefined;
  scenarios: {
    scenarioId: string;
    scenarioName: string;
    score: number;
    threshold: number;
    isDuplicate: boolean;
    /** Why the score is 0 though fields agree. */
    note?: string | undefined;
    fields: ExplainedField[];
    /**
     * In a probabilistic scenario, in bits with three decimals: the prior, the contributions of the fields and the
     * effects of the non-match classes (`rivals`) add up to the total, the log2 odds of a match; the probability,
     * 1 / (1 + 2^-total), is the score before it is rounded down to a percentage.
     */
    evidence?:
      { prior: number; rivals: { name: string; effect: number }[]; total: number; probability: number } | undefined;
  }[];
}

export interface ExplainInput extends SearchInput {
  /** A stored record to compare with ... */
  recordId?: string | undefined;
  /** ... or a second set of values. */
  otherData?: SearchInput['objectData'] | undefined;
}

/** One change of a record, for people and programs. */
export interface ShownChange {
  /** Change Id: what `undo` takes. */
  id: string;
  recordId: string;
  objectType: string;
  action: 'create' | 'update' | 'delete';
  /** ISO 8601. */
  time: string;
  clientId: string;
  requestId: string | null;
  /** Why it was made as it was; `null` for a deletion that was asked for. */
  decision: {
    reason: DecisionReason;
    scenarioId?: string | undefined;
    /** Absent also when the scenario is no longer configured. */
    scenarioName?: string | undefined;
    score?: number | undefined;
  } | null;
  /** The change that this one undid. */
  undoes: string | null;
  /** The change that undid this one. */
  undoneBy: string | null;
  /** First of the changes that were made together, as a merge, and are undone together. */
  group?: string | undefined;
  /** In a deletion: the record that it was merged into. */
  mergedInto?: string | undefined;
  /** In a page of the history, of the record that stays: those that a merge made part of it ... */
  mergedFrom?: string[] | undefined;
  /** ... or that stand for themselves again, because a merge was taken back. */
  partedFrom?: string[] | undefined;
  /** Records whose references were changed with it. */
  repointed?: number | undefined;
  /**
   * Update: the fields that changed. Delete: all that the record held. Create: all that it was given. Fields that the
   * service works out (summaries, a person's Name, times of change) are left out.
   */
  changes: Record<string, { before: FieldValue; after: FieldValue }>;
}

export interface HistoryPage {
  totalSize: number;
  page: number;
  records: ShownChange[];
}

export interface Erasure {
  recordId: string;
  /** Whether the record itself was still stored. */
  wasStored: boolean;
  /** Changes of it that the history held. */
  changes: number;
}

/** Imports of a file that is tried: one after the other. */
export interface DryRun {
  /**
   * As that of the service, and nothing of the service changes: not its records, counters, indexes or history.
   *
   * @throws RequestError 413 where what is kept of the rows takes more than `fileMemory`, 503 when the configuration
   * has changed since it began: then it is to be begun anew
   */
  readonly importBatch: Likeness['importBatch'];
}

/** The use cases behind the endpoints: knows nothing of HTTP, files or the network. Refusals are `RequestError`s. */
/** Some of the changes of a request. */
export interface ChangesOf {
  readonly changes: readonly ChangeOutline[];
  /** `after` of the next ones; `null`: these were the last. */
  readonly next: number | null;
}

export interface Likeness {
  /** Shares the event loop among the requests of this service. */
  readonly scheduler: EventLoopScheduler;
  /** People's decisions about suspected pairs and groups. */
  readonly review: Review;
  /** Merging records that are one. */
  readonly merging: Merging;
  /** For jobs, which group all stored records: not limited to the objects of a client. */
  readonly grouping: Grouping;
  /** Queries of the platform's language. */
  readonly queries: Queries;
  /** Changes of records, in order. */
  readonly events: Events;
  /** Trying scenarios out on the stored records. */
  readonly previewing: Previewing;
  /** By which requests are answered now. */
  readonly configuration: Configuration;
  /**
   * Answers by the scenarios, filters, cross-object maps and lists of another configuration from now on; objects and
   * settings stay as they are. Indexes that do not fit are built beside those in use, from all records. Meanwhile
   * requests are answered as before.
   *
   * @returns the objects whose indexes were built anew, when the new ones are in use
   * @throws RequestError 503 when the service is closed before that
   */
  reconfigure(configuration: Configuration): Promise<readonly string[]>;
  /** @param idempotencyKey value of the `Idempotency-Key` header, scoped to the caller */
  upsert(
    input: UpsertDataInput,
    caller: Caller,
    idempotencyKey?: string,
    replayed?: () => void,
  ): Promise<UpsertDataOutput>;
  /**
   * @param clientId who asks: searches that take long take their steps in turns by client
   * @param isCounted whether the matches beyond `maxResults` are counted
   */
  search(input: SearchInput, clientId?: string, isCounted?: boolean): Promise<SearchAnswer>;
  explain(input: ExplainInput): ScoreExplanation;
  /**
   * The whole record as the platform's REST API shows it (`attributes`, `Id`, all fields, formula fields calculated).
   *
   * @param fields names of those that are wanted, beside `attributes` and `Id`; all where absent
   * @throws RequestError 404 for an unknown record, 400 `INVALID_FIELD` for an unknown field
   */
  readRecord(objectType: string, id: string, fields?: readonly string[]): Record<string, unknown>;
  /** The state of a record, for conditions. @throws RequestError 404 */
  recordState(objectType: string, id: string): RecordState;
  /**
   * Creates, updates and deletes records in one transaction, as they are told: a duplicate is not updated instead.
   *
   * @throws RequestError 404 for a field that records cannot be found by
   */
  saveRecords(writes: readonly RecordWrite[], options: WriteOptions, caller: Caller): Promise<WriteResult[]>;
  /**
   * Ids of the records that hold a value in an external Id field.
   *
   * @throws RequestError 404 for a field that records cannot be found by
   */
  holdersOf(objectType: string, field: string, value: string): Promise<string[]>;
  /**
   * A page of an object's records, by keyset.
   *
   * @throws RequestError 404 for an unknown object, 400 `INVALID_FILTER` with the place of the fault, 400
   * `INVALID_FIELD`, 400 `INVALID_QUERY_PARAMETER` for a place to begin at that cannot be read
   */
  query(query: RecordQuery): Promise<RecordsPage>;
  deleteRecord(objectType: string, id: string, caller: Caller, precondition?: Precondition): Promise<void>;
  suspectedPairs(query: SuspectedPairsQuery): SuspectedPairsPage;
  /**
   * Changes of a record, newest first; also of a deleted one. @throws RequestError 404 where nothing is known of the
   * record
   */
  history(recordId: string, options: { page: number; pageSize: number }): Promise<HistoryPage>;
  /**
   * Takes a change back: an update's fields get the values they had, a created record is deleted, a deleted one is back
   * under its Id. That is a change itself, and can be undone.
   *
   * @throws RequestError 404 for a change that is not kept, 409 `UNDO_REFUSED` with the reason when later changes stand
   * on it
   */
  undo(changeId: string, caller: Caller): Promise<ShownChange>;
  /**
   * Takes many changes back, the first of them first: as `undo` does, but one that cannot be taken back stays, and the
   * others go on.
   */
  undoAll(changeIds: readonly string[], caller: Caller): Promise<UndoOutcome[]>;
  /**
   * Changes that one request, or one import, has made, in their order.
   *
   * @param request as `Caller` names it
   * @param after number of a change: only later ones
   * @param most changes; there may be fewer, or none, while `next` says where to go on
   */
  changesOf(request: string, after: number, most: number): ChangesOf;
  /**
   * The record, its history, its suspected pairs and the remembered answers that name it are gone for good, from memory
   * and from the data folder. Also for a record that is deleted already, or of which nothing is stored: what files
   * still held of it goes in any case.
   *
   * @throws RequestError 404 for what is no Id
   */
  erase(recordId: string, caller: Caller): Promise<Erasure>;
  /** The texts that an erasure looks for outside the store. @throws RequestError 404 for what is no Id */
  identifyingValues(recordId: string): IdentifyingValues;
  /**
   * Checks that records, indexes, summaries, Ids and history agree. While requests run, what is in flight may be told
   * as a disagreement: to be asked at rest.
   *
   * @param options.sample records of each type that are searched for by their own values and whose matches are compared
   * with the score of every record
   * @returns what does not agree, in sentences; at most 100
   */
  checkConsistency(options: { sample: number }): Promise<string[]>;
  /** Every object that is configured, the built-in ones included. */
  objectTypes(): readonly ObjectType[];
  /** @throws RequestError 404 for an unknown name */
  objectType(name: string): ObjectType;
  /** Scenarios as `likeness scenarios --json` and `GET .../scenarios` list them. */
  scenarios(): object[];
  statistics(): {
    /** Requests that write and are not yet on disk. */
    writers: number;
    store: StoreStatistics;
    indexes: ReadonlyMap<string, IndexStatistics>;
    /** By object, records created, changed or deleted since the service was opened. */
    changed: ReadonlyMap<string, number>;
  };
  /**
   * Saves many records of one type in one transaction, together with a checkpoint: after a crash either all of it is
   * there or nothing. Without `check` every row is a plain insert; with it every row goes through the duplicate-aware
   * upsert, seeing the rows before it. Rows that fail are reported in their answers and leave no trace; the others are
   * saved.
   *
   * @throws CheckpointMovedError where the checkpoint is no longer at `from`: somebody else has saved the rows
   */
  importBatch(
    objectType: string,
    rows: readonly Readonly<Record<string, unknown>>[],
    options: {
      check: boolean;
      duplicateScore?: number;
      /** Absent: as the scenario says that finds the duplicate. */
      onDuplicate?: OnDuplicate;
      /** A duplicate is not updated: the new record and it are a pair for people to look at. */
      reportsDuplicates?: boolean;
      /** Rows are saved as they are told, by Id or external Id; `check` says nothing then. */
      writes?: RowWrites | undefined;
      checkpoint?: { name: string; value: number; from?: number };
      /**
       * Rows whose Ids are not stored are created under them, as an export has them, with their auto-numbers, authors
       * and times. Absent: such rows fail.
       */
      keepIds?: KeptIds | undefined;
      /**
       * Sees the answers before anything is committed: what it writes elsewhere (a reject file) is there whenever the
       * rows are. When it fails, no row is saved. Over a database it may be called again: the last answers count.
       */
      beforeCommit?: (answers: readonly UpsertDataOutput[]) => Promise<void>;
    },
    caller: Caller,
  ): Promise<UpsertDataOutput[]>;
  /** Begins imports that decide as if they were meant, each seeing those before it, and are thrown away. */
  dryRun(): DryRun;
  /** Last committed value of a checkpoint, 0 if none. */
  checkpoint(name: string): number;
  /** All records of a type in Id order: `Id` and all readable fields, formula fields calculated; for export. */
  records(objectType: string): Iterable<Record<string, unknown>>;
  readonly writable: boolean;
  /** How much of the log reads show. */
  readonly visible: VisibleCommits;
  /** Looks whether the store is where it was put; `writable` tells. */
  inspect(): Promise<void>;
  close(): Promise<void>;
}

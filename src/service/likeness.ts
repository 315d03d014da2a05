import type { Configuration } from '../store/config/configuration.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import type { FieldValue } from '../records/record.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { Turns } from '../runtime/turns.js';
import type { DecisionReason, ChangeOutline } from '../store/history.js';
import type { StoreStatistics, VisibleCommits } from '../store/record-store.js';
import type { OnDuplicate } from '../records/on-duplicate.js';
import type { Events } from './undo/events.js';
import type { UndoOutcome } from './undo/undo.js';
import type { Merging } from './merge/merge-types.js';
import type { Grouping } from './group/group-types.js';
import type { IdentifyingValues } from './erase/find-identifying-values.js';
import type { RecordQuery, RecordsPage } from './query/query-types.js';
import type { Previewing } from './explain/preview.js';
import type { Precondition, RecordState } from '../records/record-state.js';
import type { RecordWrite, RowWrites, WriteOptions, WriteResult } from './upsert/save-records.js';
import type { Queries } from './soql/query-request.js';
import type { Auditor } from './audited-changes.js';
import type { Review } from './review/review-types.js';
import type { SearchInput, SearchOutput, UpsertDataInput, UpsertDataOutput } from '../records/contract/schemas.js';
import type { SuspectedPairsPage, SuspectedPairsQuery } from './review/suspected-pair-types.js';
import type { Caller } from './caller.js';
import type { ScoreExplanation } from './explain/explanation.js';

export type { SuspectedPairsPage, SuspectedPairsQuery };

/** How to create records under their own Ids. */
export interface KeptIds {
  /** Columns of the rows: a blank there is stored as blank, ignoring defaults. */
  readonly columns: readonly string[];
}

export interface SearchAnswer {
  /** JSON text of `output`, as the endpoint sends it. */
  readonly json: string;
  readonly output: SearchOutput;
  /** Records scored. */
  readonly walked: number;
  /** A declared limit ended the search early (`Likeness-Incomplete`). */
  readonly incomplete: boolean;
  /** All matches of the requested object, including those left out; only if counted. */
  readonly total?: number | undefined;
}

export interface ExplainInput extends SearchInput {
  /** A stored record to compare with ... */
  recordId?: string | undefined;
  /** ... or a second set of values. */
  otherData?: SearchInput['objectData'] | undefined;
}

export interface ShownChange {
  /** Change Id, for `undo`. */
  id: string;
  recordId: string;
  objectType: string;
  action: 'create' | 'update' | 'delete';
  /** ISO 8601. */
  time: string;
  clientId: string;
  requestId: string | null;
  /** The reason; `null` for a requested deletion. */
  decision: {
    reason: DecisionReason;
    scenarioId?: string | undefined;
    /** Also absent when the scenario is no longer configured. */
    scenarioName?: string | undefined;
    score?: number | undefined;
  } | null;
  undoes: string | null;
  undoneBy: string | null;
  /** First change of a group that is undone together, such as a merge. */
  group?: string | undefined;
  /** For a deletion: the record that it was merged into. */
  mergedInto?: string | undefined;
  /** In a page of the history, for the surviving record: records merged into it ... */
  mergedFrom?: string[] | undefined;
  /** ... or separated again, because a merge was undone. */
  partedFrom?: string[] | undefined;
  /** Records whose references were changed with it. */
  repointed?: number | undefined;
  /**
   * Update: the changed fields. Delete: all stored fields. Create: all initial fields. Without derived fields
   * (summaries, a person's Name, times of change).
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
  wasStored: boolean;
  changes: number;
}

/** A trial import: call one batch after the other. */
export interface DryRun {
  /**
   * Like that of the service, but without any effect on its records, counters, indexes or history.
   * @throws RequestError 413 if the rows need more memory than `fileMemory`, 503 when the configuration has changed:
   * start again
   */
  readonly importBatch: Likeness['importBatch'];
}

export interface ChangesOf {
  readonly changes: readonly ChangeOutline[];
  /** `after` for the next page; `null` at the end. */
  readonly next: number | null;
}

/** The use cases behind the endpoints, independent of HTTP, files and the network. Refusals are `RequestError`s. */
export interface Likeness {
  readonly scheduler: EventLoopScheduler;
  readonly review: Review;
  readonly merging: Merging;
  /** For jobs, which group all stored records: not limited to a client's objects. */
  readonly grouping: Grouping;
  readonly queries: Queries;
  /** Changes of records, in order. */
  readonly events: Events;
  /** Tests scenarios on the stored records. */
  readonly previewing: Previewing;
  readonly configuration: Configuration;
  /**
   * Switches to the scenarios, filters, cross-object maps and lists of another configuration; objects and settings
   * stay. Indexes that need it are rebuilt while requests are answered as before.
   * @returns the objects whose indexes were rebuilt, when the new ones are in use
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
  /** Answers as an upsert would, and why. Nothing is saved; a record that would be new has no Id. */
  tryUpsert(input: UpsertDataInput, caller: Caller): Promise<UpsertDataOutput>;
  /**
   * @param clientId long searches take turns by client
   * @param isCounted whether matches beyond `maxResults` are counted
   */
  search(input: SearchInput, clientId?: string, isCounted?: boolean): Promise<SearchAnswer>;
  explain(input: ExplainInput): ScoreExplanation;
  /**
   * The whole record as in the platform's REST API (`attributes`, `Id`, all fields, formula fields calculated).
   * @param fields names of fields to return with `attributes` and `Id`; absent: all
   * @throws RequestError 404 for an unknown record, 400 `INVALID_FIELD` for an unknown field
   */
  readRecord(objectType: string, id: string, fields?: readonly string[]): Record<string, unknown>;
  /** The state of a record, for conditional requests. @throws RequestError 404 */
  recordState(objectType: string, id: string): RecordState;
  /**
   * Creates, updates and deletes exactly these records in one transaction: duplicates are not updated instead.
   * @throws RequestError 404 for a field that is not an external Id
   */
  saveRecords(writes: readonly RecordWrite[], options: WriteOptions, caller: Caller): Promise<WriteResult[]>;
  /**
   * Ids of the records with a value in an external Id field.
   * @throws RequestError 404 for a field that is not an external Id
   */
  holdersOf(objectType: string, field: string, value: string, turns?: Turns): Promise<string[]>;
  /**
   * A page of an object's records, by keyset.
   *
   * @throws RequestError 404 for an unknown object, 400 `INVALID_FILTER` with the position of the fault, 400
   * `INVALID_FIELD`, 400 `INVALID_QUERY_PARAMETER` for an invalid start
   */
  query(query: RecordQuery, turns?: Turns): Promise<RecordsPage>;
  deleteRecord(objectType: string, id: string, caller: Caller, precondition?: Precondition): Promise<void>;
  suspectedPairs(query: SuspectedPairsQuery): SuspectedPairsPage;
  /** Changes of a record, newest first; also of a deleted one. @throws RequestError 404 for an unknown record */
  history(recordId: string, options: { page: number; pageSize: number }, turns?: Turns): Promise<HistoryPage>;
  /**
   * Undoes a change: restores previous values, deletes a created record, or restores a deleted one under its Id. The
   * undo is a change too, and can be undone.
   * @throws RequestError 404 for a change that is not kept, 409 `UNDO_REFUSED` with the reason when later changes
   * depend on it
   */
  undo(changeId: string, caller: Caller): Promise<ShownChange>;
  /** Undoes many changes, in the given order. A change that cannot be undone stays, and the others continue. */
  undoAll(changeIds: readonly string[], caller: Caller): Promise<UndoOutcome[]>;
  /**
   * The changes of one request or import, in order.
   * @param request as in `Caller`
   * @param after number of a change: only later ones
   * @param most maximum number; a page may have fewer, or none, while `next` is set
   */
  changesOf(request: string, after: number, most: number): ChangesOf;
  /**
   * Erases the record, its history, its suspected pairs and remembered answers that name it, from memory and from the
   * data folder. Also for a deleted or unknown record, to remove remains in the files.
   * @throws RequestError 404 for an invalid Id
   */
  erase(recordId: string, caller: Caller): Promise<Erasure>;
  /** The texts that an erasure searches outside the store. @throws RequestError 404 for an invalid Id */
  identifyingValues(recordId: string): IdentifyingValues;
  /**
   * Checks that records, indexes, summaries, Ids and history agree. Running requests may cause false reports, so call
   * it without load.
   * @param options.sample records of each type to search for, compared with scoring every record
   * @returns faults as sentences; at most 100
   */
  checkConsistency(options: { sample: number }): Promise<string[]>;
  objectTypes(): readonly ObjectType[];
  /** @throws RequestError 404 for an unknown name */
  objectType(name: string): ObjectType;
  /** Scenarios as `likeness scenarios --json` and `GET .../scenarios` list them. */
  scenarios(): object[];
  statistics(): {
    /** Writing requests that are not on disk yet. */
    writers: number;
    store: StoreStatistics;
    indexes: ReadonlyMap<string, IndexStatistics>;
    /** Records created, changed or deleted since the service was opened, by object. */
    changed: ReadonlyMap<string, number>;
  };
  /**
   * Saves many records of one type in one transaction, with a checkpoint: after a crash either all of it is stored or
   * nothing. Without `check` every row is a plain insert; with it every row is a duplicate-aware upsert that sees the
   * rows before it. Failed rows are reported and leave no trace; the others are saved.
   * @throws CheckpointMovedError if the checkpoint is no longer at `from`: another process has saved the rows
   */
  importBatch(
    objectType: string,
    rows: readonly Readonly<Record<string, unknown>>[],
    options: {
      check: boolean;
      duplicateScore?: number;
      /** Absent: as in the scenario that finds the duplicate. */
      onDuplicate?: OnDuplicate;
      /** Duplicates are not updated: the new record and the duplicate become a suspected pair. */
      reportsDuplicates?: boolean;
      /** Saves rows as given, by Id or external Id; then `check` is ignored. */
      writes?: RowWrites | undefined;
      checkpoint?: { name: string; value: number; from?: number };
      /**
       * Creates rows with unknown Ids under these Ids, as in an export, with auto-numbers, authors and times. Absent:
       * such rows fail.
       */
      keepIds?: KeptIds | undefined;
      /**
       * Called with the answers before the commit, to write other output (a reject file) first. If it fails, no row is
       * saved. Over a database it may be called again: the last call counts.
       */
      beforeCommit?: (answers: readonly UpsertDataOutput[]) => Promise<void>;
    },
    caller: Caller,
  ): Promise<UpsertDataOutput[]>;
  /** Starts trial imports that run like real ones, each seeing those before it, and are discarded. */
  dryRun(): DryRun;
  /** Last committed value of a checkpoint, 0 if none. */
  checkpoint(name: string): number;
  /** All records of a type in Id order: `Id` and all readable fields, formula fields calculated; for export. */
  records(objectType: string): Iterable<Record<string, unknown>>;
  audit(auditor: Auditor): void;
  readonly writable: boolean;
  readonly visible: VisibleCommits;
  /** Checks that the store is in place; see `writable`. */
  inspect(): Promise<void>;
  close(): Promise<void>;
}

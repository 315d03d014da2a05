import type { Configuration } from '../store/config/configuration.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { Turns } from '../runtime/turns.js';
import type { ChangeOutline } from '../store/history.js';
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
import type { ShownChange } from './undo/shown-change.js';
import type { ScoreExplanation } from './explain/explanation.js';

export type { SuspectedPairsPage, SuspectedPairsQuery };

/** Settings for creating records with the Ids in the rows. */
export interface KeptIds {
  /** Columns of the rows. A blank value in these columns is stored as blank instead of the default. */
  readonly columns: readonly string[];
}

export interface SearchAnswer {
  /** `output` as JSON, as the endpoint sends it. */
  readonly json: string;
  readonly output: SearchOutput;
  /** Records scored. */
  readonly walked: number;
  /** Whether a configured limit ended the search early (`Likeness-Incomplete`). */
  readonly incomplete: boolean;
  /** Number of matches of the requested object, including matches not returned. Present only if requested. */
  readonly total?: number | undefined;
}

export interface ExplainInput extends SearchInput {
  /** A stored record to compare with. Alternative to `otherData`. */
  recordId?: string | undefined;
  /** A second set of values. Alternative to `recordId`. */
  otherData?: SearchInput['objectData'] | undefined;
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

/** A dry run of an import. The caller must import one batch after the other. */
export interface DryRun {
  /**
   * Like `Likeness.importBatch`, but without any effect on records, counters, indexes or history.
   * @throws RequestError 413 if the rows need more memory than `fileMemory`, 503 if the configuration has changed, so
   * that the dry run must be restarted
   */
  readonly importBatch: Likeness['importBatch'];
}

export interface ChangesOf {
  readonly changes: readonly ChangeOutline[];
  /** `after` for the next page. `null` on the last page. */
  readonly next: number | null;
}

/** The use cases behind the endpoints, independent of HTTP, files and network. Failures are `RequestError`s. */
export interface Likeness {
  readonly scheduler: EventLoopScheduler;
  readonly review: Review;
  readonly merging: Merging;
  /** For jobs, which group all stored records. Has access to all objects. */
  readonly grouping: Grouping;
  readonly queries: Queries;
  readonly events: Events;
  readonly previewing: Previewing;
  readonly configuration: Configuration;
  /**
   * Switches to another configuration's scenarios, filters, cross-object maps and lists, but not its objects and
   * settings. Rebuilds outdated indexes, while requests still use the old indexes.
   * @returns the objects whose indexes were rebuilt, once the new indexes are in use
   * @throws RequestError 503 if the service is closed before the indexes are in use
   */
  reconfigure(configuration: Configuration): Promise<readonly string[]>;
  /** @param idempotencyKey value of the `Idempotency-Key` header, scoped to the caller */
  upsert(
    input: UpsertDataInput,
    caller: Caller,
    idempotencyKey?: string,
    replayed?: () => void,
  ): Promise<UpsertDataOutput>;
  /** Returns the output that an upsert would have, with the reason, without saving. A new record has no Id. */
  tryUpsert(input: UpsertDataInput, caller: Caller): Promise<UpsertDataOutput>;
  /** @param clientId searches of different clients alternate @param isCounted whether to count beyond `maxResults` */
  search(input: SearchInput, clientId?: string, isCounted?: boolean): Promise<SearchAnswer>;
  explain(input: ExplainInput): ScoreExplanation;
  /**
   * Returns a record as in the platform's REST API: `attributes`, `Id` and all fields, with formula fields calculated.
   * @param fields names of fields to return with `attributes` and `Id`; default: all
   * @throws RequestError 404 for an unknown record, 400 `INVALID_FIELD` for an unknown field
   */
  readRecord(objectType: string, id: string, fields?: readonly string[]): Record<string, unknown>;
  /** Returns the state of a record, for conditional requests. @throws RequestError 404 */
  recordState(objectType: string, id: string): RecordState;
  /**
   * Saves records in one transaction, without searching for duplicates. @throws RequestError 404 for a field that is
   * not an external Id
   */
  saveRecords(writes: readonly RecordWrite[], options: WriteOptions, caller: Caller): Promise<WriteResult[]>;
  /** Finds records by external Id. @throws RequestError 404 for a field that is not an external Id */
  holdersOf(objectType: string, field: string, value: string, turns?: Turns): Promise<string[]>;
  /**
   * Returns a page of an object's records, by keyset pagination.
   *
   * @throws RequestError 404 for an unknown object, 400 `INVALID_FILTER` with the position of the fault, 400
   * `INVALID_FIELD`, 400 `INVALID_QUERY_PARAMETER` for an invalid start
   */
  query(query: RecordQuery, turns?: Turns): Promise<RecordsPage>;
  deleteRecord(objectType: string, id: string, caller: Caller, precondition?: Precondition): Promise<void>;
  suspectedPairs(query: SuspectedPairsQuery): SuspectedPairsPage;
  /** Returns changes to a record, even a deleted one, newest first. @throws RequestError 404 for an unknown record */
  history(recordId: string, options: { page: number; pageSize: number }, turns?: Turns): Promise<HistoryPage>;
  /**
   * Undoes a change: restores previous values, deletes a created record, or restores a deleted record with its Id. The
   * undo is a change too, and can be undone.
   * @throws RequestError 404 if the history lacks the change, 409 `UNDO_REFUSED` with the reason if later changes
   * depend on it
   */
  undo(changeId: string, caller: Caller): Promise<ShownChange>;
  /** Undoes many changes in the given order. Skips changes that cannot be undone. */
  undoAll(changeIds: readonly string[], caller: Caller): Promise<UndoOutcome[]>;
  /**
   * Returns the changes of one request or import, in order.
   * @param request request Id, as in `Caller`
   * @param after number of a change; only later changes are returned
   * @param most maximum number of changes. A page may have fewer, or none, while `next` is set
   */
  changesOf(request: string, after: number, most: number): ChangesOf;
  /**
   * Erases a record from memory and the data folder, with its history, its suspected pairs and the stored responses
   * that name it. Accepts a deleted or unknown record, to remove its remains from the files.
   * @throws RequestError 404 for an invalid Id
   */
  erase(recordId: string, caller: Caller): Promise<Erasure>;
  /** Returns the strings that an erasure searches for outside the store. @throws RequestError 404 for an invalid Id */
  identifyingValues(recordId: string): IdentifyingValues;
  /**
   * Checks that records, indexes, summaries, Ids and history agree. Must be called while no requests are running,
   * because these may cause false reports.
   * @param options.sample records of each type whose searches are compared with scoring every record
   * @returns faults as sentences, at most 100
   */
  checkConsistency(options: { sample: number }): Promise<string[]>;
  objectTypes(): readonly ObjectType[];
  /** @throws RequestError 404 for an unknown name */
  objectType(name: string): ObjectType;
  /** Returns the scenarios as `likeness scenarios --json` and `GET .../scenarios` list them. */
  scenarios(): object[];
  statistics(): {
    /** Number of write requests whose changes are not on disk yet. */
    writers: number;
    store: StoreStatistics;
    indexes: ReadonlyMap<string, IndexStatistics>;
    /** Number of records created, changed or deleted since the service was opened, by object. */
    changed: ReadonlyMap<string, number>;
  };
  /**
   * Saves many records of one type in one transaction, with a checkpoint, so that a crash leaves either all rows or no
   * row. With `check`, every row is a duplicate-aware upsert that sees the rows before it. Without `check`, every row
   * is a plain insert. Failed rows are reported and have no effect. All other rows are saved.
   * @throws CheckpointMovedError if the checkpoint is no longer at `from`, because another process has saved the rows
   */
  importBatch(
    objectType: string,
    rows: readonly Readonly<Record<string, unknown>>[],
    options: {
      check: boolean;
      duplicateScore?: number;
      /** Default: the setting of the scenario that finds the duplicate. */
      onDuplicate?: OnDuplicate;
      /** If set, duplicates are not updated. The new record and the duplicate become a suspected pair. */
      reportsDuplicates?: boolean;
      /** Saves rows as given, by Id or external Id. `check` is then ignored. */
      writes?: RowWrites | undefined;
      checkpoint?: { name: string; value: number; from?: number };
      /** Creates rows with unknown Ids under these Ids, with authors and times. If absent, such rows fail. */
      keepIds?: KeptIds | undefined;
      /**
       * Called with the outputs before the commit, to write other output (a reject file) first. If it fails, no row is
       * saved. With a database, it may be called several times. Only the last call counts.
       */
      beforeCommit?: (answers: readonly UpsertDataOutput[]) => Promise<void>;
    },
    caller: Caller,
  ): Promise<UpsertDataOutput[]>;
  /** Starts a dry run, which works like an import and then discards all rows. Each batch sees the earlier batches. */
  dryRun(): DryRun;
  /** Returns the last committed value of a checkpoint, or 0 if there is none. */
  checkpoint(name: string): number;
  /** Returns all records of a type in Id order for export: `Id` and all readable fields, with formulas calculated. */
  records(objectType: string): Iterable<Record<string, unknown>>;
  audit(auditor: Auditor): void;
  readonly writable: boolean;
  readonly visible: VisibleCommits;
  /** Checks that the store is accessible; see `writable`. */
  inspect(): Promise<void>;
  close(): Promise<void>;
}

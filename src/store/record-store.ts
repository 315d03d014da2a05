import type { StoredRecord } from '../records/record.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { HistoryEntry, KeptChange } from './history.js';

/** A pair of records that matched under a scenario but fell short of the request's `duplicateScore`. */
export interface SuspectedPair {
  readonly id: string;
  readonly objectType: string;
  readonly createdId: string;
  readonly matchedId: string;
  /** Shown score: an integer percentage. */
  readonly score: number;
  readonly scenarioScores: readonly { scenarioId: string; scenarioName: string; scenarioScore: number }[];
  /** ISO 8601. */
  readonly time: string;
}

/** A record whose values are JSON texts still: for answers that pass them on as they are stored. */
export interface RecordJson {
  readonly id: string;
  readonly type: string;
  /** Names of the fields that the record holds; one list, the same object, for many records. */
  readonly names: readonly string[];
  /** JSON text of each one's value, `null` included. */
  readonly values: readonly string[];
}

/** The remembered answer to a request that carried an idempotency key. */
export interface RememberedAnswer {
  /** Client, a colon, and the client's key. */
  readonly key: string;
  /** Hash of the parsed body. */
  readonly bodyHash: string;
  readonly answer: unknown;
  /** Milliseconds since the epoch after which it may be forgotten. */
  readonly expires: number;
}

export type Change =
  | { readonly kind: 'put'; readonly record: StoredRecord }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'suspect'; readonly pair: SuspectedPair }
  | { readonly kind: 'remember'; readonly answer: RememberedAnswer }
  /** The highest number given out by a counter: Ids by key prefix (`id:003`), auto-numbers by field (`auto:Case.CaseNumber`). */
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  /** A line of a record's history; in the transaction of the change itself. Numbers rise from transaction to transaction. */
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  /** The record, its history, its suspected pairs and the remembered answers that name it; `compact` then removes what the files still hold of it. */
  | { readonly kind: 'erase'; readonly id: string };

/** All of it or none of it: one journal entry. */
export interface Transaction {
  readonly changes: readonly Change[];
  /** Who, when and by which request; kept for the audit trail. */
  readonly by?: TransactionAuthor;
}

export interface TransactionAuthor {
  readonly client: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

/**
 * Keeps records durably. `commit` resolves when the transaction is on disk and visible to every read; when it rejects with
 * `StoreUnavailableError`, nothing of it is visible, now or after a restart. Reads see committed state only. Transactions become visible in the order of the calls.
 */
export interface RecordStore {
  get(id: string): MaybePromise<StoredRecord | undefined>;
  /** What `get` gives, unparsed. */
  getJson(id: string): MaybePromise<RecordJson | undefined>;
  count(type: string): number;
  /** Records of a type in Id order. Reads what was committed when each step is asked for. */
  scan(type: string): Iterable<StoredRecord>;
  /** Suspected pairs, newest first. */
  suspectedPairs(options: {
    objectType?: string | undefined;
    offset: number;
    limit: number;
  }): MaybePromise<{ total: number; pairs: readonly SuspectedPair[] }>;
  remembered(key: string): MaybePromise<RememberedAnswer | undefined>;
  /** Last value given out by a counter, 0 if none. */
  counter(name: string): number;
  /** The changes of a record, newest first; also of one that is deleted. */
  history(recordId: string): Iterable<KeptChange> | AsyncIterable<KeptChange>;
  /** Ids of the deleted records of a type that have a history, in Id order: undoing their deletion would bring them back. */
  deletedIds(type: string): Iterable<string>;
  /** Whether a record is one of these. */
  isDeleted(id: string): boolean;
  /** One change by its number. */
  change(number: number): MaybePromise<KeptChange | undefined>;
  commit(transaction: Transaction): Promise<void>;
  /** Rewrites what is kept on disk: of what was deleted or erased before the call nothing is left there when it resolves, and changes past their retention are forgotten. */
  compact(): Promise<void>;
  /** `writable` is false after a failed append or fsync: reads go on, commits are refused. */
  readonly writable: boolean;
  /** Looks whether what is on disk is where it was put; `writable` tells. */
  inspect(): Promise<void>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records held in memory. */
  readonly recordBytes: number;
  /** Changes kept in the history of all records, and their bytes in memory. */
  readonly changes: number;
  readonly historyBytes: number;
  /** Answers remembered of idempotent requests, and what they count in bytes; bounded. */
  readonly answers: number;
  readonly answerBytes: number;
}

/** The store cannot write (disk full, read-only, failed fsync). The request left no trace. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Another process has the data folder open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
  constructor(
    message: string,
    /** Process id of the holder, where it could be told. */
    readonly pid?: number,
  ) {
    super(message);
  }
}

/** Where a file of the store is damaged. */
export interface DamagePlace {
  /** File name within the data folder. */
  readonly file: string;
  /** From 1; 0 when the fault is with the file as a whole. */
  readonly line: number;
  /** Byte offset at which the line begins. */
  readonly offset: number;
}

/** The files of the store are damaged or of an unknown version: nothing was changed. The message names file, line and offset. */
export class StoreDamagedError extends Error {
  override readonly name = 'StoreDamagedError';
  constructor(
    message: string,
    readonly place?: DamagePlace,
  ) {
    super(message);
  }
}

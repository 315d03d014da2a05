import { extname } from 'node:path';
import { RequestError } from '../contract/request-error.js';
import type { Counts, KeptFile, ShownFile } from './file-job.js';
import type { Reject } from '../batch/import/file-messages.js';

/** How far the work on a file is. */
export interface Told {
  readonly progress: NonNullable<ShownFile['progress']>;
  /** Counts of an import or its trial, so far. */
  readonly counts?: Counts | undefined;
  /** Why it does not go on at the moment. */
  readonly waitsFor?: string;
}

export interface PlacedFile {
  readonly file: KeptFile;
  readonly told: Told | undefined;
}

/** A file that somebody wants to send. */
export interface NextFile {
  readonly clientId: string;
  readonly extension: string;
  /** Bytes that it has at the most. */
  readonly size: number;
  /** Bytes that any file may have. */
  readonly limit: number;
}

/** A file on its way, and its place. */
export interface ArrivingFile {
  readonly id: string;
  /** Folder of this process, to write the content to. */
  readonly path: string;
  /** @throws RequestError 409 as soon as it is known here that somebody has removed it */
  check(): void;
  /** Keeps it, once its content is there. @throws RequestError 409 where somebody has removed it */
  keep(file: KeptFile): Promise<void>;
  /** Leaves nothing of it, unless it was kept. */
  end(): Promise<void>;
}

/** A file on its way, as others see it. */
export interface ArrivingEntry {
  readonly id: string;
  /** Absent: sent to a node of an earlier version, which did not note it. */
  readonly clientId: string | undefined;
  /** Bytes that it may have. */
  readonly size: number;
  /** ISO 8601. */
  readonly begun: string;
}

/** A file's content on a disk of this process. */
export interface LocalInput {
  readonly path: string;
  release(): Promise<void>;
}

/** The result of one batch of an import. */
export interface BatchNote {
  /** Number of the last row of the batch before, and of this one. */
  readonly from: number;
  readonly upTo: number;
  /** Labels of the file's columns. */
  readonly columns: readonly string[];
  readonly rejects: readonly Reject[];
  /** With the batch, and before it. Of a trial there are none to be kept. */
  readonly counts?: { readonly after: Counts; readonly before: Counts } | undefined;
}

/** Keeps what an import counts and rejects before its rows are committed: these may be committed, or not. */
export interface ImportNotes {
  /** Takes a run up again where so many rows are done. @returns its counts then */
  begin(done: number): Promise<Counts>;
  /** Replaces what was kept of the batch, and of later ones. */
  keep(note: BatchNote): Promise<void>;
  close(): Promise<void>;
}

/** Where files are kept that clients send, and what comes of them. */
export interface FilePlace {
  /** @throws RequestError 409 where too much is kept already, by this client or by all */
  reserve(next: NextFile): Promise<ArrivingFile>;
  /** Files on their way, in the order of their Ids. */
  arriving(): Promise<ArrivingEntry[]>;
  /** Takes its place from a file on its way, which is not kept then. @returns whether there was one */
  turnAway(id: string): Promise<boolean>;
  /** In the order of the Ids. */
  all(): Promise<PlacedFile[]>;
  get(id: string): Promise<PlacedFile | undefined>;
  /**
   * Replaces what is kept of a file, in one step.
   *
   * @param change `undefined` leaves it as it is; what it throws as well
   * @param by the `worker` changes nothing once another process has become it
   * @returns what is kept now; `undefined` where nothing was changed
   */
  change(
    id: string,
    change: (file: KeptFile) => KeptFile | undefined,
    by?: 'anyone' | 'worker',
  ): Promise<KeptFile | undefined>;
  /** Removes a file and its results, unless `check` throws. */
  remove(id: string, check: (file: KeptFile) => void): Promise<void>;
  /** Removes what nobody has touched since, and nobody works on. @param now ISO 8601 */
  expire(now: string): Promise<void>;
  /** The file's content as a file of this process. */
  input(file: KeptFile): Promise<LocalInput>;

  /** Files that wait for this process, or are worked on, in order; nothing where another one does that. */
  pending(): Promise<Pick<KeptFile, 'id' | 'status'>[]>;
  /** Position of the log that is to be shown before the work on a file begins. */
  position(): Promise<number>;
  /** Shows everybody how far the work is. */
  tell(id: string, told: Told): void;
  notes(id: string): ImportNotes;
  /** An empty folder of this process, for results. */
  newResults(id: string): Promise<string>;
  /** Keeps what was written into that folder. */
  keepResults(id: string): Promise<void>;
  has(id: string, result: string): Promise<boolean>;
  /** A result, piece by piece. */
  open(id: string, result: string): AsyncIterable<Uint8Array>;

  /**
   * @param look is called when something may have changed
   * @param trouble is told, once, while that cannot be known
   */
  follow(look: () => Promise<void>, trouble: (message: string) => void): void;
  close(): Promise<void>;
}

/** The message to a sender whose file lost its place before it was there. */
export function turnedAway(id: string): RequestError {
  const message = `${id} was removed while it was being sent: by an administrator, or because nothing came for a minute`;
  return new RequestError(409, 'ENTITY_IS_DELETED', message);
}

export function fileId(number: number): string {
  return `file-${String(number).padStart(12, '0')}`;
}

/** Name of a file's content; its ending says how it is read. */
export function inputName(extension: string): string {
  return `input${extension}`;
}

/** Counts as they are kept: the last batch noted may not have been committed. */
export interface KeptCounts {
  readonly done: number;
  readonly counts: Counts;
  readonly before: { readonly done: number; readonly counts: Counts };
}

/** `.csv`, or `.csv.gz` where it is packed. */
export function extensionOf(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.gz') ? `${extname(lower.slice(0, -3))}.gz` : extname(lower);
}

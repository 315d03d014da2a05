import type { MentionedRecord } from '../read/mentions.js';
import type { NamePart, SplitName } from '../read/split-name.js';
import type { SaidOfFile } from '../read/input-table.js';

export interface Reject {
  readonly row: number;
  readonly reason: string;
  /** As in the file; one JSON text if the file is JSON. */
  readonly cells: readonly string[];
}

/** Columns by position; several are joined by a space. */
export interface ColumnMapping {
  readonly field: string;
  readonly positions: readonly number[];
  /** Taken from the columns' whole name. */
  readonly part?: NamePart | undefined;
}

export interface InspectedColumn {
  readonly label: string;
  /** Its first values, cut. */
  readonly samples: readonly string[];
  /** Inspected rows that fill it. */
  readonly filled: number;
  /** Values of more than one inspected row, cut, the commonest first. */
  readonly frequent: readonly { readonly value: string; readonly times: number }[];
  /** The samples split into names; absent if they are none. */
  readonly names?: readonly SplitName[];
}

/** A file's first rows and properties, and the guesses about it. */
export interface Inspection {
  readonly objectType: string;
  readonly columns: readonly InspectedColumn[];
  readonly mapping: readonly ColumnMapping[];
  /** Rows read; all rows if `isWhole`. */
  readonly rows: number;
  readonly isWhole: boolean;
  /** Given or guessed. */
  readonly said: SaidOfFile;
  readonly readAs: SaidOfFile;
  readonly sheets: readonly string[];
  /** For people: how the file was read, if that is not obvious. */
  readonly notes: readonly string[];
}

interface OfFile {
  readonly path: string;
  /** Folder; absent: built-ins only. */
  readonly config?: string | undefined;
  /** Bytes of an unpacked file. */
  readonly maxUnpacked?: number | undefined;
}

interface MappedFile extends OfFile {
  readonly objectType: string;
  readonly mapping: readonly ColumnMapping[];
  readonly reading?: SaidOfFile | undefined;
}

export type FileTask =
  | (OfFile & {
      readonly kind: 'inspect';
      readonly reading?: SaidOfFile | undefined;
      /** `auto`: made from the columns. Absent: guessed. */
      readonly objectType?: string | undefined;
      /** Objects to guess among; absent: all. */
      readonly objects?: readonly string[] | undefined;
    })
  | (MappedFile & {
      readonly kind: 'read';
      /** Rows to skip. */
      readonly done: number;
      /** Rows per message. */
      readonly batchSize: number;
      readonly isExact?: boolean | undefined;
    })
  | (MappedFile & {
      readonly kind: 'clean';
      /** An existing folder. */
      readonly out: string;
    })
  | (OfFile & {
      readonly kind: 'mentions';
      readonly record: MentionedRecord;
      readonly mostRows: number;
    });

export interface FileMentions {
  /** Also true for a file that cannot be read, because it may. */
  readonly isMentioned: boolean;
  /** Up to the first unreadable row. */
  readonly rows: readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[];
  readonly isCut: boolean;
}

/** Rows of a file for one transaction. */
export interface FileBatch {
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** By row, as in the file. */
  readonly cells: readonly (readonly string[])[];
  readonly faulty: readonly Reject[];
  /** The last row. */
  readonly upTo: number;
  readonly columns: readonly string[];
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

interface CleanedFile {
  readonly rows: number;
  readonly groups: number;
  readonly merged: number;
  readonly records: number;
  readonly review: number;
  /** Set if pairs were found but none is merged, with the reason and the remedy. */
  readonly notMerged: { readonly why: string; readonly help: string } | null;
}

export type FromFileProcess =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  /** The next one is sent on request. */
  | { readonly kind: 'batch'; readonly batch: FileBatch }
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'cleaned'; readonly cleaned: CleanedFile }
  | { readonly kind: 'mentions'; readonly mentions: FileMentions }
  | { readonly kind: 'end' }
  /** The file or the request is to blame. */
  | { readonly kind: 'refused'; readonly reason: string };

export type ToFileProcess = { readonly kind: 'task'; readonly task: FileTask } | { readonly kind: 'next' };

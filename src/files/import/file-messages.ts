import type { MentionedRecord } from '../read/mentions.js';
import type { NamePart, SplitName } from '../read/split-name.js';
import type { SaidOfFile } from '../read/input-table.js';

/** A row that was not saved. */
export interface Reject {
  readonly row: number;
  readonly reason: string;
  /** The row as in the file; one JSON text if the file is JSON. */
  readonly cells: readonly string[];
}

/** One field with the columns that fill it, by position; several are joined by a space. */
export interface ColumnMapping {
  readonly field: string;
  readonly positions: readonly number[];
  /** The part of the columns' whole name that fills the field. */
  readonly part?: NamePart | undefined;
}

export interface InspectedColumn {
  readonly label: string;
  /** Its first values, cut. */
  readonly samples: readonly string[];
  /** Number of inspected rows that fill it. */
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
  /** Number of rows read; all rows if `isWhole`. */
  readonly rows: number;
  readonly isWhole: boolean;
  /** The options given for reading the file, and the guessed ones. */
  readonly said: SaidOfFile;
  readonly readAs: SaidOfFile;
  /** Names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** For people: how the file was read, if that is not obvious. */
  readonly notes: readonly string[];
}

interface OfFile {
  readonly path: string;
  /** Configuration folder; absent: built-ins only. */
  readonly config?: string | undefined;
  /** Maximum bytes of an unpacked file. */
  readonly maxUnpacked?: number | undefined;
}

/** The task of a file's process. */
export type FileTask =
  | (OfFile & {
      readonly kind: 'inspect';
      readonly reading?: SaidOfFile | undefined;
      /** `auto`: made from the columns. Absent: guessed. */
      readonly objectType?: string | undefined;
      /** Names of the objects to guess among; absent: all. */
      readonly objects?: readonly string[] | undefined;
    })
  | (OfFile & {
      readonly kind: 'read';
      readonly objectType: string;
      readonly mapping: readonly ColumnMapping[];
      readonly reading?: SaidOfFile | undefined;
      /** Number of rows to skip. */
      readonly done: number;
      /** Rows per message. */
      readonly batchSize: number;
      /** Keeps cells unchanged: no apostrophe before a formula is removed, no date is converted. */
      readonly isExact?: boolean | undefined;
    })
  | (OfFile & {
      readonly kind: 'clean';
      readonly objectType: string;
      readonly mapping: readonly ColumnMapping[];
      readonly reading?: SaidOfFile | undefined;
      /** An existing folder. */
      readonly out: string;
    })
  | (OfFile & {
      readonly kind: 'mentions';
      readonly record: MentionedRecord;
      /** Maximum rows that are given. */
      readonly mostRows: number;
    });

/** Whether and where a file mentions a record. */
export interface FileMentions {
  /** Also true for a file that cannot be read, because it may. */
  readonly isMentioned: boolean;
  /** The rows that do, as far as the file can be read. */
  readonly rows: readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Rows of a file for one transaction. */
export interface FileBatch {
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** The cells of each row, as in the file. */
  readonly cells: readonly (readonly string[])[];
  /** Rows that are broken in the file. */
  readonly faulty: readonly Reject[];
  /** Number of the last row. */
  readonly upTo: number;
  /** Labels of the columns so far. */
  readonly columns: readonly string[];
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface CleanedFile {
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

import type { MentionedRecord } from '../read/mentions.js';
import type { NamePart, SplitName } from '../read/split-name.js';
import type { SaidOfFile } from '../read/input-table.js';

export interface Reject {
  readonly row: number;
  readonly reason: string;
  /** Cells as in the file. For a JSON file, a single JSON string. */
  readonly cells: readonly string[];
}

/** A mapping of columns by position. Several columns are joined by a space. */
export interface ColumnMapping {
  readonly field: string;
  readonly positions: readonly number[];
  /** Part of a full name that the columns contain. */
  readonly part?: NamePart | undefined;
}

export interface InspectedColumn {
  readonly label: string;
  /** The column's first values, truncated. */
  readonly samples: readonly string[];
  /** Number of inspected rows that fill the column. */
  readonly filled: number;
  /** Values that occur in more than one inspected row, truncated, most common first. */
  readonly frequent: readonly { readonly value: string; readonly times: number }[];
  /** The samples split into names; absent if the samples are not names. */
  readonly names?: readonly SplitName[];
}

/** A file's first rows and properties, and the guesses about the file. */
export interface Inspection {
  readonly objectType: string;
  readonly columns: readonly InspectedColumn[];
  readonly mapping: readonly ColumnMapping[];
  /** Number of rows read. If `isWhole`, the sample is the whole file. */
  readonly rows: number;
  readonly isWhole: boolean;
  /** Properties given or guessed. */
  readonly said: SaidOfFile;
  readonly readAs: SaidOfFile;
  readonly sheets: readonly string[];
  /** Messages for people about any unusual interpretation of the file. */
  readonly notes: readonly string[];
}

interface OfFile {
  readonly path: string;
  /** Configuration folder. If absent, only built-in objects are used. */
  readonly config?: string | undefined;
  /** Maximum bytes of a decompressed file. */
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
      /** `auto` makes an object from the columns. If absent, the object is guessed. */
      readonly objectType?: string | undefined;
      /** Objects to guess among. Default: all objects. */
      readonly objects?: readonly string[] | undefined;
    })
  | (MappedFile & {
      readonly kind: 'read';
      /** Number of rows to skip. */
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
  /** Whether the record is mentioned. True for an unreadable file, which may mention the record. */
  readonly isMentioned: boolean;
  /** Rows that mention the record, up to the first unreadable row. */
  readonly rows: readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[];
  readonly isCut: boolean;
}

/** Rows of a file for one transaction. */
export interface FileBatch {
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** Cells of each row, as in the file. */
  readonly cells: readonly (readonly string[])[];
  readonly faulty: readonly Reject[];
  /** Number of the last row. */
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
  /** Set if pairs were found but not merged, with the reason and the remedy. */
  readonly notMerged: { readonly why: string; readonly help: string } | null;
}

export type FromFileProcess =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  /** A batch. The next batch is sent on request. */
  | { readonly kind: 'batch'; readonly batch: FileBatch }
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'cleaned'; readonly cleaned: CleanedFile }
  | { readonly kind: 'mentions'; readonly mentions: FileMentions }
  | { readonly kind: 'end' }
  /** A rejection due to a fault in the file or the request. */
  | { readonly kind: 'refused'; readonly reason: string };

export type ToFileProcess = { readonly kind: 'task'; readonly task: FileTask } | { readonly kind: 'next' };

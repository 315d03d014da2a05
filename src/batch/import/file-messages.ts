import type { NamePart, SplitName } from '../input/split-name.js';
import type { SaidOfFile } from '../input/layout.js';

/** A row that was not saved. */
export interface Reject {
  readonly row: number;
  readonly reason: string;
  /** The row as it stands in the file; one JSON text where the file is JSON. */
  readonly cells: readonly string[];
}

/** One field and the columns that fill it, by position; several are joined by a space. */
export interface ColumnMapping {
  readonly field: string;
  readonly positions: readonly number[];
  /** The field is filled by this part of the whole name that the columns hold. */
  readonly part?: NamePart | undefined;
}

export interface InspectedColumn {
  readonly label: string;
  /** Its first values, cut. */
  readonly samples: readonly string[];
  /** The samples as whole names taken apart; absent where they are none. */
  readonly names?: readonly SplitName[];
}

/** The look of a file, and what is guessed of it. */
export interface Inspection {
  readonly objectType: string;
  readonly columns: readonly InspectedColumn[];
  readonly mapping: readonly ColumnMapping[];
  /** Rows looked at; all of them where `isWhole`. */
  readonly rows: number;
  readonly isWhole: boolean;
  /** How the file was said to be read, and how it was. */
  readonly said: SaidOfFile;
  readonly readAs: SaidOfFile;
  /** Names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** For people: how the file was read, where that is not plain. */
  readonly notes: readonly string[];
}

interface OfFile {
  readonly path: string;
  /** Configuration folder; absent: built-ins only. */
  readonly config?: string | undefined;
  /** Bytes that a packed file may unpack to. */
  readonly maxUnpacked?: number | undefined;
}

/** The task of the process of a file. */
export type FileTask =
  | (OfFile & {
      readonly kind: 'inspect';
      readonly reading?: SaidOfFile | undefined;
      /** `auto`: of the columns. Absent: guessed. */
      readonly objectType?: string | undefined;
      /** Names of the objects to guess among; absent: all. */
      readonly objects?: readonly string[] | undefined;
    })
  | (OfFile & {
      readonly kind: 'read';
      readonly objectType: string;
      readonly mapping: readonly ColumnMapping[];
      readonly reading?: SaidOfFile | undefined;
      /** Rows to be passed over. */
      readonly done: number;
      /** Rows sent at once. */
      readonly batchSize: number;
      /** Cells count as they stand: no apostrophe before a formula is taken away, no date is read in another form. */
      readonly isExact?: boolean | undefined;
    })
  | (OfFile & {
      readonly kind: 'clean';
      readonly objectType: string;
      readonly mapping: readonly ColumnMapping[];
      readonly reading?: SaidOfFile | undefined;
      /** An existing folder. */
      readonly out: string;
    });

/** Rows of a file on their way to one transaction. */
export interface FileBatch {
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, unknown>> }[];
  /** The cells of each row, as they stand in the file. */
  readonly cells: readonly (readonly string[])[];
  /** Rows that the file itself spoils. */
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
  /** Why pairs were found and none is merged, and what would help. */
  readonly notMerged: { readonly why: string; readonly help: string } | null;
}

export type FromFileProcess =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  /** The next one comes when it is asked for. */
  | { readonly kind: 'batch'; readonly batch: FileBatch }
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'cleaned'; readonly cleaned: CleanedFile }
  | { readonly kind: 'end' }
  /** The file or the request is to blame for this. */
  | { readonly kind: 'refused'; readonly reason: string };

export type ToFileProcess = { readonly kind: 'task'; readonly task: FileTask } | { readonly kind: 'next' };

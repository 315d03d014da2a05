/** The data that the thread is given which reads a workbook. */
export interface WorkbookToRead {
  readonly path: string;
  /** Name or number of the sheet; absent: the first one that is not empty. */
  readonly sheet?: string | undefined;
  /** Whether all sheets are to be read. */
  readonly all?: boolean;
}

/** Rows of a sheet: texts by column. */
export type SheetRows = readonly (readonly string[])[];

/** Its answer. */
export type WorkbookRead =
  | {
      readonly kind: 'read';
      /** The one that is meant, or all. */
      readonly sheets: readonly SheetRows[];
      /** Names of all sheets. */
      readonly names: readonly string[];
      /** Position of the one that is meant; -1 where there is none of that name, or none. */
      readonly at: number;
      /** Positions of the sheets that hold a table: two rows or more. */
      readonly tables: readonly number[];
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

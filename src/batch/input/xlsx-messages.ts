/** What the thread that reads a workbook is given. */
export interface WorkbookToRead {
  readonly path: string;
  /** Absent: the first. */
  readonly all?: boolean;
}

/** Rows of a sheet: texts by column. */
export type SheetRows = readonly (readonly string[])[];

/** What it gives back. */
export type WorkbookRead =
  /** The first sheet, and how many there are beside it; or all of them. */
  | { readonly kind: 'read'; readonly sheets: readonly SheetRows[]; readonly others: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

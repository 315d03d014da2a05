/** What the thread that reads a workbook is given. */
export interface WorkbookToRead {
  readonly path: string;
}

/** What it gives back. */
export type WorkbookRead =
  /** The first sheet, and how many there are beside it. */
  | { readonly kind: 'read'; readonly rows: readonly (readonly string[])[]; readonly others: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

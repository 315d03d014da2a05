import type { SheetTable } from './read-workbook.js';

/** Message to the thread that reads a workbook. */
export interface WorkbookToRead {
  readonly path: string;
  /** Name or number of the sheet. Default: see `chooseSheet`. */
  readonly sheet?: string | undefined;
  readonly all?: boolean;
}

export type WorkbookRead =
  | {
      readonly kind: 'read';
      readonly sheets: readonly SheetTable[];
      readonly names: readonly string[];
      /** Position of the chosen sheet; -1 if the sheet does not exist. */
      readonly at: number;
      /** Positions of sheets that Excel hides. */
      readonly hidden: readonly number[];
      /** Positions of sheets with at least two rows. */
      readonly tables: readonly number[];
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

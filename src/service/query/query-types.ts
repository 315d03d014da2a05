export interface RecordQuery {
  readonly objectType: string;
  readonly where?: string | undefined;
  /** A field and optionally `ASC` or `DESC`. Default: Id order. */
  readonly orderBy?: string | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** Id of the first record. Alternative to `after`. */
  readonly from?: string | undefined;
  /** Number of records to skip. Alternative to `after`; only without a condition. */
  readonly offset?: number | undefined;
  readonly pageSize: number;
  /** Names of fields to return. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

export interface RecordsPage {
  /** Number of records of the object. Absent if there is a condition. */
  totalSize?: number | undefined;
  /** Number of records before the page. Absent if there is a condition. */
  position?: number | undefined;
  /** Fraction of sorted records, 0 to 1. Present while records are being sorted; the page is then empty. */
  prepared?: number | undefined;
  records: Record<string, unknown>[];
  /** Start of the next page; `null` at the end. With a condition, or during sorting, a page may be short or empty. */
  next: string | null;
}

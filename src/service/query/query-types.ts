export interface RecordQuery {
  readonly objectType: string;
  readonly where?: string | undefined;
  /** A field and optionally `ASC` or `DESC`; absent: in Id order. */
  readonly orderBy?: string | undefined;
  /** The previous page's `next`. */
  readonly after?: string | undefined;
  /** Or the Id of the first record ... */
  readonly from?: string | undefined;
  /** ... or the number of records to skip; only without a condition. */
  readonly offset?: number | undefined;
  readonly pageSize: number;
  /** Names of fields to return; absent: all. */
  readonly fields?: readonly string[] | undefined;
}

export interface RecordsPage {
  /** Number of records of the object; absent with a condition. */
  totalSize?: number | undefined;
  /** Number of records before the page; absent with a condition. */
  position?: number | undefined;
  /** Share of sorted records, 0..1, while sorting: the page is empty. */
  prepared?: number | undefined;
  records: Record<string, unknown>[];
  /** Start of the next page; `null` at the end. With a condition, or during sorting, a page may be short or empty. */
  next: string | null;
}

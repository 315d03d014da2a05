export interface RecordQuery {
  readonly objectType: string;
  /** A condition of the filter language. */
  readonly where?: string | undefined;
  /** A field and perhaps `ASC` or `DESC`; absent: in Id order. */
  readonly orderBy?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  /** Instead of it: the Id of the record to begin with ... */
  readonly from?: string | undefined;
  /** ... or how many records to leave out; without a condition only. */
  readonly offset?: number | undefined;
  readonly pageSize: number;
  /** Names of those that are wanted; absent: all. */
  readonly fields?: readonly string[] | undefined;
}

export interface RecordsPage {
  /** Records of the object; absent with a condition. */
  totalSize?: number | undefined;
  /** Records of the object before the first one of the page; absent with a condition. */
  position?: number | undefined;
  /** Share of the records that are sorted so far, 0..1, where that is not done: the page is empty. */
  prepared?: number | undefined;
  /** Whole records, or the fields asked for. */
  records: Record<string, unknown>[];
  /**
   * Where the next page begins; `null` at the end. With a condition, or while records are being sorted, a page may hold
   * less, even nothing.
   */
  next: string | null;
}

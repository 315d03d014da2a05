/** Names in the database, as SQL. */
export interface Names {
  /** Quoted identifier of the schema. */
  readonly schema: string;
  /** Number of the advisory lock. */
  readonly key: string;
  /** Literal: the channel of the notifications. */
  readonly channel: string;
}

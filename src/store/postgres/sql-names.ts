/** Names in the database, as SQL. */
export interface Names {
  /** Quoted identifier of the schema. */
  readonly schema: string;
  /** Literal: the channel of the notifications. */
  readonly channel: string;
}

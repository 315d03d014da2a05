export interface Names {
  /** Quoted identifier of the schema. */
  readonly schema: string;
  /** SQL literal with the channel of the notifications. */
  readonly channel: string;
}

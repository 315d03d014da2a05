/** Values that identify one record in a text: its Id, and stored or earlier values that few records share. */
export interface IdentifyingValues {
  readonly recordId: string;
  readonly objectType: string | undefined;
  /** Sufficient on their own, as stored: email addresses, phone numbers, Ids in other systems. */
  readonly own: readonly string[];
  /**
   * Whole names as words: all words of one together identify the record. For a name of one word or none: all words of
   * its texts.
   */
  readonly names: readonly (readonly string[])[];
  /** Every text that the record has or had, by field. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Normal forms of match methods, as in learned models. */
  readonly normal: ReadonlySet<string>;
}

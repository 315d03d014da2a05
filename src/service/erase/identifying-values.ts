/** Signs that a text is about one record: its Id, and those of its values, stored or earlier, that few share. */
export interface IdentifyingValues {
  readonly recordId: string;
  readonly objectType: string | undefined;
  /** Each stands for the record by itself, as stored: e-mail addresses, phone numbers, Ids in other systems. */
  readonly own: readonly string[];
  /**
   * Whole names, word by word: all words of one together stand for the record. Where its name is one word, or none: all
   * that its texts held together.
   */
  readonly names: readonly (readonly string[])[];
  /** Every text that the record holds or held, by field. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The normal forms of match methods, as learned models hold values. */
  readonly normal: ReadonlySet<string>;
}

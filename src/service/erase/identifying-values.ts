import type { MentionedRecord } from '../../files/read/mentions.js';

/** Values that identify one record in a text: its Id, and stored or earlier values that few records share. */
export interface IdentifyingValues extends MentionedRecord {
  readonly objectType: string | undefined;
  /** Every text that the record has or had, by field. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Normal forms of match methods, as in learned models. */
  readonly normal: ReadonlySet<string>;
}

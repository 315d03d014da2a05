import type { RecordData } from '../api/types.js';
import type { Typed } from './typed-values.js';

export interface RecordDraft {
  readonly typed: Typed;
  /** The edited record. `tag` is its entity tag. */
  readonly base: RecordData;
  readonly tag: string;
}

/**
 * Unsaved edits by record, so that they are preserved while the user visits other views. Values of records are kept
 * only in memory, not in the browser's storage.
 */
const drafts = new Map<string, RecordDraft>();

export const draftOf = (place: string): RecordDraft | undefined => drafts.get(place);

/** @param draft the edits; absent if the edits were saved or discarded */
export function keepDraft(place: string, draft?: RecordDraft): void {
  if (draft === undefined) drafts.delete(place);
  else drafts.set(place, draft);
}

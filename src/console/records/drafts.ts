import type { RecordData } from '../api/types.js';
import type { Typed } from './typed-values.js';

/** An edit that is not saved yet. */
export interface RecordDraft {
  readonly typed: Typed;
  /** The record that it rests on, and its entity tag. */
  readonly base: RecordData;
  readonly tag: string;
}

/**
 * Edits by the place of their record, so that looking at another view loses nothing that was typed. Values of records
 * are kept in memory only, not in the browser's storage.
 */
const drafts = new Map<string, RecordDraft>();

export const draftOf = (place: string): RecordDraft | undefined => drafts.get(place);

/** @param draft absent: it was saved, or is not wanted */
export function keepDraft(place: string, draft?: RecordDraft): void {
  if (draft === undefined) drafts.delete(place);
  else drafts.set(place, draft);
}

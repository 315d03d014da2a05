import { tellingTo } from '../../runtime/notes.js';
import { inOptions } from './likeness-error.js';

/** Runs work that emits notes. @returns its result, and the notes as sentences */
export async function withNotes<Result>(run: () => Promise<Result>): Promise<{ result: Result; notes: string[] }> {
  const notes: string[] = [];
  const result = await tellingTo({ note: (text) => notes.push(inOptions(text)) }, run);
  return { result, notes };
}

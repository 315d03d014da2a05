import type { FieldTexts } from '../../src/matching/field-texts.js';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import type { MemoryIndexOptions } from '../../src/index/index-options.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { Contacts } from '../synthetic/contacts.js';

export interface BuiltIndex {
  readonly index: MemoryIndex;
  readonly contacts: Contacts;
  readonly seconds: number;
  /** Milliseconds of the slowest `put`. */
  readonly longestPut: number;
}

export interface BuildSettings {
  readonly size: number;
  readonly scenarios: readonly Scenario[];
  readonly options?: MemoryIndexOptions;
  /** Returns the values of record `number`. Default: a generated contact. */
  readonly values?: (contacts: Contacts, number: number) => FieldTexts;
}

/** Builds an index of generated contacts. The time excludes generating them. */
export function buildIndex({ size, scenarios, options, values }: BuildSettings): BuiltIndex {
  const contacts = new Contacts();
  const index = createMemoryIndex({ scenarios, ...(options && { options }) });
  let spent = 0;
  let longestPut = 0;
  for (let number = 0; number < size; number++) {
    const texts = values ? values(contacts, number) : contacts.values(number);
    const before = performance.now();
    index.put(contacts.id(number), texts);
    const ms = performance.now() - before;
    spent += ms;
    longestPut = Math.max(longestPut, ms);
  }
  return { index, contacts, seconds: spent / 1000, longestPut };
}

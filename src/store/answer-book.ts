import { hashText } from '../matching/hash.js';
import type { RememberedAnswer } from './record-store.js';

interface Kept {
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the answer: smaller than its objects, and no caller can change it. */
  readonly text: string;
}

/** One map of a million entries takes a tenth of a second to grow; of many small ones only one grows at a time. */
const MAPS = 256;

/** Remembered answers by key, until they expire. */
export class AnswerBook {
  /** Each in order of arrival. */
  readonly #maps = Array.from({ length: MAPS }, () => new Map<string, Kept>());

  get(key: string, now: number): RememberedAnswer | undefined {
    const kept = this.#mapOf(key).get(key);
    return kept === undefined || kept.expires <= now ? undefined : answerOf(key, kept);
  }

  /** @param text JSON of the answer */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    const map = this.#mapOf(key);
    map.delete(key);
    map.set(key, { bodyHash, expires, text });
    forgetOldest(map, now);
  }

  /** Forgets the answers that name a record. Looks at all of them. */
  erase(recordId: string): void {
    const short = recordId.slice(0, 15);
    for (const map of this.#maps) for (const [key, { text }] of map) if (text.includes(short)) map.delete(key);
  }

  /** Answers that are not expired; `undefined` for each that is, so that whoever walks can rest. May be left and resumed while the book changes. */
  *all(now: number): Iterable<RememberedAnswer | undefined> {
    for (const map of this.#maps)
      for (const [key, kept] of map) yield kept.expires > now ? answerOf(key, kept) : undefined;
  }

  #mapOf(key: string): Map<string, Kept> {
    return this.#maps[hashText(key) & (MAPS - 1)]!;
  }
}

/** Every answer added takes up to two expired ones along, so the book does not grow and no step is long. */
function forgetOldest(map: Map<string, Kept>, now: number): void {
  let looked = 0;
  for (const [key, kept] of map) {
    if (looked++ === 2 || kept.expires > now) return;
    map.delete(key);
  }
}

function answerOf(key: string, { bodyHash, expires, text }: Kept): RememberedAnswer {
  return { key, bodyHash, expires, answer: JSON.parse(text) as unknown };
}

import { hashText } from '../matching/hash.js';
import type { RememberedAnswer } from './record-store.js';

interface Kept {
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the answer: smaller than its objects, and no caller can change it. */
  readonly text: string;
  /** How many erasures there had been when it came. */
  readonly erasures: number;
}

/** One map of a million entries takes a tenth of a second to grow; of many small ones only one grows at a time. */
const MAPS = 256;

/** Remembered answers by key, until they expire. */
export class AnswerBook {
  /** Each in order of arrival. */
  readonly #maps = Array.from({ length: MAPS }, () => new Map<string, Kept>());
  /** Erased records, by the first 15 characters of their Ids, and the number of the erasure: answers that came before it and name the record are not given any more. */
  readonly #erased = new Map<string, number>();
  #erasures = 0;

  get(key: string, now: number): RememberedAnswer | undefined {
    const kept = this.#mapOf(key).get(key);
    return kept === undefined || kept.expires <= now || this.#isErased(kept) ? undefined : answerOf(key, kept);
  }

  /** @param text JSON of the answer */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    const map = this.#mapOf(key);
    map.delete(key);
    map.set(key, { bodyHash, expires, text, erasures: this.#erasures });
    forgetOldest(map, now);
  }

  /** Forgets the answers that name a record: from now on none is given; the next walk over `all` takes them out of memory, a little at a time, for there may be millions. */
  erase(recordId: string): void {
    this.#erased.set(recordId.slice(0, 15), ++this.#erasures);
  }

  /**
   * Answers that are not expired; `undefined` for each that is, so that whoever walks can rest. May be left and resumed while the book changes. Answers that name an
   * erased record are let go of; a compaction follows every erasure and walks to the end.
   */
  *all(now: number): Iterable<RememberedAnswer | undefined> {
    const erasures = this.#erasures;
    for (const map of this.#maps)
      for (const [key, kept] of map) {
        const isErased = this.#isErased(kept);
        if (isErased) map.delete(key);
        yield isErased || kept.expires <= now ? undefined : answerOf(key, kept);
      }
    for (const [id, erasure] of this.#erased) if (erasure <= erasures) this.#erased.delete(id);
  }

  #isErased({ text, erasures }: Kept): boolean {
    for (const [id, erasure] of this.#erased) if (erasure > erasures && text.includes(id)) return true;
    return false;
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

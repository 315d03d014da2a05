import type { RememberedAnswer } from './record-store.js';

interface Kept {
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the answer: smaller than its objects, and no caller can change it. */
  readonly text: string;
}

/** Remembered answers by key, until they expire. */
export class AnswerBook {
  readonly #kept = new Map<string, Kept>();

  get(key: string, now: number): RememberedAnswer | undefined {
    const kept = this.#kept.get(key);
    return kept === undefined || kept.expires <= now ? undefined : answerOf(key, kept);
  }

  /** @param text JSON of the answer */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { bodyHash, expires, text });
    this.#forgetOldest(now);
  }

  /** Forgets the answers that name a record. Looks at all of them. */
  erase(recordId: string): void {
    const short = recordId.slice(0, 15);
    for (const [key, { text }] of this.#kept) if (text.includes(short)) this.#kept.delete(key);
  }

  /** Answers that are not expired. May be left and resumed while the book changes. */
  *all(now: number): Iterable<RememberedAnswer> {
    for (const [key, kept] of this.#kept) if (kept.expires > now) yield answerOf(key, kept);
  }

  /** Every answer added takes up to two expired ones along, so the book does not grow and no step is long. */
  #forgetOldest(now: number): void {
    let looked = 0;
    for (const [key, kept] of this.#kept) {
      if (looked++ === 2 || kept.expires > now) return;
      this.#kept.delete(key);
    }
  }
}

function answerOf(key: string, { bodyHash, expires, text }: Kept): RememberedAnswer {
  return { key, bodyHash, expires, answer: JSON.parse(text) as unknown };
}

import type { SearchInput } from '../../contract/schemas.js';
import type { ParentCache } from '../../results/record-json-writer.js';

interface KeptAnswer {
  readonly json: string;
  readonly parents: ParentCache;
}

/** Characters of the answers that are kept. */
const KEPT = 4_000_000;
/** Searches of which it is known that they came once. */
const ASKED_ONCE = 2_048;

/**
 * Answers to searches that come again (a form that searches while one types, a page that is shown anew, a benchmark
 * with one body): an answer stands until the next commit. A search is kept from its second time on, so that searches
 * that never come again cost a look into a set.
 */
export class AnswerCache {
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #once = new Set<string>();
  #size = 0;
  /** Position of the log, as all that are kept saw it. */
  #position = -1;

  /** @param position of the log, as the reader sees it now */
  get(key: string, position: number): string | undefined {
    if (position !== this.#position) this.#clear(position);
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.parents.isCurrent()) return kept?.json;
    this.#forget(key, kept);
    return undefined;
  }

  /** @param position as the answer saw it, from its beginning to its end */
  offer(key: string, kept: KeptAnswer, position: number): void {
    if (position !== this.#position) return;
    if (!this.#once.delete(key)) {
      this.#sawOnce(key);
      return;
    }
    this.#kept.set(key, kept);
    this.#size += sizeOf(key, kept);
    for (const [oldest, other] of this.#kept) {
      if (this.#size <= KEPT) break;
      this.#forget(oldest, other);
    }
  }

  /** For an erasure: of what was kept nothing is left in memory. */
  clear(): void {
    this.#clear(-1);
    this.#once.clear();
  }

  #clear(position: number): void {
    for (const [key, kept] of this.#kept) this.#forget(key, kept);
    this.#position = position;
  }

  #forget(key: string, kept: KeptAnswer): void {
    this.#kept.delete(key);
    this.#size -= sizeOf(key, kept);
    // The next time will not be its first.
    this.#sawOnce(key);
  }

  #sawOnce(key: string): void {
    if (this.#once.size >= ASKED_ONCE) this.#once.clear();
    this.#once.add(key);
  }
}

/** The same text for searches that ask for the same. */
export function searchKey({ objectPrefix, objectData, scenarioIds }: SearchInput): string {
  return `${objectPrefix}${scenarioIds === undefined ? '' : JSON.stringify(scenarioIds)}${JSON.stringify(objectData)}`;
}

function sizeOf(key: string, { json }: KeptAnswer): number {
  return key.length + json.length;
}

import type { SearchInput } from '../../records/contract/schemas.js';
import type { ParentCache } from '../results/record-json-writer.js';

interface KeptAnswer {
  readonly json: string;
  readonly parents: ParentCache;
}

const KEPT = 4_000_000;
const ASKED_ONCE = 2_048;

/**
 * Caches responses to repeated searches (such as search-as-you-type and reloaded pages) until the next commit. A search
 * is cached only when it is repeated, so a unique search costs only a set lookup.
 */
export class AnswerCache {
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #once = new Set<string>();
  #size = 0;
  #position = -1;

  /** @param position the reader's current log position */
  get(key: string, position: number): string | undefined {
    if (position !== this.#position) this.#clear(position);
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.parents.isCurrent()) return kept?.json;
    this.#forget(key, kept);
    return undefined;
  }

  /** @param position log position during the entire search */
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

  /** Frees all cached responses, for an erasure. */
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
    // Remember the search, so that its next occurrence counts as a repetition.
    this.#sawOnce(key);
  }

  #sawOnce(key: string): void {
    if (this.#once.size >= ASKED_ONCE) this.#once.clear();
    this.#once.add(key);
  }
}

export function searchKey({ objectPrefix, objectData, scenarioIds }: SearchInput): string {
  return `${objectPrefix}${scenarioIds === undefined ? '' : JSON.stringify(scenarioIds)}${JSON.stringify(objectData)}`;
}

function sizeOf(key: string, { json }: KeptAnswer): number {
  return key.length + json.length;
}

import { hashText } from './hash.js';
import { KeyLists, type KeyListsImage } from './key-lists.js';
import { ListPool } from './list-pool.js';
import { TextPool, type TextPoolImage } from './text-pool.js';

export interface DictionaryImage {
  readonly texts: TextPoolImage;
  readonly byHash: KeyListsImage;
}

/**
 * Distinct strings, numbered from 1. No string is removed. A `Compaction` creates a new dictionary of the strings in
 * use.
 */
export class Dictionary {
  private readonly texts: TextPool;
  private readonly byHash: KeyLists;

  constructor(image?: DictionaryImage) {
    this.texts = new TextPool(image?.texts);
    this.byHash = new KeyLists(image?.byHash);
  }

  /** @param isHidden see `TextPool.image`; hidden strings cannot be found in copies */
  image(isHidden?: (number: number) => boolean): DictionaryImage {
    return { texts: this.texts.image(isHidden), byHash: this.byHash.image() };
  }

  get size(): number {
    return this.texts.size;
  }

  text(id: number): string {
    return this.texts.get(id);
  }

  /** Prefetches the first `count` strings, so that `text` is fast. */
  fetch(ids: ArrayLike<number>, count: number): void {
    this.texts.fetch(ids, count);
  }

  /** Returns the string's number, or 0 if it is unknown. @param hash `hashText` of the string */
  find(text: string, hash = hashText(text)): number {
    return this.lookup(text, hash);
  }

  /** Returns the text's number. A new string gets the next number, which becomes `size`. */
  add(text: string): number {
    const hash = hashText(text);
    const known = this.lookup(text, hash);
    if (known !== 0) return known;
    const id = this.texts.add(text);
    this.byHash.add(hash, id);
    return id;
  }

  get bytes(): number {
    return this.texts.bytes + this.byHash.bytes;
  }

  private lookup(text: string, hash: number): number {
    const head = this.byHash.head(hash);
    if (head >= 0) return head !== 0 && this.texts.equals(head, text) ? head : 0;
    const page = this.byHash.pool.pages[ListPool.page(head)]!;
    const start = ListPool.start(head);
    const end = start + this.byHash.pool.length(head);
    for (let i = start; i < end; i++) if (this.texts.equals(page[i]!, text)) return page[i]!;
    return 0;
  }
}

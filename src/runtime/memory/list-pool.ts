import { int32 } from './buffers.js';
import { willChange } from './frozen-arrays.js';

const PAGE_BITS = 18;
const PAGE = 1 << PAGE_BITS;
const OFFSET_MASK = PAGE - 1;
const FIRST_PAGE = 256;
/** The header of a block is `class << LENGTH_BITS | length`. Lengths stay below 33 million. */
const LENGTH_BITS = 25;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
/** Class of a list that has its own page. */
const OWN_PAGE = 127;

/** Capacities by class: 2, 3, 4, 6, 8, 12, 16 and so on. */
const capacities: number[] = [];
for (let c = 2; c < PAGE; c *= 2) capacities.push(c, ...(c * 1.5 < PAGE ? [c * 1.5] : []));

export interface ListPoolImage {
  readonly pages: readonly Int32Array[];
  /** Page and offset at which the next new block begins. */
  readonly fill: number;
  readonly current: number;
  /** First free block of each class, or -1 if there is none. */
  readonly free: readonly number[];
  readonly freePages: readonly number[];
}

/**
 * Lists of integers above 0 in ascending order, each in one block, in pages of 1 MiB. A list is identified by its
 * *head*, which the owner stores. Head 0 is the empty list. A head above 0 is the only member (most lists). A head
 * below 0 is a block: `-1 - (page << 18 | offset)`. Inserting and removing move the end of a list by memmove. A full
 * block moves to a block 1.5 times as large, and the old block is reused. Lists are always up to date, so a read merges
 * and skips nothing. The longest step copies the longest list (a million entries: under a millisecond).
 *
 * ```
 * block:  [ class|length ][ e0 ][ e1 ] ... [ unused ]
 * ```
 */
export class ListPool {
  /**
   * In hot loops, a list is `length(head)` entries of `pages[ListPool.page(head)]`, starting at `ListPool.start(head)`.
   */
  readonly pages: Int32Array[];
  private fill: number;
  private current: number;
  private readonly free: number[];
  private readonly freePages: number[];

  constructor(image?: ListPoolImage) {
    this.pages = [...(image?.pages ?? [])];
    this.fill = image?.fill ?? PAGE;
    this.current = image?.current ?? -1;
    this.free = image ? [...image.free] : capacities.map(() => -1);
    this.freePages = [...(image?.freePages ?? [])];
  }

  image(): ListPoolImage {
    const { pages, fill, current, free, freePages } = this;
    return { pages: [...pages], fill, current, free: [...free], freePages: [...freePages] };
  }

  static page(head: number): number {
    return (-1 - head) >>> PAGE_BITS;
  }

  static start(head: number): number {
    return ((-1 - head) & OFFSET_MASK) + 1;
  }

  length(head: number): number {
    if (head >= 0) return head === 0 ? 0 : 1;
    const ref = -1 - head;
    return this.pages[ref >>> PAGE_BITS]![ref & OFFSET_MASK]! & LENGTH_MASK;
  }

  toArray(head: number): number[] {
    if (head >= 0) return head === 0 ? [] : [head];
    const start = ListPool.start(head);
    return [...this.pages[ListPool.page(head)]!.subarray(start, start + this.length(head))];
  }

  /** Reads up to `most` members greater than `above`. @returns the number of members read */
  readAbove(head: number, above: number, into: Int32Array, most: number): number {
    if (head >= 0) {
      into[0] = head;
      return head > above ? 1 : 0;
    }
    const page = this.pages[ListPool.page(head)]!;
    const start = ListPool.start(head);
    const end = start + this.length(head);
    const from = above === 0 ? start : lowerBound(page, start, end, above + 1);
    const count = Math.min(end - from, most);
    for (let i = 0; i < count; i++) into[i] = page[from + i]!;
    return count;
  }

  /** @returns the new head; unchanged if the entry is already a member */
  insert(head: number, entry: number): number {
    if (head === 0 || head === entry) return entry;
    if (head > 0) {
      const block = this.allocate(0, 2);
      const ref = -1 - block;
      const page = this.pages[ref >>> PAGE_BITS]!;
      page[(ref & OFFSET_MASK) + 1] = Math.min(head, entry);
      page[(ref & OFFSET_MASK) + 2] = Math.max(head, entry);
      return block;
    }
    const length = this.length(head);
    let page = this.pages[ListPool.page(head)]!;
    let start = ListPool.start(head);
    const at = lowerBound(page, start, start + length, entry) - start;
    if (at < length && page[start + at] === entry) return head;
    let block = head;
    if (length === this.capacity(head)) {
      block = this.resize(head, length, (page[start - 1]! >>> LENGTH_BITS) + 1);
      page = this.pages[ListPool.page(block)]!;
      start = ListPool.start(block);
    }
    willChange(page, start - 1, start);
    willChange(page, start + at, start + length + 1);
    if (at < length) page.copyWithin(start + at + 1, start + at, start + length);
    page[start + at] = entry;
    page[start - 1]!++;
    return block;
  }

  /** @returns the new head; unchanged if the entry is not a member */
  remove(head: number, entry: number): number {
    if (head >= 0) return head === entry ? 0 : head;
    const length = this.length(head);
    const page = this.pages[ListPool.page(head)]!;
    const start = ListPool.start(head);
    const at = lowerBound(page, start, start + length, entry);
    if (at === start + length || page[at] !== entry) return head;
    willChange(page, start - 1, start);
    willChange(page, at, start + length);
    page.copyWithin(at, at + 1, start + length);
    page[start - 1]!--;
    if (length === 2) {
      const rest = page[start]!;
      this.release(head);
      return rest;
    }
    const cls = page[start - 1]! >>> LENGTH_BITS;
    const smaller = cls === OWN_PAGE ? capacities.length - 1 : cls - 1;
    // Shrinks by two classes at once. Otherwise, a list whose length changes by one might move each time.
    const room = smaller >= 1 ? capacities[smaller - 1]! : 0;
    return length - 1 <= room ? this.resize(head, length - 1, smaller) : head;
  }

  get bytes(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  private capacity(head: number): number {
    const page = this.pages[ListPool.page(head)]!;
    const cls = page[ListPool.start(head) - 1]! >>> LENGTH_BITS;
    return cls === OWN_PAGE ? page.length - 1 : capacities[cls]!;
  }

  private resize(head: number, length: number, cls: number): number {
    // The page is read after allocating, because allocating may replace the first page.
    const block = this.allocate(cls >= capacities.length ? OWN_PAGE : cls, length);
    const start = ListPool.start(head);
    const source = this.pages[ListPool.page(head)]!.subarray(start, start + length);
    this.pages[ListPool.page(block)]!.set(source, ListPool.start(block));
    this.release(head);
    return block;
  }

  private allocate(cls: number, length: number): number {
    const ref = this.takeBlock(cls, length);
    const page = this.pages[ref >>> PAGE_BITS]!;
    const at = ref & OFFSET_MASK;
    // The caller writes the entries.
    willChange(page, at, at + 1 + length);
    page[at] = (cls << LENGTH_BITS) | length;
    return -1 - ref;
  }

  private takeBlock(cls: number, length: number): number {
    if (cls === OWN_PAGE) {
      const index = this.freePages.pop() ?? this.pages.length;
      this.pages[index] = int32(Math.max(PAGE, length + (length >>> 2)) + 1);
      return index * PAGE;
    }
    const reused = this.free[cls]!;
    if (reused >= 0) {
      this.free[cls] = this.pages[reused >>> PAGE_BITS]![(reused & OFFSET_MASK) + 1]!;
      return reused;
    }
    const size = capacities[cls]! + 1;
    if (this.fill + size > PAGE) {
      this.current = this.freePages.pop() ?? this.pages.length;
      this.pages[this.current] = int32(this.current === 0 ? FIRST_PAGE : PAGE);
      this.fill = 0;
    }
    const page = this.pages[this.current]!;
    if (this.fill + size > page.length) {
      const grown = int32(Math.min(PAGE, Math.max(page.length * 2, this.fill + size)));
      grown.set(page);
      this.pages[this.current] = grown;
    }
    const ref = this.current * PAGE + this.fill;
    this.fill += size;
    return ref;
  }

  private release(head: number): void {
    const ref = -1 - head;
    const page = this.pages[ref >>> PAGE_BITS]!;
    const cls = page[ref & OFFSET_MASK]! >>> LENGTH_BITS;
    if (cls === OWN_PAGE) {
      this.pages[ref >>> PAGE_BITS] = int32(0);
      this.freePages.push(ref >>> PAGE_BITS);
      return;
    }
    willChange(page, (ref & OFFSET_MASK) + 1, (ref & OFFSET_MASK) + 2);
    page[(ref & OFFSET_MASK) + 1] = this.free[cls]!;
    this.free[cls] = ref;
  }
}

/**
 * Returns the index of the first entry from `from` up to, but not including, `to` that is at least `entry`, or `to` if
 * there is none. The list must be ascending.
 */
export function lowerBound(page: Int32Array, from: number, to: number, entry: number): number {
  // Rows and value ids mostly arrive in ascending order.
  if (page[to - 1]! < entry) return to;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (page[middle]! < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { bytes, IntColumn } from './buffers.js';
import { masked } from './image.js';

const PAGE = 1 << 20;
const FIRST_PAGE = 1 << 10;
/** A text's header. The high bit marks bytes above 127. The low bits are the length, or 127 if four bytes follow. */
const WIDE = 0x80;
const LONG = 0x7f;

export interface TextPoolImage {
  readonly pages: readonly Uint8Array[];
  readonly fill: number;
  readonly offsets: Int32Array;
  readonly size: number;
}

/**
 * Strings by number (1, 2, 3 ...), as bytes. Each UTF-16 unit is encoded in one to three bytes, so that every
 * JavaScript string is restored exactly, even with half a surrogate pair.
 */
export class TextPool {
  private readonly pages: Buffer[] = [];
  private readonly offsets: IntColumn;
  private fill: number;
  size: number;
  /** Stores prefetched values, because the compiler would remove reads without effect. */
  protected read = 0;

  constructor(image?: TextPoolImage) {
    this.offsets = new IntColumn(image?.offsets);
    this.size = image?.size ?? 0;
    this.fill = image?.fill ?? PAGE;
    for (const page of image?.pages ?? []) this.pages.push(asBuffer(page));
  }

  /** @param isHidden whether copies of the image have an empty string instead; called during the copy */
  image(isHidden?: (number: number) => boolean): TextPoolImage {
    const { fill, size } = this;
    const { data: offsets } = this.offsets;
    const last = this.pages.length - 1;
    const pages = this.pages.map((page, i) => {
      // Plain views instead of Buffers, because they can be sent to threads.
      const view = new Uint8Array(page.buffer, page.byteOffset, i === last ? fill : page.byteLength);
      if (isHidden === undefined) return view;
      return masked(view, (bytes, at) => {
        const begin = i * PAGE + at;
        const end = begin + bytes.length;
        // The first string may begin before the copied bytes.
        for (let number = Math.max(1, textAt(offsets, size, begin)); number <= size; number++) {
          const from = offsets[number]! >>> 0;
          if (from >= end) break;
          if (from >>> 20 !== i || !isHidden(number)) continue;
          const to = from + storedLength(page, from & (PAGE - 1));
          if (to > begin) bytes.fill(0, Math.max(from, begin) - begin, Math.min(to, end) - begin);
        }
      });
    });
    return { pages, fill, offsets, size };
  }

  add(text: string): number {
    let length = 0;
    for (let i = 0; i < text.length; i++) length += width(text.charCodeAt(i));
    const header = length < LONG ? 1 : 5;
    const offset = this.room(header + length);
    const page = this.pages.at(-1)!;
    const wide = length > text.length ? WIDE : 0;
    if (header === 1) page[offset] = wide | length;
    else {
      page[offset] = wide | LONG;
      page.writeUInt32LE(length, offset + 1);
    }
    if (wide === 0) page.write(text, offset + header, 'latin1');
    else writeUnits(page, offset + header, text);
    this.offsets.set(++this.size, (this.pages.length - 1) * PAGE + offset);
    return this.size;
  }

  get(number: number): string {
    const at = this.offsets.get(number) >>> 0;
    const page = this.pages[at >>> 20]!;
    let offset = at & (PAGE - 1);
    const header = page[offset++]!;
    let length = header & LONG;
    if (length === LONG) {
      length = page.readUInt32LE(offset);
      offset += 4;
    }
    return header & WIDE ? readUnits(page, offset, offset + length) : page.toString('latin1', offset, offset + length);
  }

  /** Prefetches the beginnings of the first `count` strings. The CPU overlaps the reads, which are independent. */
  fetch(numbers: ArrayLike<number>, count: number): void {
    const { pages, offsets } = this;
    let read = 0;
    for (let i = 0; i < count; i++) {
      const at = offsets.get(numbers[i]!) >>> 0;
      read ^= pages[at >>> 20]![at & (PAGE - 1)]!;
    }
    this.read = read;
  }

  equals(number: number, text: string): boolean {
    const at = this.offsets.get(number) >>> 0;
    const page = this.pages[at >>> 20]!;
    const offset = (at & (PAGE - 1)) + 1;
    const length = page[offset - 1]!;
    if (length >= LONG) return this.get(number) === text;
    if (length !== text.length) return false;
    for (let i = 0; i < length; i++) if (page[offset + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  get bytes(): number {
    return this.offsets.bytes + this.pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  private room(size: number): number {
    if (size > PAGE) throw new RangeError(`a value of ${size} bytes exceeds the limit of the index (${PAGE} bytes)`);
    if (this.fill + size > PAGE) {
      if (this.pages.length === 4096) throw new RangeError('the values of one field exceed 4 GiB');
      this.pages.push(buffer(this.pages.length === 0 ? Math.max(FIRST_PAGE, size) : PAGE));
      this.fill = 0;
    }
    const page = this.pages.at(-1)!;
    if (this.fill + size > page.length) {
      const grown = buffer(Math.min(PAGE, Math.max(page.length * 2, this.fill + size)));
      grown.set(page);
      this.pages[this.pages.length - 1] = grown;
    }
    const offset = this.fill;
    this.fill += size;
    return offset;
  }
}

function storedLength(page: Buffer, offset: number): number {
  const length = page[offset]! & LONG;
  return length === LONG ? 5 + page.readUInt32LE(offset + 1) : 1 + length;
}

/** Returns the last string that begins at or before a position, or 0 if there is none. */
function textAt(offsets: Int32Array, size: number, place: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (offsets[middle]! >>> 0 <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function buffer(length: number): Buffer {
  return asBuffer(bytes(length));
}

function asBuffer({ buffer: memory, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(memory, byteOffset, byteLength);
}

function width(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

function writeUnits(page: Buffer, at: number, text: string): void {
  let offset = at;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) page[offset++] = unit;
    else if (unit < 0x800) {
      page[offset++] = 0xc0 | (unit >> 6);
      page[offset++] = 0x80 | (unit & 0x3f);
    } else {
      page[offset++] = 0xe0 | (unit >> 12);
      page[offset++] = 0x80 | ((unit >> 6) & 0x3f);
      page[offset++] = 0x80 | (unit & 0x3f);
    }
  }
}

function readUnits(page: Buffer, from: number, to: number): string {
  const units: number[] = [];
  let text = '';
  for (let offset = from; offset < to;) {
    const byte = page[offset++]!;
    if (byte < 0x80) units.push(byte);
    else if (byte < 0xe0) units.push(((byte & 0x1f) << 6) | (page[offset++]! & 0x3f));
    else {
      units.push(((byte & 0x0f) << 12) | ((page[offset]! & 0x3f) << 6) | (page[offset + 1]! & 0x3f));
      offset += 2;
    }
    if (units.length === 4096) text += String.fromCharCode(...units.splice(0));
  }
  return text + String.fromCharCode(...units);
}

import { bytes, IntColumn } from './buffers.js';

const PAGE = 1 << 20;
const FIRST_PAGE = 1 << 10;
/**
 * Header: the high bit says that there are bytes above 127, the low seven bits the length; 127 stands for "in the next
 * four bytes".
 */
const WIDE = 0x80;
const LONG = 0x7f;

export interface TextPoolImage {
  readonly pages: readonly Uint8Array[];
  /** Bytes used of the last page. */
  readonly fill: number;
  readonly offsets: Int32Array;
  readonly size: number;
}

/**
 * Texts by number (1, 2, 3 ...), as bytes. Each UTF-16 unit is written as one to three bytes by itself, so that every
 * JavaScript string, lone surrogates included, comes back as it was.
 */
export class TextPool {
  private readonly pages: Buffer[] = [];
  private readonly offsets: IntColumn;
  private fill: number;
  size: number;
  /** Written so that the read is not optimised away. */
  protected read = 0;

  constructor(image?: TextPoolImage) {
    this.offsets = new IntColumn(image?.offsets);
    this.size = image?.size ?? 0;
    this.fill = image?.fill ?? PAGE;
    for (const page of image?.pages ?? []) this.pages.push(asBuffer(page));
  }

  /** @param without numbers of texts that are not to be in it: in the image they are empty */
  image(without: Iterable<number> = []): TextPoolImage {
    const { fill, size } = this;
    // Not the Buffers themselves: plain views, which can be sent.
    const pages = this.pages.map((page) => new Uint8Array(page.buffer, page.byteOffset, page.byteLength));
    const copied = new Set<number>();
    for (const number of without) {
      const at = this.offsets.get(number) >>> 0;
      const page = at >>> 20;
      if (!copied.has(page)) pages[page] = pages[page]!.slice();
      copied.add(page);
      const offset = at & (PAGE - 1);
      pages[page]!.fill(0, offset, offset + this.storedLength(number));
    }
    return { pages, fill, offsets: this.offsets.data, size };
  }

  /** @returns the text's number */
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

  /**
   * Reads the beginnings of the first `count` of these texts. Nothing depends on what is read, so that the processor
   * waits for many places of memory at a time.
   */
  fetch(numbers: ArrayLike<number>, count: number): void {
    const { pages, offsets } = this;
    let read = 0;
    for (let i = 0; i < count; i++) {
      const at = offsets.get(numbers[i]!) >>> 0;
      read ^= pages[at >>> 20]![at & (PAGE - 1)]!;
    }
    this.read = read;
  }

  /** Bytes of a text with its header. */
  private storedLength(number: number): number {
    const at = this.offsets.get(number) >>> 0;
    const page = this.pages[at >>> 20]!;
    const offset = at & (PAGE - 1);
    const length = page[offset]! & LONG;
    return length === LONG ? 5 + page.readUInt32LE(offset + 1) : 1 + length;
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
    if (size > PAGE) throw new RangeError(`a value of ${size} bytes is longer than the index keeps (${PAGE})`);
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

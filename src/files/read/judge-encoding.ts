import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { givenEncoding, NO_TEXT, scanUtf8, type ByteFault, type Encoding } from './encoding.js';

/**
 * Maximum bytes used to guess an encoding. The bytes are taken from lines with non-ASCII characters in the entire file.
 */
const LOOKED = 256 * 1024;
/** Minimum valid multi-byte characters per invalid byte in a UTF-8 file. */
const CHARACTERS_A_FAULT = 1;
/** Maximum share of non-ASCII bytes that an encoding may leave unreadable. */
const MAX_UNREADABLE = 0.05;
const LINE_FEED = 0x0a;

export interface JudgedEncoding extends Encoding {
  /** Whether no encoding fits, so that the file must be rejected because of `fault`. */
  readonly isRefuted: boolean;
}

/**
 * Judges the encoding by all bytes of a text file: a byte order mark; UTF-16 by its zero bytes; UTF-8 if the bytes are
 * valid or have a few errors; otherwise the statistically most likely encoding in which every byte is valid.
 * @param read returns all bytes at each call
 * @param given name of the encoding; if given, only searches for invalid bytes
 * @throws WrongUse for an unknown encoding
 */
export async function judgeEncoding(
  read: () => AsyncIterable<Buffer>,
  given: string | undefined,
): Promise<JudgedEncoding> {
  const scan = new Utf8Scan();
  const asked = given === undefined ? undefined : givenEncoding(given);
  let marked: string | undefined;
  let isFirst = true;
  for await (const chunk of read()) {
    if (isFirst) {
      marked = markedAs(chunk);
      isFirst = false;
      const wide = (marked ?? '').startsWith('utf16') ? { name: marked!, isGuessed: false } : utf16Without(chunk);
      if (asked === undefined && wide !== undefined) return sure(wide.name, wide.isGuessed, marked !== undefined);
    }
    if (asked !== undefined && asked !== 'utf8') break;
    scan.take(chunk);
  }
  if (asked !== undefined && asked !== 'utf8') {
    const hasMark = marked !== undefined;
    const { fault, isSingleByte } = await faultsOf(read, asked);
    if (fault === undefined) return sure(asked, false, hasMark);
    return { name: asked, isGuessed: false, hasMark, fault, isRefuted: !isSingleByte };
  }
  scan.end();
  const utf8 = { name: 'utf8', isGuessed: false, hasMark: marked === 'utf8' };
  if (scan.fault === undefined) return { ...utf8, isRefuted: false };
  const isDamaged = scan.characters >= scan.faults * CHARACTERS_A_FAULT;
  if (asked !== undefined || marked === 'utf8' || isDamaged) return { ...utf8, fault: scan.fault, isRefuted: false };
  return guessed(read, scan);
}

const sure = (name: string, isGuessed: boolean, hasMark: boolean): JudgedEncoding => ({
  ...{ name, isGuessed, hasMark, isRefuted: false },
});

async function guessed(read: () => AsyncIterable<Buffer>, scan: Utf8Scan): Promise<JudgedEncoding> {
  let least: { name: string; faults: number; isSingleByte: boolean; fault: ByteFault } | undefined;
  const candidates = [...new Set([...analyse(scan.sample()).map(({ name }) => usableName(name)), 'windows-1252'])];
  for (const name of candidates) {
    if (name === undefined) continue;
    const { faults, fault, isSingleByte } = await faultsOf(read, name);
    if (fault === undefined) return sure(name, true, false);
    if (isSingleByte && faults < (least?.faults ?? Infinity)) least = { name, faults, fault, isSingleByte };
  }
  const isRefuted = least === undefined || least.faults > scan.faults * MAX_UNREADABLE;
  // Reports the byte that is invalid in UTF-8, the most common encoding.
  if (isRefuted) return { name: 'utf8', isGuessed: true, hasMark: false, fault: scan.fault!, isRefuted };
  return { name: least!.name, isGuessed: true, hasMark: false, fault: least!.fault, isRefuted };
}

/** Returns the name to use; for ISO 8859-1 its superset, as in browsers. `undefined` for an excluded name. */
function usableName(found: string): string | undefined {
  if (found === 'ISO-8859-1') return 'windows-1252';
  return /^(?:UTF-8|ASCII)$/.test(found) || !iconv.encodingExists(found) ? undefined : found;
}

function markedAs(bytes: Buffer): 'utf8' | 'utf16le' | 'utf16be' | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf16be' : undefined;
}

/** Detects UTF-16 without a byte order mark: in Latin text, every other byte is zero. */
function utf16Without(bytes: Buffer): { name: string; isGuessed: boolean } | undefined {
  const pairs = Math.min(bytes.length >> 1, 2_000);
  if (pairs < 2) return undefined;
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i += 1) {
    if (bytes[2 * i] === 0) even += 1;
    if (bytes[2 * i + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return { name: 'utf16le', isGuessed: true };
  return even > pairs * 0.4 && odd < pairs * 0.05 ? { name: 'utf16be', isGuessed: true } : undefined;
}

class Place {
  #line = 1;
  #bytes = 0;

  at(chunk: Buffer, index: number): ByteFault {
    let [line, begin] = [this.#line, -this.#bytes];
    for (let i = chunk.indexOf(LINE_FEED); i >= 0 && i < index; i = chunk.indexOf(LINE_FEED, i + 1)) {
      line += 1;
      begin = i + 1;
    }
    return { line, byte: index - begin + 1, value: chunk[index]! };
  }

  pass(chunk: Buffer): void {
    let last = -1;
    for (let i = chunk.indexOf(LINE_FEED); i >= 0; i = chunk.indexOf(LINE_FEED, i + 1)) {
      this.#line += 1;
      last = i;
    }
    this.#bytes = last < 0 ? this.#bytes + chunk.length : chunk.length - last - 1;
  }
}

class Utf8Scan {
  characters = 0;
  faults = 0;
  fault: ByteFault | undefined;
  readonly #place = new Place();
  readonly #lines: Buffer[] = [];
  #sampled = 0;
  #rest: Buffer = Buffer.alloc(0);

  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#scan(bytes, false);
  }

  end(): void {
    this.#scan(this.#rest, true);
  }

  sample(): Buffer {
    return Buffer.concat(this.#lines);
  }

  #scan(bytes: Buffer, isEnd: boolean): void {
    if (isAscii(bytes)) {
      this.#pass(bytes, bytes.length);
      return;
    }
    if (this.fault === undefined && isUtf8(bytes)) {
      // A million multi-byte characters suffice to be sure that the file is UTF-8.
      if (this.characters < 1_000_000) this.characters += scanUtf8(bytes, true, () => undefined).characters;
      this.#sample(bytes);
      this.#pass(bytes, bytes.length);
      return;
    }
    const { characters, end } = scanUtf8(bytes, isEnd, (at) => {
      this.faults += 1;
      this.fault ??= this.#place.at(bytes, at);
    });
    this.characters += characters;
    this.#sample(bytes);
    this.#pass(bytes, end);
  }

  #pass(bytes: Buffer, end: number): void {
    // Counts lines until the first invalid byte.
    if (this.fault === undefined) this.#place.pass(bytes.subarray(0, end));
    this.#rest = bytes.subarray(end);
  }

  #sample(bytes: Buffer): void {
    for (let from = 0; from < bytes.length && this.#sampled < LOOKED;) {
      const next = bytes.indexOf(LINE_FEED, from);
      const end = next < 0 ? bytes.length : next + 1;
      const line = bytes.subarray(from, Math.min(end, from + LOOKED));
      if (!isAscii(line)) {
        this.#lines.push(Buffer.from(line));
        this.#sampled += line.length;
      }
      from = end;
    }
  }
}

async function faultsOf(
  read: () => AsyncIterable<Buffer>,
  name: string,
): Promise<{ faults: number; fault: ByteFault | undefined; isSingleByte: boolean }> {
  const isSingleByte = singleByte(name);
  const unread = isSingleByte ? unreadBytes(name) : new Set<number>();
  const place = new Place();
  const decoder = iconv.getDecoder(name);
  let faults = 0;
  let fault: ByteFault | undefined;
  for await (const chunk of read()) {
    if (isSingleByte) {
      if (unread.size > 0 && !isAscii(chunk))
        chunk.forEach((byte, i) => {
          if (!unread.has(byte)) return;
          faults += 1;
          fault ??= place.at(chunk, i);
        });
    } else if (decoder.write(chunk).includes('\uFFFD')) {
      faults += 1;
      fault ??= place.at(chunk, firstUnreadable(chunk, name));
    }
    if (fault !== undefined && !isSingleByte) break;
    place.pass(chunk);
  }
  if (fault === undefined && (decoder.end() ?? '').includes('\uFFFD')) faults += 1;
  return { faults, fault, isSingleByte };
}

/** Returns the position of the first unreadable byte, or 0 if the error spans two chunks. */
function firstUnreadable(chunk: Buffer, name: string): number {
  const text = iconv.decode(chunk, name);
  const at = text.indexOf('\uFFFD');
  return at < 0 ? 0 : Math.min(chunk.length - 1, iconv.encode(text.slice(0, at), name).length);
}

function singleByte(name: string): boolean {
  return iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), name).length === 256;
}

function unreadBytes(name: string): Set<number> {
  const text = iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), name);
  return new Set(Array.from(text.matchAll(NO_TEXT), ({ index }) => index));
}

import { crc32In } from './checksum.js';
import type { OpenFile } from './store-files.js';

/**
 * Every line of the store's files is `<checksum> <payload>\n`: eight hexadecimal digits of the CRC-32 of the payload's
 * bytes, a space, and JSON in UTF-8 (which never contains a line break). A person can read them, and any change of a
 * byte is seen.
 */
const PREFIX = 9;
const NEWLINE = 10;
const SPACE = 32;
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const CHUNK = 1 << 22;
/** Bytes that an encoder begins with, and the most that it keeps. */
const USUAL_ROOM = 1 << 15;
const MOST_ROOM = 1 << 20;

export function encodeLine(payload: string): Buffer {
  const line = Buffer.allocUnsafe(Buffer.byteLength(payload) + LINE_OVERHEAD);
  line.write(payload, PREFIX, 'utf8');
  sealLine(line);
  return line;
}

/**
 * Lines one after the other in one piece of memory, which is used again: good until the next are encoded. A batch of a
 * journal is made of many short payloads; memory of their own for each, and again for all together, costs more than the
 * encoding.
 */
export class LineEncoder {
  #room = Buffer.allocUnsafe(USUAL_ROOM);

  encode(payloads: readonly string[]): Buffer {
    // The room that one large batch needed is not kept for the small ones after it.
    if (this.#room.length > MOST_ROOM) this.#room = Buffer.allocUnsafe(USUAL_ROOM);
    let end = 0;
    for (const payload of payloads) {
      // A UTF-16 unit takes three bytes of UTF-8 at the most; of short payloads nothing is counted.
      const most = payload.length < USUAL_ROOM ? payload.length * 3 : Buffer.byteLength(payload);
      this.#reserve(end, most + LINE_OVERHEAD);
      const length = this.#room.write(payload, end + PREFIX, 'utf8') + LINE_OVERHEAD;
      sealLine(this.#room.subarray(end, (end += length)));
    }
    return this.#room.subarray(0, end);
  }

  #reserve(used: number, more: number): void {
    if (used + more <= this.#room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#room.length, used + more));
    this.#room.copy(larger, 0, 0, used);
    this.#room = larger;
  }
}

/** Bytes of a line besides its payload. */
export const LINE_OVERHEAD = PREFIX + 1;
/** Where the payload begins in a line. */
export const PAYLOAD_AT = PREFIX;

/** Puts checksum and line break around a payload that already stands in its place in the line. */
export function sealLine(line: Buffer): void {
  line[line.length - 1] = NEWLINE;
  let checksum = crc32In(line, PREFIX, line.length - 1);
  line[PREFIX - 1] = SPACE;
  for (let at = PREFIX - 2; at >= 0; at--) {
    line[at] = DIGITS[checksum & 15]!;
    checksum >>>= 4;
  }
}

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Byte offset of its beginning. */
  readonly offset: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Valid during the visit only. `undefined`: damaged or unfinished. */
  readonly payload: Buffer | undefined;
  /** False for what stands after the last line break: a line that was never finished. */
  readonly complete: boolean;
}

/**
 * Takes a whole line where it lies, without anything being made for it: of lines there are millions. False: it is to be
 * visited.
 *
 * @param start of its payload, with the end of that
 */
export type TakeInPlace = (bytes: Buffer, start: number, end: number) => boolean;

/**
 * Shows the lines of a file one after the other, damaged and unfinished ones included: the visitor decides what they
 * mean, and may throw.
 *
 * @param take is offered whole lines first
 * @returns bytes of the file
 */
export async function eachLine(
  file: Pick<OpenFile, 'read'>,
  visit: (line: Line) => void,
  take?: TakeInPlace,
): Promise<number> {
  let bytes = Buffer.allocUnsafe(CHUNK);
  /** Bytes of a line whose end has not been read: they stand at the beginning. */
  let kept = 0;
  let offset = 0;
  let position = 0;
  let number = 0;
  for (;;) {
    if (bytes.length < kept + CHUNK / 2) {
      const larger = Buffer.allocUnsafe(2 * bytes.length);
      bytes.copy(larger, 0, 0, kept);
      bytes = larger;
    }
    const got = await file.read(bytes.subarray(kept), position);
    if (got === 0) break;
    position += got;
    const end = kept + got;
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE, kept); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, start)) {
      const next = offset + (at + 1 - start);
      const isWhole = isIntact(bytes, start, at);
      number++;
      if (!isWhole || take?.(bytes, start + PREFIX, at) !== true) {
        const payload = isWhole ? bytes.subarray(start + PREFIX, at) : undefined;
        visit({ number, offset, end: next, payload, complete: true });
      }
      offset = next;
      start = at + 1;
    }
    bytes.copyWithin(0, start, end);
    kept = end - start;
  }
  if (kept === 0) return position;
  // A torn line is cut short. One that is whole but for another byte in place of its line break was finished, and then
  // damaged.
  const complete = isIntact(bytes, 0, kept - 1);
  visit({ number: ++number, offset, end: offset + kept, payload: undefined, complete });
  return position;
}

/** @param start, end of a line without its break */
function isIntact(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < PREFIX || bytes[start + PREFIX - 1] !== SPACE) return false;
  return isChecksum(bytes, start, crc32In(bytes, start + PREFIX, end));
}

/** Whether the digits at a place are those of a checksum. */
function isChecksum(bytes: Buffer, start: number, checksum: number): boolean {
  let rest = checksum;
  for (let at = start + PREFIX - 2; at >= start; at--) {
    if (bytes[at] !== DIGITS[rest & 15]) return false;
    rest >>>= 4;
  }
  return true;
}

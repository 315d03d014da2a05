import { crc32In } from './checksum.js';
import type { OpenFile } from './store-files.js';

/**
 * A line of the store's files is `<checksum> <payload>\n`: eight hexadecimal digits of the payload's CRC-32, a space,
 * and JSON in UTF-8 without line breaks. People can read the files, and any changed byte is detected.
 */
const PREFIX = 9;
const NEWLINE = 10;
const SPACE = 32;
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const CHUNK = 1 << 22;
/** Initial bytes of an encoder's buffer, and the maximum bytes that it keeps for the next call. */
const USUAL_ROOM = 1 << 15;
const MOST_ROOM = 1 << 20;

export function encodeLine(payload: string): Buffer {
  const line = Buffer.allocUnsafe(Buffer.byteLength(payload) + LINE_OVERHEAD);
  line.write(payload, PREFIX, 'utf8');
  sealLine(line);
  return line;
}

/**
 * Encodes lines into one buffer, which is valid until the next call. A batch of the journal contains many short
 * payloads. Allocating memory for each of them and for the batch would cost more than encoding.
 */
export class LineEncoder {
  #room = Buffer.allocUnsafe(USUAL_ROOM);

  encode(payloads: readonly string[]): Buffer {
    // The buffer of one large batch is not kept.
    if (this.#room.length > MOST_ROOM) this.#room = Buffer.allocUnsafe(USUAL_ROOM);
    let end = 0;
    for (const payload of payloads) {
      // For a short payload, an upper bound is cheaper: UTF-8 has at most three bytes per UTF-16 code unit.
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
export const PAYLOAD_AT = PREFIX;

/** Writes checksum and line break around a payload that is already in the line's buffer. */
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
  /** Line number, from 1. */
  readonly number: number;
  /** Byte offset of the line's first byte. */
  readonly offset: number;
  readonly end: number;
  /** Valid only during the visit. `undefined` if the line is damaged or incomplete. */
  readonly payload: Buffer | undefined;
  /** False for text after the last line break. */
  readonly complete: boolean;
}

/**
 * Processes an intact line without allocating memory, because there are millions of lines. If the result is false, the
 * line is visited.
 * @param start first byte of the payload, which ends before `end`
 */
export type TakeInPlace = (bytes: Buffer, start: number, end: number) => boolean;

/**
 * Visits the lines of a file, including damaged and incomplete lines. The visitor interprets the lines, and may throw.
 * @param take receives intact lines first
 * @returns the file size in bytes
 */
export async function eachLine(
  file: Pick<OpenFile, 'read'>,
  visit: (line: Line) => void,
  take?: TakeInPlace,
): Promise<number> {
  let bytes = Buffer.allocUnsafe(CHUNK);
  /** Bytes of an incomplete line at the start of the buffer. */
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
  // A crash cuts off a line. A line that lacks only its line break was complete, so it was damaged later.
  const complete = isIntact(bytes, 0, kept - 1);
  visit({ number: ++number, offset, end: offset + kept, payload: undefined, complete });
  return position;
}

/** @param start, end the line without its line break */
function isIntact(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < PREFIX || bytes[start + PREFIX - 1] !== SPACE) return false;
  return isChecksum(bytes, start, crc32In(bytes, start + PREFIX, end));
}

/** Returns whether the digits at an offset are this checksum. */
function isChecksum(bytes: Buffer, start: number, checksum: number): boolean {
  let rest = checksum;
  for (let at = start + PREFIX - 2; at >= start; at--) {
    if (bytes[at] !== DIGITS[rest & 15]) return false;
    rest >>>= 4;
  }
  return true;
}

import { crc32 } from './checksum.js';
import type { OpenFile } from './files.js';

/**
 * Every line of the store's files is `<checksum> <payload>\n`: eight hexadecimal digits of the CRC-32 of the payload's bytes, a space, and JSON in UTF-8
 * (which never contains a line break). A person can read them, and any change of a byte is seen.
 */
const PREFIX = 9;
const NEWLINE = 10;
const CHUNK = 1 << 22;

export function encodeLine(payload: string): Buffer {
  const line = Buffer.allocUnsafe(Buffer.byteLength(payload) + LINE_OVERHEAD);
  line.write(payload, PREFIX, 'utf8');
  sealLine(line);
  return line;
}

/** Bytes of a line besides its payload. */
export const LINE_OVERHEAD = PREFIX + 1;
/** Where the payload begins in a line. */
export const PAYLOAD_AT = PREFIX;

/** Puts checksum and line break around a payload that already stands in its place in the line. */
export function sealLine(line: Buffer): void {
  line[line.length - 1] = NEWLINE;
  line.write(hex(crc32(line.subarray(PREFIX, line.length - 1))) + ' ', 0, 'latin1');
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

/** Shows the lines of a file one after the other, damaged and unfinished ones included: the visitor decides what they mean, and may throw. */
export async function eachLine(file: OpenFile, visit: (line: Line) => void): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let rest = Buffer.alloc(0);
  let offset = 0;
  let position = 0;
  let number = 0;
  for (;;) {
    const got = await file.read(chunk, position);
    if (got === 0) break;
    position += got;
    const bytes = rest.length === 0 ? chunk.subarray(0, got) : Buffer.concat([rest, chunk.subarray(0, got)]);
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE, rest.length); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
      const end = offset + (at + 1 - start);
      visit({ number: ++number, offset, end, payload: payloadOf(bytes.subarray(start, at)), complete: true });
      offset = end;
      start = at + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
  if (rest.length === 0) return;
  // A torn line is cut short. One that is whole but for another byte in place of its line break was finished, and then damaged.
  const complete = payloadOf(rest.subarray(0, -1)) !== undefined;
  visit({ number: ++number, offset, end: offset + rest.length, payload: undefined, complete });
}

function payloadOf(line: Buffer): Buffer | undefined {
  if (line.length < PREFIX || line[PREFIX - 1] !== 32) return undefined;
  const payload = line.subarray(PREFIX);
  return line.toString('latin1', 0, PREFIX - 1) === hex(crc32(payload)) ? payload : undefined;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

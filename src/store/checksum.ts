import * as zlib from 'node:zlib';

/** Eight tables of 256 entries. Table n has the remainder of each byte followed by n zero bytes. */
const TABLES = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  TABLES[byte] = crc;
}
for (let at = 256; at < TABLES.length; at++) TABLES[at] = (TABLES[at - 256]! >>> 8) ^ TABLES[TABLES[at - 256]! & 0xff]!;

/** Minimum number of bytes for which calling zlib is faster than the tables. */
const WORTH_A_CALL = 350;

/**
 * Computes the CRC-32 (ISO 3309, the polynomial of zip and PNG) as an unsigned 32-bit integer. Takes eight bytes at a
 * time ("slicing by 8", Kounavis and Berry 2005).
 * @param before the checksum of the preceding bytes
 */
export function tableCrc32(bytes: Uint8Array, before = 0, start = 0, end = bytes.length): number {
  const tables = TABLES;
  let crc = ~before;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      tables[1792 + (crc & 0xff)]! ^
      tables[1536 + ((crc >>> 8) & 0xff)]! ^
      tables[1280 + ((crc >>> 16) & 0xff)]! ^
      tables[1024 + (crc >>> 24)]! ^
      tables[768 + bytes[at + 4]!]! ^
      tables[512 + bytes[at + 5]!]! ^
      tables[256 + bytes[at + 6]!]! ^
      tables[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = tables[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

// zlib's `crc32` requires Node.js 20.15. Earlier versions must be able to read the same files.
const native = (zlib as { crc32?: (bytes: Uint8Array, before?: number) => number }).crc32;

export const crc32: (bytes: Uint8Array, before?: number) => number =
  native ?? ((bytes, before) => tableCrc32(bytes, before));

/** The byte at `end` is not included. */
export function crc32In(bytes: Uint8Array, start: number, end: number): number {
  return end - start < WORTH_A_CALL ? tableCrc32(bytes, 0, start, end) : crc32(bytes.subarray(start, end));
}

import * as zlib from 'node:zlib';

/**
 * CRC-32 (ISO 3309, the polynomial of zip and PNG) of some bytes, as an unsigned 32-bit integer.
 *
 * @param before that of the bytes in front of them
 */
export function tableCrc32(bytes: Uint8Array, before = 0): number {
  let crc = before ^ 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

// zlib has it from Node 20.15 on; the earlier 20s must read the same files.
const native = (zlib as { crc32?: (bytes: Uint8Array, before?: number) => number }).crc32;

/** CRC-32 by zlib where this Node has it, else by table. */
export const crc32: (bytes: Uint8Array, before?: number) => number = native ?? tableCrc32;

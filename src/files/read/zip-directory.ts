import { Failure } from '../../runtime/failure.js';

/** Signatures and lengths of an archive's records (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16). */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_LENGTH = 30;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const END = Buffer.from('PK\x05\x06', 'latin1');
const END_LENGTH = 22;
const END_64 = 0x06064b50;
const END_64_LENGTH = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_LENGTH = 20;
/** Extra field with 64-bit sizes and offsets (4.5.3). */
const EXTRA_64 = 1;
const LONGEST_COMMENT = 0xffff;
/** Value that means that the number is stored in the 64-bit extra field. */
const ELSEWHERE = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly isPacked: boolean;
  /** The entry's bytes; if compressed, possibly followed by other bytes. */
  readonly bytes: Buffer;
  /** Checksum of the decompressed bytes, from the directory. */
  readonly crc: number;
  readonly size: number;
}

/** Lists entries from the directory, because content may look like a header. @throws Failure if it is missing */
export function zipEntries(archive: Buffer): ZipEntry[] {
  try {
    const { at, count } = directoryOf(archive);
    const entries: ZipEntry[] = [];
    let from = at;
    for (let i = 0; i < count; i += 1) {
      if (archive.readUInt32LE(from) !== ENTRY) throw damaged();
      const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(from + field));
      const [name, extra, comment] = lengths as [number, number, number];
      const end = from + ENTRY_LENGTH + name + extra + comment;
      if (end > archive.length) throw damaged();
      entries.push(entryAt(archive, from, name, extra));
      from = end;
    }
    return entries;
  } catch (error) {
    // A RangeError means that the archive ends too early.
    throw error instanceof RangeError ? damaged() : error;
  }
}

function directoryOf(archive: Buffer): { at: number; count: number } {
  const end = archive.lastIndexOf(END, archive.length - END_LENGTH);
  if (archive.length < END_LENGTH || end < 0 || end < archive.length - END_LENGTH - LONGEST_COMMENT)
    throw new Failure('the directory at its end is missing, so the file is truncated; save or send it again');
  const [count, at] = [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 16)];
  const locator = end - LOCATOR_64_LENGTH;
  if (locator < 0 || archive.readUInt32LE(locator) !== LOCATOR_64) return { at, count };
  const end64 = Number(archive.readBigUInt64LE(locator + 8));
  if (end64 > archive.length - END_64_LENGTH || archive.readUInt32LE(end64) !== END_64) throw damaged();
  return {
    at: Number(archive.readBigUInt64LE(end64 + 48)),
    count: Number(archive.readBigUInt64LE(end64 + 32)),
  };
}

function entryAt(archive: Buffer, at: number, nameLength: number, extraLength: number): ZipEntry {
  const nameAt = at + ENTRY_LENGTH;
  const name = archive.toString('utf8', nameAt, nameAt + nameLength);
  const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
  if ((flags & 1) !== 0) throw new Failure(`its part ${name} is encrypted; save it without a password`);
  if (method !== STORED && method !== DEFLATED)
    throw new Failure(`its part ${name} has an unsupported compression method (${method}); save it again`);
  let [size, length, header] = [24, 20, 42].map((field) => archive.readUInt32LE(at + field)) as [
    number,
    number,
    number,
  ];
  const extra = archive.subarray(nameAt + nameLength, nameAt + nameLength + extraLength);
  for (let i = 0; i + 4 <= extra.length; i += 4 + extra.readUInt16LE(i + 2)) {
    if (extra.readUInt16LE(i) !== EXTRA_64) continue;
    let field = i + 4;
    const wide = (narrow: number): number => {
      if (narrow !== ELSEWHERE) return narrow;
      field += 8;
      return Number(extra.readBigUInt64LE(field - 8));
    };
    [size, length, header] = [wide(size), wide(length), wide(header)];
  }
  if (archive.readUInt32LE(header) !== LOCAL_HEADER) throw damaged();
  const from = header + LOCAL_LENGTH + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const isPacked = method === DEFLATED;
  if (from + length > archive.length || (!isPacked && size !== length)) throw damaged();
  const crc = archive.readUInt32LE(at + 16);
  return { name, isPacked, bytes: archive.subarray(from, from + length), crc, size };
}

function damaged(): Failure {
  return new Failure('its directory does not match its parts: the file is damaged; save it again');
}

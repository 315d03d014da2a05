import { Failure } from '../../runtime/failure.js';

/** Signatures from PKWARE's APPNOTE, 4.3.7 to 4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 0x0800;
/** Flag that means that a checksum and lengths follow the bytes. */
const DESCRIBED = 0x0008;
const DEFLATED = 8;
/** Date of 1 January 1980, the earliest in archives. */
const NO_DAY = 0x21;
/** Maximum length or position, both of which have 32 bits. */
const LONGEST = 0xffffffff;

interface ArchivedBytes {
  readonly isPacked: boolean;
  /** Checksum of the uncompressed bytes. */
  readonly crc: number;
  /** Number of compressed bytes in the archive. */
  readonly packed: number;
  readonly size: number;
}

const UNKNOWN: ArchivedBytes = { isPacked: true, crc: 0, packed: 0, size: 0 };

/** Creates the records around the bytes of an archive's parts, which are written one after the other. */
export class ArchiveDirectory {
  readonly #entries: Buffer[] = [];
  #at = 0;
  #count = 0;
  #open: { readonly name: string; readonly at: number } | undefined;

  /** Starts a part. @param known if absent, the bytes are streamed and `described` must be called */
  begin(name: string, known?: ArchivedBytes): Buffer {
    const header = Buffer.concat([
      uint32(LOCAL_HEADER),
      about(name, known ?? UNKNOWN, known === undefined),
      text(name),
    ]);
    const at = this.#at;
    this.#at += header.length;
    if (known === undefined) this.#open = { name, at };
    else this.#add(name, known, at, false);
    return header;
  }

  /** Returns the record after the bytes of a part that was started without `known`. */
  described(bytes: ArchivedBytes): Buffer {
    const { name, at } = this.#open!;
    const record = Buffer.concat([DESCRIPTOR, bytes.crc, bytes.packed, bytes.size].map(uint32));
    this.#add(name, bytes, at, true);
    this.#at += record.length;
    return record;
  }

  end(): Buffer {
    const list = Buffer.concat(this.#entries);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END);
    end.writeUInt16LE(this.#count, 8);
    end.writeUInt16LE(this.#count, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(this.#at, 16);
    return Buffer.concat([list, end]);
  }

  #add(name: string, bytes: ArchivedBytes, at: number, isDescribed: boolean): void {
    this.#at += bytes.packed;
    if (Math.max(bytes.size, this.#at) > LONGEST) throw new Failure('the archive would exceed the limit of 4 GiB');
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY);
    entry.writeUInt16LE(VERSION, 4);
    about(name, bytes, isDescribed).copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    this.#entries.push(entry, text(name));
    this.#count += 1;
  }
}

const text = (name: string): Buffer => Buffer.from(name);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function about(name: string, { isPacked, crc, packed, size }: ArchivedBytes, isDescribed: boolean): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(isDescribed ? UTF8 | DESCRIBED : UTF8, 2);
  fields.writeUInt16LE(isPacked ? DEFLATED : 0, 4);
  fields.writeUInt16LE(NO_DAY, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(text(name).length, 22);
  return fields;
}

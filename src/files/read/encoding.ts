import { StringDecoder } from 'node:string_decoder';
import iconv from 'iconv-lite';
import { Failure, WrongUse } from '../../runtime/failure.js';

export interface Encoding {
  /** Name in `iconv-lite`. `utf8` if no conversion is needed. */
  readonly name: string;
  /** Whether the encoding was guessed from the bytes, because there is no byte order mark. */
  readonly isGuessed: boolean;
  readonly hasMark: boolean;
  /** The first invalid byte. */
  readonly fault?: ByteFault;
}

export interface ByteFault {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly byte: number;
  readonly value: number;
}

/** Returns the name of a given encoding. @throws WrongUse for an unknown encoding */
export function givenEncoding(name: string): string {
  const isKnown: boolean = iconv.encodingExists(name);
  if (!isKnown)
    throw new WrongUse(
      `--encoding '${name}': expected the name of an encoding, such as utf-8, windows-1252 or utf-16le`,
    );
  return /^utf-?8$/i.test(name.trim()) ? 'utf8' : name;
}

/** Offset of undecoded bytes, which become surrogates (U+DC80 to U+DCFF) and can be written unchanged (PEP 383). */
const UNREAD = 0xdc00;
const UNREAD_BYTES = /[\uDC80-\uDCFF]/u;

export function isUnreadable(text: string): boolean {
  return UNREAD_BYTES.test(text);
}

export function unreadByte(text: string): number | undefined {
  const at = text.search(UNREAD_BYTES);
  return at < 0 ? undefined : text.charCodeAt(at) - UNREAD;
}

export const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Decodes bytes and removes the byte order mark. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  const decoder = decoderOf(encoding);
  return (decoder.write(bytes) + (decoder.end() ?? '')).replace(/^\uFEFF/, '');
}

/** Decodes chunks like `decode`. Fails if reading the chunks fails. */
export async function* decoded(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  let isFirst = true;
  const withoutMark = (text: string): string => {
    if (!isFirst || text === '') return text;
    isFirst = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  };
  for await (const chunk of chunks) {
    const text = withoutMark(decoder.write(chunk));
    if (text !== '') yield text;
  }
  const end = withoutMark(decoder.end() ?? '');
  if (end !== '') yield end;
}

/** Encodes text. The inverse of `decoded`. */
export function encode(text: string, { name }: Pick<Encoding, 'name'>): Buffer {
  if (name === 'utf8' && text.isWellFormed()) return Buffer.from(text);
  if (!isUnreadable(text)) return iconv.encode(text, name);
  // Undecoded bytes are written separately.
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return Buffer.concat(
    parts.map((part) => (isUnreadable(part) ? Buffer.from([part.charCodeAt(0) - UNREAD]) : iconv.encode(part, name))),
  );
}

/** Returns the byte order mark, or no bytes if the file has none. */
export function markOf({ name, hasMark }: Encoding): Buffer {
  return hasMark ? iconv.encode('\uFEFF', name) : Buffer.alloc(0);
}

interface Decoder {
  write(bytes: Buffer): string;
  end(): string | undefined;
}

function decoderOf({ name, fault }: Encoding): Decoder {
  if (fault !== undefined) return name === 'utf8' ? new FaultyUtf8() : new FaultyBytes(name);
  if (name === 'utf8') return new StringDecoder('utf8');
  // The caller removes the mark, because only the caller knows whether the file has a mark.
  return iconv.getDecoder(name, { stripBOM: false });
}

/** Matches characters that never occur in text of one-byte encodings: replacement and control characters. */
export const NO_TEXT = /[\uFFFD\u0080-\u0084\u0086-\u009F]/g;

/** Decoder for one-byte encodings, in which the byte of each character is known. */
class FaultyBytes implements Decoder {
  constructor(private readonly name: string) {}

  write(bytes: Buffer): string {
    const text = iconv.decode(bytes, this.name);
    return text.replace(NO_TEXT, (_, at: number) => String.fromCharCode(UNREAD + bytes[at]!));
  }

  end(): undefined {
    return undefined;
  }
}

class FaultyUtf8 implements Decoder {
  #rest: Buffer = Buffer.alloc(0);

  write(bytes: Buffer): string {
    return this.#decode(Buffer.concat([this.#rest, bytes]), false);
  }

  end(): string {
    return this.#decode(this.#rest, true);
  }

  #decode(bytes: Buffer, isEnd: boolean): string {
    let text = '';
    let from = 0;
    const scanned = scanUtf8(bytes, isEnd, (at) => {
      text += bytes.toString('utf8', from, at) + String.fromCharCode(UNREAD + bytes[at]!);
      from = at + 1;
    });
    this.#rest = bytes.subarray(scanned.end);
    return text + bytes.toString('utf8', from, scanned.end);
  }
}

/**
 * Scans UTF-8 according to RFC 3629, without surrogates and overlong forms.
 * @param isEnd whether the last character must be complete
 * @param onFault called with the position of every invalid byte
 * @returns the number of multi-byte characters, and the end of the last complete character
 */
export function scanUtf8(
  bytes: Uint8Array,
  isEnd: boolean,
  onFault: (at: number) => void,
): { characters: number; end: number } {
  let characters = 0;
  let i = 0;
  while (i < bytes.length) {
    const first = bytes[i]!;
    if (first < 0x80) {
      i += 1;
      continue;
    }
    const length =
      first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    const second = bytes[i + 1];
    const isRefused =
      second !== undefined &&
      ((first === 0xe0 && second < 0xa0) ||
        (first === 0xed && second > 0x9f) ||
        (first === 0xf0 && second < 0x90) ||
        (first === 0xf4 && second > 0x8f));
    let seen = 1;
    if (!isRefused) while (seen < length && (bytes[i + seen]! & 0xc0) === 0x80) seen += 1;
    if (length > 0 && seen === length) {
      characters += 1;
      i += length;
    } else if (length > 0 && !isRefused && i + seen >= bytes.length && !isEnd) break;
    else {
      onFault(i);
      i += 1;
    }
  }
  return { characters, end: i };
}

/** Rejects an invalid file. @throws Failure that names the invalid byte */
export function refuseFault(file: string, { name, fault }: Encoding): never {
  throw new Failure(`${file}: ${faultText(name, fault!)}; give the encoding with --encoding NAME`);
}

export function faultText(encoding: string, { line, byte, value }: ByteFault): string {
  return `line ${line}, byte ${byte} (${hex(value)}) is not valid ${shownName(encoding)}`;
}

export const shownName = (encoding: string): string => (encoding === 'utf8' ? 'UTF-8' : encoding);

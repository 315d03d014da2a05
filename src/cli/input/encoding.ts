import type { Readable, Transform } from 'node:stream';
import { detect } from 'chardet';
import iconv from 'iconv-lite';
import { WrongUse } from '../errors.js';

/** Bytes looked at. */
export const LOOKED = 256 * 1024;

/** How the bytes of a file become text. */
export interface Encoding {
  /** As of `iconv-lite`; `utf8` where the bytes can be read as they are. */
  readonly name: string;
  /** Whether it was guessed from the bytes, with no mark to go by. */
  readonly isGuessed: boolean;
}

/** @throws WrongUse for an encoding that is not known */
export function givenEncoding(name: string): Encoding {
  const isKnown: boolean = iconv.encodingExists(name);
  if (!isKnown)
    throw new WrongUse(
      `--encoding '${name}': expected the name of an encoding, such as utf-8, windows-1252 or utf-16le`,
    );
  const isUtf8 = /^utf-?8$/i.test(name.trim());
  return { name: isUtf8 ? 'utf8' : name, isGuessed: false };
}

/**
 * The encoding of a text file by its first bytes: a byte order mark, UTF-16 by its zero bytes, UTF-8 where the bytes
 * are it (also with a few faults among them), else what they look most like.
 *
 * @param isWhole whether these are all bytes of the file: then the last character is not cut off
 */
export function detectEncoding(bytes: Buffer, isWhole: boolean): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf16le', isGuessed: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf16be', isGuessed: false };
  const wide = utf16Without(bytes);
  if (wide !== undefined) return { name: wide, isGuessed: true };
  const { characters, faults } = utf8Of(bytes, isWhole);
  if (faults === 0 || characters >= faults) return { name: 'utf8', isGuessed: false };
  const found = detect(bytes) ?? '';
  // ISO 8859-1 is read as its superset, as browsers do.
  const name = /^(?:ISO-8859-1|UTF-8|ASCII|)$/.test(found) || !iconv.encodingExists(found) ? 'windows-1252' : found;
  return { name, isGuessed: true };
}

/** Latin text has a zero in every other byte. */
function utf16Without(bytes: Buffer): string | undefined {
  const pairs = Math.min(bytes.length >> 1, 2_000);
  if (pairs < 2) return undefined;
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i += 1) {
    if (bytes[2 * i] === 0) even += 1;
    if (bytes[2 * i + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf16le';
  return even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf16be' : undefined;
}

/** Characters of several bytes, and bytes that are none. */
function utf8Of(bytes: Buffer, isWhole: boolean): { characters: number; faults: number } {
  let [characters, faults] = [0, 0];
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i]!;
    if (first < 0x80) {
      i += 1;
      continue;
    }
    const length =
      first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    let seen = 1;
    while (seen < length && (bytes[i + seen]! & 0xc0) === 0x80) seen += 1;
    if (length > 0 && seen === length) characters += 1;
    else if (length > 0 && i + seen >= bytes.length && !isWhole) break;
    else faults += 1;
    i += Math.max(1, length > 0 ? seen : 1);
  }
  return { characters, faults };
}

/** Bytes as text, a byte order mark left out. */
export function decode(bytes: Buffer, { name }: Encoding): string {
  return iconv.decode(bytes, name);
}

/** A stream of bytes as one of text; it fails as the bytes do. */
export function decoded(bytes: Readable, { name }: Encoding): NodeJS.ReadableStream {
  if (name === 'utf8') return bytes.setEncoding('utf8');
  const text = iconv.decodeStream(name) as unknown as Transform;
  bytes.on('error', (error) => text.destroy(error));
  return bytes.pipe(text);
}

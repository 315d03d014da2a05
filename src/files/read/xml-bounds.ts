import { Failure } from '../../runtime/failure.js';

/** Maximum nesting of elements. Sheets have about six levels. */
const MOST_LEVELS = 64;
/** Maximum bytes of a tag, including attributes. */
const LONGEST_TAG = 65_536;
/** Maximum bytes of text between two tags. A cell in Excel has up to 32,767 characters. */
const LONGEST_TEXT = 1_048_576;

const code = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, QUOTE, APOSTROPHE] = [code('<'), code('>'), code('"'), code("'")];
const [SLASH, BANG, QUESTION] = [code('/'), code('!'), code('?')];
const NOTHING = Buffer.alloc(0);

/** Checks a workbook's XML before it is parsed: its nesting, and the length of tags and text. */
export class XmlBounds {
  #rest: Buffer = NOTHING;
  #text = 0;
  #level = 0;

  /** Checks the next bytes. @throws Failure for content that Excel never writes */
  take(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let at = bytes.indexOf(OPEN);
    let from = 0;
    while (at >= 0) {
      this.#textOf(at - from);
      const end = endOf(bytes, at);
      if (end < 0) break;
      this.#tag(bytes, at, end);
      from = end;
      at = bytes.indexOf(OPEN, end);
      this.#text = 0;
    }
    if (at < 0) this.#textOf(bytes.length - from);
    this.#rest = at < 0 ? NOTHING : bytes.subarray(at);
    if (this.#rest.length > LONGEST_TAG) throw new Failure(`a tag is longer than the limit of ${LONGEST_TAG} bytes`);
  }

  #textOf(bytes: number): void {
    this.#text += bytes;
    if (this.#text > LONGEST_TEXT) throw new Failure(`a text value is longer than the limit of ${LONGEST_TEXT} bytes`);
  }

  /** Checks a tag. @param end position after the tag */
  #tag(bytes: Buffer, at: number, end: number): void {
    const first = bytes[at + 1]!;
    if (first === BANG || first === QUESTION) return;
    if (first === SLASH) this.#level -= 1;
    else if (bytes[end - 2] !== SLASH && (this.#level += 1) > MOST_LEVELS)
      throw new Failure(`elements are nested deeper than the limit of ${MOST_LEVELS} levels`);
  }
}

/** Returns the position after the tag, comment, instruction or text that starts at `at`; -1 if it is incomplete. */
function endOf(bytes: Buffer, at: number): number {
  if (bytes[at + 1] === QUESTION) return behind(bytes, '?>', at + 2);
  if (bytes[at + 1] === BANG) {
    const begin = bytes.toString('latin1', at, at + 9);
    // The bytes are too short to classify.
    if (begin.length < 9) return -1;
    if (begin.startsWith('<!--')) return behind(bytes, '-->', at + 4);
    if (begin === '<![CDATA[') return behind(bytes, ']]>', at + 9);
  }
  let quote = 0;
  for (let i = at + 1; i < bytes.length; i += 1) {
    const byte = bytes[i]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === CLOSE) return i + 1;
  }
  return -1;
}

function behind(bytes: Buffer, end: string, from: number): number {
  const at = bytes.indexOf(end, from, 'latin1');
  return at < 0 ? -1 : at + end.length;
}

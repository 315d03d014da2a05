import { Failure } from '../../runtime/failure.js';
import { decoded, isUnreadable, shownName, type Encoding } from './encoding.js';
import type { FileBytes } from './file-bytes.js';
import type { InputRow, OpenRows } from './input-table.js';
import { cellsOfCard, type CardProperty } from './card-cells.js';

/** Maximum characters of a card, including its pictures. */
const LONGEST_CARD = 32 * 1024 * 1024;
/** Maximum properties of a card. Real cards have fewer. */
const MOST_PROPERTIES = 2_000;

/** Opens vCards 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350) as a stream of rows, without pictures, sounds and keys. */
export function openCards(bytes: FileBytes, name: string, encoding: Encoding): OpenRows {
  const columns: string[] = [];
  return { columns, rows: rowsOf(decoded(bytes.chunks(), encoding), columns, name, encoding) };
}

async function* rowsOf(
  stream: AsyncIterable<string>,
  columns: string[],
  file: string,
  encoding: Encoding,
): AsyncGenerator<InputRow> {
  const positions = new Map<string, number>();
  let number = 0;
  for await (const { properties, fault } of cardsOf(linesOf(stream, file), file)) {
    number += 1;
    const cells: string[] = [];
    let isWhole = true;
    for (const [column, text] of cellsOfCard(properties)) {
      let position = positions.get(column);
      if (position === undefined) {
        position = columns.push(column) - 1;
        positions.set(column, position);
      }
      cells[position] = text;
      if (encoding.fault !== undefined && isUnreadable(text)) isWhole = false;
    }
    const why = fault ?? (isWhole ? undefined : `the card has invalid ${shownName(encoding.name)}`);
    yield { number, cells, ...(why !== undefined && { fault: why }) };
  }
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Unfolds lines that start with white space, and lines after a soft line break of quoted-printable. */
async function* linesOf(stream: AsyncIterable<string>, file: string): AsyncGenerator<Line> {
  let number = 0;
  let pending = '';
  let parts: string[] = [];
  let length = 0;
  let begun = 1;
  let isSoft = false;
  const whole = (): Line => ({ number: begun, text: parts.join('') });
  const take = function* (line: string): Generator<Line> {
    number += 1;
    const isFolded = /^[ \t]/.test(line) && parts.length > 0;
    if (!isSoft && !isFolded) {
      if (parts.length > 0) yield whole();
      parts = [];
      length = 0;
      begun = number;
    }
    // Some phones also fold quoted-printable with a space, which is not part of the text.
    const text = isFolded && (!isSoft || /^.=/.test(line)) ? line.slice(1) : line;
    if (parts.length === 0) isSoft = /^[^:]*;(?:encoding=)?quoted-printable[;:]/i.test(text.slice(0, 1_000));
    isSoft &&= text.endsWith('=');
    const kept = isSoft ? text.slice(0, -1) : text;
    length += kept.length;
    if (length > LONGEST_CARD) throw new Failure(`${file}: line ${begun} is longer than ${LONGEST_CARD} characters`);
    parts.push(kept);
  };
  for await (const chunk of stream) {
    const lines = chunk.split('\n');
    lines[0] = pending + lines[0]!;
    pending = lines.pop()!;
    if (pending.length > LONGEST_CARD)
      throw new Failure(`${file}: line ${number + 1} is longer than ${LONGEST_CARD} characters`);
    for (const line of lines) yield* take(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
  if (pending !== '') yield* take(pending);
  if (parts.length > 0) yield whole();
}

interface Card {
  readonly properties: CardProperty[];
  fault?: string;
}

/** Yields the cards of a file. @throws Failure for a file that does not start with a card */
async function* cardsOf(lines: AsyncIterable<Line>, file: string): AsyncGenerator<Card> {
  let card: Card | undefined;
  let begun = 0;
  let characters = 0;
  let depth = 0;
  let isFirst = true;
  for await (const { number, text } of lines) {
    const line = isFirst ? text.replace(/^\uFEFF/, '') : text;
    if (line.trim() === '') continue;
    const begins = /^(?:[\w-]+\.)?begin\s*:\s*vcard\s*$/i.test(line);
    if (isFirst && !begins)
      throw new Failure(`${file}: line ${number}: expected BEGIN:VCARD, got ${line.slice(0, 40)}`);
    isFirst = false;
    if (begins) {
      // A card within a card describes its agent, who is another person.
      if (depth++ > 0) continue;
      card = { properties: [] };
      begun = number;
      characters = 0;
    } else if (/^(?:[\w-]+\.)?end\s*:\s*vcard\s*$/i.test(line)) {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || card === undefined) continue;
      yield card;
      card = undefined;
    } else if (card === undefined) yield { properties: [], fault: `line ${number} is outside a card` };
    else if (depth === 1) {
      characters += line.length;
      if (characters > LONGEST_CARD)
        throw new Failure(`${file}: the card at line ${begun} is longer than the limit of ${LONGEST_CARD} characters`);
      const property = propertyOf(line);
      // An invalid line is part of a note that was not folded.
      if (property === undefined) card.properties.push({ name: 'NOTE', kinds: new Set(), value: line });
      else if (card.properties.length >= MOST_PROPERTIES)
        throw new Failure(`${file}: the card at line ${begun} has more lines than the limit of ${MOST_PROPERTIES}`);
      else if (!LEFT_OUT.has(property.name)) card.properties.push(property);
    }
  }
  if (card !== undefined)
    yield {
      ...card,
      fault: `the card at line ${begun} has no END:VCARD: the file may be truncated`,
    };
}

const LEFT_OUT = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY']);

/** Parses a property such as `item1.TEL;TYPE=work,voice:+1 555 0100`; `undefined` if invalid. */
function propertyOf(line: string): CardProperty | undefined {
  const head = headOf(line);
  if (head === undefined) return undefined;
  const [first, ...rest] = head.parts;
  const name = first!.slice(first!.lastIndexOf('.') + 1).toUpperCase();
  if (!/^[A-Z][A-Z0-9-]*$/.test(name)) return undefined;
  const kinds = new Set<string>();
  let isQuotedPrintable = false;
  let charset = 'utf-8';
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    const key = equals < 0 ? 'TYPE' : parameter.slice(0, equals).trim().toUpperCase();
    const value = (equals < 0 ? parameter : parameter.slice(equals + 1)).replaceAll('"', '').trim();
    if (value.toUpperCase() === 'QUOTED-PRINTABLE') isQuotedPrintable = true;
    else if (key === 'CHARSET') charset = value;
    else if (key === 'TYPE') for (const kind of value.split(',')) kinds.add(kind.trim().toLowerCase());
    else if (key === 'PREF') kinds.add('pref');
    else if (key === 'X-APPLE-OMIT-YEAR') kinds.add('no year');
  }
  const value = line.slice(head.colon + 1);
  return { name, kinds, value: isQuotedPrintable ? unquoted(value, charset) : value };
}

/** Returns the parts before the first colon outside quotes; `undefined` if there is no colon. */
function headOf(line: string): { colon: number; parts: string[] } | undefined {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted || (char !== ';' && char !== ':')) continue;
    parts.push(line.slice(from, i));
    if (char === ':') return { colon: i, parts };
    from = i + 1;
  }
  return undefined;
}

/** Decodes quoted-printable (RFC 2045). An unknown character set is read as UTF-8. */
function unquoted(text: string, charset: string): string {
  const bytes = Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  );
  // Quoted-printable has only one-byte characters, so this text was not encoded.
  if (/[\u0100-\uffff]/.test(text)) return text;
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

import { MOST_COLUMNS } from './header.js';

/** Records of a CSV that come together. */
export interface RecordBatch {
  readonly records: readonly (readonly string[])[];
  /** By record: as it stands in the file; absent where the cells, joined by the delimiter, are it. */
  readonly texts?: readonly string[];
  /** Whether some text may hold what was not decodable. */
  readonly mayBeFaulty: boolean;
}

/** What is left for a parser: text from the beginning of a record on, and what follows. */
export interface Rest {
  readonly begin: string;
  readonly lines: number;
  /** As found in the text before; `undefined` where there was none. */
  readonly lineEnd: string | undefined;
}

const QUOTE = '"';

/**
 * Splits CSV text at delimiters and line ends for as long as there is no quote in it: then there is nothing to parse.
 * Empty lines are no records. Line ends are all of the first one's kind, and a byte order mark is left out: both as
 * csv-parse has it.
 *
 * @param longest characters that a line may have
 * @returns where a quote stands, or a line is too long or ends in another way, what is left; `undefined` at the end
 */
export async function* splitLines(
  chunks: AsyncIterator<string>,
  delimiter: string,
  longest: number,
): AsyncGenerator<RecordBatch, Rest | undefined> {
  let pending = '';
  let lineEnd: string | undefined;
  let lines = 0;
  let isFirst = true;
  let wasFaulty = false;
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) break;
    const { value } = next;
    pending += isFirst ? value.replace(/^\uFEFF/, '') : value;
    if (value !== '') isFirst = false;
    if (value.includes(QUOTE) || pending.length > longest) return { begin: pending, lines, lineEnd };
    lineEnd ??= lineEndOf(pending);
    if (lineEnd === undefined) continue;
    if (lineEnd === '\r') return { begin: pending, lines, lineEnd: undefined };
    const complete = pending.split(lineEnd);
    pending = complete.pop()!;
    lines += complete.length;
    yield { records: recordsOf(complete, delimiter), mayBeFaulty: value.includes('\uFFFD') || wasFaulty };
    wasFaulty = pending.includes('\uFFFD');
  }
  if (pending === '') return undefined;
  if (lineEnd === undefined) return { begin: pending, lines, lineEnd };
  yield { records: recordsOf([pending], delimiter), mayBeFaulty: true };
  return undefined;
}

function recordsOf(lines: readonly string[], delimiter: string): string[][] {
  const records: string[][] = [];
  for (const line of lines) if (line !== '') records.push(line.split(delimiter, MOST_COLUMNS + 1));
  return records;
}

/** `undefined` where the text does not tell it yet. */
function lineEndOf(text: string): string | undefined {
  const at = text.search(/[\r\n]/);
  if (at < 0 || (text[at] === '\r' && at === text.length - 1)) return undefined;
  return text[at] === '\n' ? '\n' : text[at + 1] === '\n' ? '\r\n' : '\r';
}

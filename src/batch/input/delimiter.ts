import { WrongUse } from '../../runtime/failure.js';

/** In the order in which a tie is decided. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * The character between the cells of a CSV file: spreadsheets of half the world write semicolons, exports of databases
 * tabs or bars, whatever the file's ending says. The one that stands most often in the header line, outside quotes; a
 * comma where there is none.
 *
 * @param text begins with the header line, which may hold quoted line breaks
 */
export function mostFrequent(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isBegun = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    // Empty lines before the header are no header.
    else if (character === '\n' || character === '\r') {
      if (isBegun) break;
      continue;
    } else {
      const count = counts.get(character);
      if (count !== undefined) counts.set(character, count + 1);
    }
    isBegun = true;
  }
  let best: Delimiter = ',';
  for (const delimiter of delimiters) if (counts.get(delimiter)! > counts.get(best)!) best = delimiter;
  return best;
}

/**
 * The delimiter that people name.
 *
 * @param text a character, or `tab`
 * @throws WrongUse for what separates no cells
 */
export function givenDelimiter(text: string): string {
  if (/^(?:tab|\\t)$/i.test(text)) return '\t';
  if (text.length === 1 && !/["\r\n\p{L}\p{N}]/u.test(text)) return text;
  throw new WrongUse(`--delimiter '${text}': expected , ; | tab, or another single character that is no letter`);
}

import { WrongUse } from '../../runtime/failure.js';

/** In the order that decides ties. */
export const delimiters = [',', ';', '\t', '|', '^', '~'] as const;
export type Delimiter = (typeof delimiters)[number];

/** In the header line, outside quotes; a comma if there is none. @param text starts with the header line */
export function mostFrequent(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isBegun = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    // Empty lines before the header are skipped.
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

/** @param text a character, or `tab` @throws WrongUse for an invalid delimiter */
export function givenDelimiter(text: string): string {
  if (/^(?:tab|\\t)$/i.test(text)) return '\t';
  if (text.length === 1 && !/["\r\n\p{L}\p{N}]/u.test(text)) return text;
  throw new WrongUse(`--delimiter '${text}': expected , ; | tab, or another single character that is no letter`);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Splits a JSON array of scalars into the JSON of its elements. @param text from `JSON.stringify`; not validated */
export function jsonElements(text: string): string[] {
  const elements: string[] = [];
  const end = text.length - 1;
  let from = 1;
  for (let at = 1; at < end; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = closingQuote(text, at + 1);
    else if (character === COMMA) {
      elements.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from < end) elements.push(text.slice(from, end));
  return elements;
}

/** `indexOf` is fast here, because a backslash before a quote is rare. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Returns whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

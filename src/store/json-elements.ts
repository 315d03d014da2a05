const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * The elements of a JSON array of texts, numbers, booleans and nulls, each as its JSON text.
 *
 * @param text as `JSON.stringify` writes it: taken on trust, not checked
 */
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

/** `indexOf` looks at many characters at once; a backslash before what it finds is rare. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Whether an odd number of backslashes stands before a quote. The quote that opens the text ends their row. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

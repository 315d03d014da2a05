/** Several values of one cell stand apart by ` ::: `, or a semicolon. */
const BETWEEN = /:::|;/;

export function isList(text: string): boolean {
  return text.includes(';') || text.includes(':::');
}

/** The values of a cell that holds a list; most hold one. */
export function splitValues(text: string): string[] {
  if (text === '') return [];
  if (!isList(text)) return [text];
  return text
    .split(BETWEEN)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

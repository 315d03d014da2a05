/** What stands between several values of one cell: ` ::: `, or a semicolon. */
const BETWEEN = /\s*(?::::|;)\s*/;

/** The values of a cell that holds a list; most hold one. */
export function splitValues(text: string): string[] {
  if (text === '') return [];
  return text.includes(';') || text.includes(':::') ? text.split(BETWEEN).filter((value) => value !== '') : [text];
}

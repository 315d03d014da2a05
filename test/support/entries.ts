/** Splits a list whose entries are separated by ` | ` or the end of a line. */
export const entriesOf = (text: string): string[] => text.trim().split(/ \| |\s*\n\s*/);

const LITERAL = /^(?:true|false|null|-?\d+(?:\.\d+)?|".*"|\[.*\]|\{.*\})$/;

/** Reads rows of a table as entries of a list, with ` → ` between cells. A cell is JSON, `undefined`, or text. */
export const rowsOf = <T extends readonly unknown[]>(text: string): T[] =>
  entriesOf(text).map((entry) => {
    const cells = entry.split(' → ').map((cell): unknown => {
      if (cell === 'undefined') return undefined;
      return LITERAL.test(cell) ? JSON.parse(cell) : cell;
    });
    return cells as unknown as T;
  });

/** Splits a list whose entries are separated by ` | ` or the end of a line. */
export const entriesOf = (text: string): string[] => text.trim().split(/ \| |\s*\n\s*/);

/**
 * The columns that a header names, each by a name of its own: of those that are called the same, the second gets ` (2)`
 * behind it. Cells that are empty stay so.
 *
 * @returns with what to tell people
 */
export function columnsOf(header: readonly string[], file: string): { columns: string[]; notes: string[] } {
  const taken = new Set(header.map((cell) => cell.trim()));
  const seen = new Set<string>();
  const notes: string[] = [];
  const columns = header.map((cell) => {
    const name = cell.trim();
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${number})`)) number += 1;
    const own = `${name} (${number})`;
    taken.add(own);
    notes.push(`${file}: the column '${name}' stands there more than once: the next one is called '${own}'`);
    return own;
  });
  return { columns, notes };
}

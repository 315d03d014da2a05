import { digitsOf } from '../../administration/erasure/erase-from-models.js';
import type { IdentifyingValues } from '../../contract/identifying-values.js';
import { wordsOf } from '../../usecases/identifying-values.js';
import { textOf } from '../input/input-table.js';
import { openInput } from '../input/open-input.js';

/** Digits of a phone number that tell it: without the country, or the zero before an area. */
const TELLING_DIGITS = 7;

/**
 * Whether a file of records mentions one: its Id, an address or number of its own, or all words of its name in one row.
 * A file that cannot be read does: nobody can say that it does not.
 */
export async function mentions(path: string, values: IdentifyingValues): Promise<boolean> {
  const isMention = rowTest(values);
  try {
    const { columns, rows } = await openInput(path);
    if (isMention([...columns])) return true;
    for await (const { cells, fault } of rows) if (fault !== undefined || isMention(cells.map(cellText))) return true;
    return false;
  } catch {
    return true;
  }
}

function rowTest({ recordId, own, names }: IdentifyingValues): (cells: readonly string[]) => boolean {
  const texts = [recordId.slice(0, 15), ...own].map((text) => text.trim().toLowerCase());
  const numbers = own
    .filter((text) => !text.includes('@'))
    .map((text) => digitsOf(text).slice(-TELLING_DIGITS))
    .filter((digits) => digits.length === TELLING_DIGITS);
  return (cells) => {
    const row = cells.join('\n').toLowerCase();
    if (texts.some((text) => row.includes(text))) return true;
    if (numbers.length > 0 && cells.some((cell) => numbers.some((number) => digitsOf(cell).endsWith(number))))
      return true;
    if (names.length === 0) return false;
    const words = new Set(wordsOf(row));
    return names.some((name) => name.every((word) => words.has(word)));
  };
}

function cellText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
}

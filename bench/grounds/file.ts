import { Random } from '../synthetic/random.js';

/** A file to clean, with its ground truth. */
export interface JudgedFile {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** By row: the number of the real-world entity. Rows with the same number are duplicates. */
  readonly truth: readonly number[];
  /** Expected result, in addition to a correct quality estimate. */
  readonly expected?: 'nothing merged' | 'log';
}

/** Collects rows with their truth; `file` shuffles them. */
export class FileMaker {
  private readonly made: { cells: readonly string[]; entity: number }[] = [];
  private entities = 0;

  constructor(
    readonly random: Random,
    private readonly columns: readonly string[],
  ) {}

  /** @returns the number of the row's entity */
  add(cells: readonly string[], entity = this.entities): number {
    this.entities = Math.max(this.entities, entity + 1);
    this.made.push({ cells, entity });
    return entity;
  }

  file(name: string, expected?: JudgedFile['expected']): JudgedFile {
    const rows = this.made.slice();
    for (let i = rows.length - 1; i > 0; i--) {
      const j = this.random.below(i + 1);
      [rows[i], rows[j]] = [rows[j]!, rows[i]!];
    }
    return {
      name,
      columns: this.columns,
      rows: rows.map(({ cells }) => cells),
      truth: rows.map(({ entity }) => entity),
      ...(expected && { expected }),
    };
  }
}

/** Makes one typo: a letter omitted, doubled, swapped with the next, or replaced. */
export function slip(text: string, random: Random): string {
  if (text.length < 4) return text;
  const at = 1 + random.below(text.length - 2);
  const [before, letter, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)];
  switch (random.below(4)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + after[0]! + letter + after.slice(1);
    default:
      return before + 'abcdefghijklmnopqrstuvwxyz'[random.below(26)]! + after;
  }
}

export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');

/** Returns an ISO date. */
export const day = (random: Random, from: number, years: number): string => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${from + random.below(years)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
};

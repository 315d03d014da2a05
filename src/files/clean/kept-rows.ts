import type { SourceRow } from './source-pass.js';

export interface KeptRow {
  readonly id: string;
  readonly file: number;
  readonly cells: readonly string[];
}

/** Separates the cells of a row. Rows whose cells contain it are kept as JSON. */
const END = '\0';
/** Rows that were read last. Files that show rows of a group next to each other read each row several times. */
const RECENT = 1 << 10;

/** Rows shown next to other rows. Each row is one string in memory, instead of an object per cell. */
export class KeptRows {
  private readonly texts = new Map<number, string>();
  private readonly items = new Map<number, string>();
  private readonly recent = new Array<{ readonly row: number; readonly kept: KeptRow } | undefined>(RECENT);

  add({ row, id, file, cells, item }: SourceRow): void {
    const parts = [String(file), id, ...cells];
    this.texts.set(row, parts.some((part) => part.includes(END)) ? JSON.stringify(parts) : parts.join(END));
    if (item !== undefined) this.items.set(row, item);
  }

  itemOf(row: number): string | undefined {
    return this.items.get(row);
  }

  get(row: number): KeptRow {
    const recent = this.recent[row % RECENT];
    if (recent?.row === row) return recent.kept;
    const text = this.texts.get(row)!;
    const [file, id, ...cells] = (text.startsWith('[') ? JSON.parse(text) : text.split(END)) as [
      string,
      string,
      ...string[],
    ];
    const kept = { id, file: Number(file), cells };
    this.recent[row % RECENT] = { row, kept };
    return kept;
  }
}

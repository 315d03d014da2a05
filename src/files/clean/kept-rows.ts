import type { SourceRow } from './source-pass.js';

export interface KeptRow {
  readonly id: string;
  readonly file: number;
  readonly cells: readonly string[];
}

/** Rows shown next to other rows. Each row is one string in memory, instead of an object per cell. */
export class KeptRows {
  private readonly texts = new Map<number, string>();
  private readonly items = new Map<number, string>();

  add({ row, id, file, cells, item }: SourceRow): void {
    this.texts.set(row, JSON.stringify([id, file, ...cells]));
    if (item !== undefined) this.items.set(row, item);
  }

  itemOf(row: number): string | undefined {
    return this.items.get(row);
  }

  get(row: number): KeptRow {
    const [id, file, ...cells] = JSON.parse(this.texts.get(row)!) as [string, number, ...string[]];
    return { id, file, cells };
  }
}

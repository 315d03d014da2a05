import type { SourceRow } from './source-pass.js';

export interface KeptRow {
  readonly id: string;
  readonly file: number;
  readonly cells: readonly string[];
}

/** Rows shown next to other rows. Each is one string in memory, not an object per cell. */
export class KeptRows {
  private readonly texts = new Map<number, string>();

  add({ row, id, file, cells }: SourceRow): void {
    this.texts.set(row, JSON.stringify([id, file, ...cells]));
  }

  get(row: number): KeptRow {
    const [id, file, ...cells] = JSON.parse(this.texts.get(row)!) as [string, number, ...string[]];
    return { id, file, cells };
  }
}

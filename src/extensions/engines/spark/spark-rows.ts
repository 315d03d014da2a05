import { join } from 'node:path';
import { makeFolder } from '../../../runtime/make-folder.js';
import type { FieldTexts } from '../../../matching/field-texts.js';
import { OutputFile } from '../../../files/write/output-file.js';
import type { ColumnShape } from '../tables/column-batch.js';
import { engineText } from '../tables/engine-text.js';
import { parquetBytes } from '../tables/parquet.js';
import type { RowOfInput } from '../../../files/dedupe/read-rows.js';

const PART_ROWS = 1 << 17;

const NAMES: readonly ColumnShape[] = [
  { name: 'row', kind: 'int32' },
  { name: 'number', kind: 'int32' },
  { name: 'id', kind: 'text' },
  { name: 'source', kind: 'int32' },
];

/**
 * Writes Parquet files `part-00000.parquet` ... with the columns `row` (from 1, in reading order), `number` (in the
 * input file), `id`, `source` (numbered from 0), and `f0`, `f1` ... (strings; empty for blanks). A field that first
 * occurs in a later file is missing from earlier files.
 */
export class SparkRows {
  readonly stored: string[] = [];
  count = 0;
  readonly #places = new Map<string, number>();
  readonly #sources = new Map<string, number>();
  #numbers: [number[], number[], number[]] = [[], [], []];
  #ids: string[] = [];
  #texts: string[][] = [];
  #parts = 0;

  private constructor(private readonly folder: string) {}

  static async into(folder: string): Promise<SparkRows> {
    await makeFolder(folder);
    return new SparkRows(folder);
  }

  add(texts: FieldTexts, { id, source, number }: RowOfInput): Promise<void> | undefined {
    let known = this.#sources.get(source);
    if (known === undefined) this.#sources.set(source, (known = this.#sources.size));
    const [rows, numbers, sources] = this.#numbers;
    rows.push(++this.count);
    numbers.push(number);
    sources.push(known);
    this.#ids.push(engineText(id));
    for (const field of Object.keys(texts)) if (!this.#places.has(field)) this.#addField(field);
    for (let c = 0; c < this.stored.length; c++) {
      const field = this.stored[c]!;
      this.#texts[c]!.push(Object.hasOwn(texts, field) ? engineText(texts[field]!) : '');
    }
    return rows.length === PART_ROWS ? this.#write() : undefined;
  }

  async end(): Promise<void> {
    if (this.#ids.length > 0 || this.#parts === 0) await this.#write();
  }

  #addField(field: string): void {
    this.#places.set(field, this.stored.push(field) - 1);
    this.#texts.push(new Array<string>(this.#ids.length - 1).fill(''));
  }

  async #write(): Promise<void> {
    const shape = [...NAMES, ...this.stored.map((_, i): ColumnShape => ({ name: `f${i}`, kind: 'text' }))];
    const [rows, numbers, sources] = this.#numbers;
    const batch = { length: rows.length, columns: [rows, numbers, this.#ids, sources, ...this.#texts] };
    const name = `part-${String(this.#parts++).padStart(5, '0')}.parquet`;
    await OutputFile.write(join(this.folder, name), async (output) => {
      for await (const bytes of parquetBytes(shape, [batch])) await output.add(bytes);
    });
    this.#numbers = [[], [], []];
    this.#ids = [];
    this.#texts = this.stored.map(() => []);
  }
}

import type { TextRowsImage } from '../../matching/text-rows.js';
import { TextPool } from '../../runtime/memory/text-pool.js';
import type { IndexedField } from '../values/indexed-field.js';
import { PlainField } from '../values/plain-field.js';

interface Column {
  readonly pool: TextPool;
  /** For each row, from row 0, the number of its text in the pool. Blank rows at the end may be missing. */
  readonly numbers: Int32Array;
}

/** Fills fields as `put` would row by row, but normalises each text only once. @param fields combined fields last */
export function fillFields(fields: readonly IndexedField[], { rows, columns }: TextRowsImage): void {
  const known = new Map<string, Column>();
  for (const { field, texts, numbers } of columns) known.set(field, { pool: new TextPool(texts), numbers });
  for (const field of fields) {
    const read = field.fields.map((name) => known.get(name));
    if (!(field instanceof PlainField)) for (let row = 1; row <= rows; row++) field.assign(row, '');
    else if (read.length === 1) fillByTexts(field, rows, read[0]);
    else
      for (let row = 1; row <= rows; row++) {
        const texts: Record<string, string> = {};
        field.fields.forEach((name, i) => {
          const number = read[i]?.numbers[row - 1] ?? 0;
          if (number !== 0) texts[name] = read[i]!.pool.get(number);
        });
        field.assign(row, field.normalise(texts));
      }
  }
}

const NONE = -1;

function fillByTexts(field: PlainField, rows: number, column: Column | undefined): void {
  const values = new Int32Array((column?.pool.size ?? 0) + 1).fill(NONE);
  values[0] = 0;
  for (let row = 1; row <= rows; row++) {
    const number = column?.numbers[row - 1] ?? 0;
    if (values[number] === NONE) {
      const normal = field.method.normalise([column!.pool.get(number)]);
      values[number] = normal === '' ? 0 : field.numberOf(normal);
    }
    field.give(row, values[number]!);
  }
}

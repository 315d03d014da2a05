import type { FieldTexts } from '../../matching/field-texts.js';

/** A field's values for some rows, in one string, because a single string is cheap to send to a thread. */
export interface ColumnChunk {
  readonly field: string;
  readonly text: string;
  readonly ends: Int32Array;
}

export function packColumn(field: string, rows: readonly FieldTexts[]): ColumnChunk {
  const ends = new Int32Array(rows.length);
  let text = '';
  rows.forEach((row, i) => {
    if (Object.hasOwn(row, field)) text += row[field]!;
    ends[i] = text.length;
  });
  return { field, text, ends };
}

export function packTexts(texts: readonly string[]): Omit<ColumnChunk, 'field'> {
  const ends = new Int32Array(texts.length);
  let length = 0;
  texts.forEach((text, i) => (ends[i] = length += text.length));
  return { text: texts.join(''), ends };
}

export function* unpackTexts({ text, ends }: Omit<ColumnChunk, 'field'>): Generator<string> {
  let from = 0;
  for (const end of ends) {
    yield text.slice(from, end);
    from = end;
  }
}

export function* unpackRows(columns: readonly ColumnChunk[]): Generator<FieldTexts> {
  const count = columns[0]?.ends.length ?? 0;
  for (let i = 0; i < count; i++) {
    const row: Record<string, string> = {};
    for (const { field, text, ends } of columns) {
      const from = i === 0 ? 0 : ends[i - 1]!;
      if (ends[i]! > from) row[field] = text.slice(from, ends[i]);
    }
    yield row;
  }
}

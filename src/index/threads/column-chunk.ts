import type { FieldTexts } from '../../matching/normalized-record.js';

/** The texts of one field for some rows, one after the other: cheap to send, whatever their number. */
export interface ColumnChunk {
  readonly field: string;
  readonly text: string;
  /** Where each row's text ends. */
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

/** Texts, one after the other. */
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

/** The rows again, of these fields; blank ones are left out. */
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

import type { FieldTexts } from '../../matching/field-texts.js';
import { TextRows } from '../../matching/text-rows.js';

/** Ranks rows by their values, so that the rows' order has no effect. Rows with equal values have the same rank. */
export class ContentOrder {
  readonly #places: number[] = [];
  #rows = new TextRows();

  add(texts: FieldTexts): void {
    this.#places.push(placeOf(texts));
  }

  /** Like `add` for all rows, but reads a row only when its rank is needed. */
  addAll(rows: TextRows): void {
    this.#rows = rows;
  }

  placeOf(row: number): number {
    return this.#places[row] ?? placeOf(this.#rows.at(row));
  }
}

function placeOf(texts: FieldTexts): number {
  let [high, low] = [OFFSET, OFFSET ^ 0x5bd1e995];
  for (const field of Object.keys(texts).sort()) {
    const cell = `${field}\n${texts[field]!}\n`;
    for (let i = 0; i < cell.length; i++) {
      high = Math.imul(high ^ cell.charCodeAt(i), PRIME);
      low = Math.imul(low + cell.charCodeAt(i), PRIME) ^ (low >>> 13);
    }
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** Offset basis of the Fowler-Noll-Vo hash (FNV-1a). Two such hashes are computed to get 53 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

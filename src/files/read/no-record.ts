import { textOf, type InputRow } from './input-table.js';

const TOTALS = new Set(
  (
    'total|totals|grand total|subtotal|sub total|sum|summe|summen|gesamt|gesamtsumme|zwischensumme|insgesamt|somme|' +
    'total général|total general|totale|totale generale|totaal|suma|razem|celkem|součet|összesen|итого|всего|toplam|' +
    'yhteensä|summa|i alt|合計|合计|总计|小計|합계|총계'
  ).split('|'),
);
const LONGEST = 20;
const AMOUNT = /^(?:\p{Sc}|[A-Z]{3})?\s?[-+]?\d[\d.,'\s]*(?:\s?(?:\p{Sc}|[A-Z]{3}|%))?$/u;
/** Matches a number without thousands separators that may be a telephone number. */
const TELEPHONE = /^\+|^0\d{5}|\d{9}/;

/** Explains why a row is not a record: it has totals, units, or a repeated header, as in concatenated files. */
export function whyNoRecord(cells: InputRow['cells'], columns: readonly string[]): string | undefined {
  const at = cells.findIndex((cell) => cell !== '' && cell !== undefined && cell !== null);
  const first = cells[at];
  if (typeof first !== 'string') return undefined;
  if (columns[at] === first.trim() && isHeader(cells, columns)) return 'the row repeats the header';
  if (namesUnits(cells)) return 'the row has units, not values';
  if (first.length > LONGEST || !TOTALS.has(first.replace(':', '').trim().toLowerCase())) return undefined;
  const others = cells.slice(at + 1).flatMap((cell) => (typeof cell === 'string' && cell.trim() !== '' ? [cell] : []));
  const areAmounts = others.every((cell) => AMOUNT.test(cell.trim()) && !TELEPHONE.test(cell.trim()));
  return others.length > 0 && areAmounts ? 'the row is a total of other rows' : undefined;
}

/** Matches a unit in a row below the header. */
const UNIT =
  /^[([]?(?:years?|yrs?|jahre?|ans|months?|days?|hours?|min|cm|mm|km|m|ft|in|kg|g|lbs?|%|\p{Sc}|eur|usd|gbp|chf|text|string|number|int|integer|float|date|boolean|varchar(?:\(\d+\))?|yyyy-mm-dd|dd[./]mm[./]yyyy|mm\/dd\/yyyy|yes\/no|y\/n|required|optional|pflichtfeld)[)\]]?$/iu;

const namesUnits = (cells: InputRow['cells']): boolean => {
  const filled = cells.map((cell) => textOf(cell).trim()).filter((text) => text !== '');
  return filled.length > 1 && filled.every((text) => UNIT.test(text));
};

const isHeader = (cells: InputRow['cells'], columns: readonly string[]): boolean =>
  columns.length > 1 && columns.every((column, i) => textOf(cells[i]).trim() === column);

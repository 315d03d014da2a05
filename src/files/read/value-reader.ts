import type { Configuration } from '../../store/config/configuration.js';
import { readDate, readDatetime } from '../../records/dates.js';
import { flagIn } from '../../records/flag-words.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import { writesMonthFirst } from '../../matching/methods/date.js';
import { dateColumn, dayIn, type DateColumn, type DateOrder, dayReader } from './date-order.js';
import type { ColumnSample } from './guess/column-sample.js';
import type { MappedField } from './mapping.js';

/** Converts a cell to its field's format. Returns `''` if it is empty. Returns an unknown format unchanged. */
export type ReadValue = (field: string, text: string) => string;

/** Missing values, as programs write them. No one's name is spelled exactly like one of these. */
const NOTHING = new Set('NULL null (null) <null> nan NaN NAN #N/A N/A n/a #NAME? #REF! #VALUE! #DIV/0! NaT'.split(' '));
/** Matches additional markers of missing values, for fields that are not text. */
const NO_VALUE = /^(?:none|nil|na|-+|\?+|undefined|unknown)$/i;
/** Matches missing days: `0.0.00`, as Outlook writes a missing birthday, and `0000-00-00`. */
const NO_DAY = /^0+(?:[./-]0+){2}(?:[T ][0:.]+)?$/;
const TEXTS: ReadonlySet<Field['type']> = new Set(['string', 'textarea', 'picklist']);

/** Matches names of the United States, where dates begin with the month. */
const AMERICAN = /^(?:us|usa|u\.s\.a?\.?|united states(?: of america)?)$/i;

/**
 * Returns a reader for an import. The reader accepts dates in their column's order, yes and no in many languages,
 * amounts, percentages, and marks of missing values.
 * @param dateOrder default: guessed
 * @returns the reader, and notes for the user
 */
export function valueReader(
  configuration: Configuration,
  type: ObjectType,
  fields: readonly MappedField[],
  sample: Pick<ColumnSample, 'values'>,
  dateOrder?: DateOrder,
): { read: ReadValue; notes: string[] } {
  const toDay = dayReader(configuration);
  const isMonthFirst = monthsFirst(fields, sample) ?? writesMonthFirst(configuration.settings.defaultCountry);
  const { columns, notes } = dateColumns(type, fields, sample, dateOrder, isMonthFirst);
  const amounts = amountColumns(type, fields, sample);
  const read: ReadValue = (name, text) => {
    const field = type.field(name);
    const trimmed = text.trim();
    if (field === undefined || trimmed === '') return trimmed === '' ? '' : text;
    if (NOTHING.has(trimmed) || (!TEXTS.has(field.type) && NO_VALUE.test(trimmed))) return '';
    if (field.type === 'boolean') return readBoolean(trimmed);
    if (NUMBERS.has(field.type)) return amountIn(amounts.get(field.name), trimmed) ?? text;
    if (!DATES.has(field.type)) return text;
    if (NO_DAY.test(trimmed)) return '';
    if (field.type === 'datetime' && readDatetime(trimmed) !== undefined) return text;
    const column = columns.get(field.name);
    const day = column === undefined ? undefined : dayIn(column, trimmed);
    if (day !== undefined) return day ?? text;
    // Keeps the day as written, without converting its time to another zone.
    const [written = ''] = /^\d{4}-\d\d-\d\d(?=[T ])/.exec(trimmed) ?? [];
    return readDate(written) ?? (readDate(trimmed) === undefined ? (toDay(trimmed) ?? text) : text);
  };
  return {
    read,
    notes: notes.map((line) => (line.includes(TWO_ORDERS) ? `${line}; other rows are rejected` : line)),
  };
}

/** Returns a reader of dates, yes and no, and amounts for a comparison; `undefined` if no field needs a reader. */
export function comparedReader(
  type: ObjectType,
  fields: readonly MappedField[],
  sample: Pick<ColumnSample, 'values'>,
  dateOrder?: DateOrder,
): { read?: ReadValue; notes: string[] } {
  const isRead = ({ field }: MappedField) => {
    const valueType = type.field(field)?.type;
    return valueType !== undefined && (valueType === 'boolean' || DATES.has(valueType) || NUMBERS.has(valueType));
  };
  if (!fields.some(isRead)) return { notes: [] };
  const isMonthFirst = monthsFirst(fields, sample);
  const { columns, notes } = dateColumns(type, fields, sample, dateOrder, isMonthFirst);
  const amounts = amountColumns(type, fields, sample);
  const read: ReadValue = (name, text) => {
    const field = type.field(name);
    if (field === undefined) return text;
    if (field.type === 'boolean') return readBoolean(text.trim());
    if (NUMBERS.has(field.type)) return amountIn(amounts.get(field.name), text.trim()) ?? text;
    const column = columns.get(field.name);
    // If nothing shows the order, the date method uses the default country's order.
    return column === undefined || (!column.isKnown && isMonthFirst === undefined)
      ? text
      : (dayIn(column, text.trim()) ?? text);
  };
  return { read, notes };
}

const DATES: ReadonlySet<Field['type']> = new Set(['date', 'datetime']);
const NUMBERS: ReadonlySet<Field['type']> = new Set(['number', 'integer', 'currency', 'percent']);

/** Returns whether the countries in a file write the month first; `undefined` if it has no countries. */
function monthsFirst(fields: readonly MappedField[], { values }: Pick<ColumnSample, 'values'>): boolean | undefined {
  const countries = fields
    .filter(({ field }) => field.endsWith('Country'))
    .flatMap(({ positions }) => (values[positions[0]!] ?? []).filter((text) => text !== ''));
  const americans = countries.filter((text) => AMERICAN.test(text)).length;
  return countries.length > 0 ? americans * 2 > countries.length : undefined;
}

/** Returns date columns. @param isMonthFirst used if values do not show the order; default: the country's order */
function dateColumns(
  type: ObjectType,
  fields: readonly MappedField[],
  { values }: Pick<ColumnSample, 'values'>,
  dateOrder: DateOrder | undefined,
  isMonthFirst: boolean | undefined,
): { columns: Map<string, DateColumn>; notes: string[] } {
  const columns = new Map<string, DateColumn>();
  const notes: string[] = [];
  for (const { field, positions } of fields) {
    if (!DATES.has(type.field(field)?.type ?? 'string')) continue;
    const sample = positions.flatMap((position) => values[position] ?? []);
    const found = dateColumn(sample, dateOrder ?? (isMonthFirst === true ? 'mdy' : 'dmy'));
    if (found === undefined) continue;
    const column = dateOrder === undefined ? found : { ...found, order: dateOrder, isKnown: true };
    columns.set(field, column);
    const other = column.order === 'dmy' ? 'mdy' : 'dmy';
    const way = isMonthFirst === undefined ? 'read in the order of the default country' : `read ${WORDS[column.order]}`;
    const option = isMonthFirst === undefined ? 'dmy or mdy' : other;
    if (column.areSerials) notes.push(`${field}: numbers are read as dates of a spreadsheet (days since 1900)`);
    else if (!column.isKnown)
      notes.push(
        `${field}: no date shows whether the day or the month comes first; ${way}; --date-order ${option} overrides this`,
      );
    else if (column.isMixed) notes.push(`${field}: ${TWO_ORDERS}; read ${WORDS[column.order]}`);
  }
  return { columns, notes };
}

const TWO_ORDERS = 'dates are in two orders';
const WORDS: Readonly<Record<DateOrder, string>> = {
  dmy: 'with the day first',
  mdy: 'with the month first',
  ymd: 'with the year first',
};

function readBoolean(text: string): string {
  return String(flagIn(text) ?? text);
}

type DecimalMark = '.' | ',';

/** Matches amounts such as `$ 1,234.50`, `1.234,50 EUR`, `1 234,5 %`, `(12.00)`. */
const WRITTEN_AMOUNT =
  /^(?<open>\()?(?:(?<minus>[-\u2212])|\+)?\s?(?:\p{Sc}|[A-Z]{3}|R\$|kr\.?)?\s?(?<minus2>[-\u2212])?(?<digits>\d[\d.,'\u2019\s]*|[.,]\d+)\s?(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|%)?(?<minus3>-)?\)?$/u;

function amountColumns(
  type: ObjectType,
  fields: readonly MappedField[],
  { values }: Pick<ColumnSample, 'values'>,
): Map<string, DecimalMark> {
  const marks = new Map<string, DecimalMark>();
  for (const { field, positions } of fields) {
    if (!NUMBERS.has(type.field(field)?.type ?? 'string')) continue;
    const counts = { '.': 0, ',': 0 };
    for (const text of positions.flatMap((position) => values[position] ?? [])) {
      const mark = decimalMark(WRITTEN_AMOUNT.exec(text.trim())?.groups?.['digits']?.trim() ?? '');
      if (mark !== undefined) counts[mark] += 1;
    }
    if (counts['.'] !== counts[',']) marks.set(field, counts['.'] > counts[','] ? '.' : ',');
  }
  return marks;
}

/** Returns an amount's decimal mark; `undefined` if the amount does not show it, such as `1.234` or `12`. */
function decimalMark(digits: string): DecimalMark | undefined {
  const last = /[.,](?=[^.,]*$)/.exec(digits);
  if (last === null) return undefined;
  const mark = last[0] as DecimalMark;
  const other = mark === '.' ? ',' : '.';
  const times = digits.split(mark).length - 1;
  // In "1.234.567", the point is a thousands separator.
  if (times > 1) return digits.includes(other) ? undefined : other;
  if (digits.includes(other)) return mark;
  return digits.length - last.index - 1 === 3 && last.index > 0 && last.index <= 3 && !digits.startsWith('0')
    ? undefined
    : mark;
}

/** Converts an amount to a plain number; `undefined` if it is not an amount. @param mark decimal mark of its column */
function amountIn(mark: DecimalMark | undefined, text: string): string | undefined {
  // Removes the mark in "7.-", as written in Switzerland.
  const {
    open,
    minus,
    minus2,
    minus3,
    digits = '',
  } = WRITTEN_AMOUNT.exec(text.replace(/[.,][-\u2013\u2014]{1,2}$/, ''))?.groups ?? {};
  if (digits === '') return undefined;
  const plain = digits.replace(/['\u2019\s]/g, '');
  // If nothing shows the decimal mark, assumes the format that programs write.
  const own = decimalMark(plain) ?? mark ?? '.';
  const thousands = own === '.' ? ',' : '.';
  const parts = plain.split(own);
  const whole = parts[0]!.split(thousands);
  if (parts.length > 2 || parts[1]?.includes(thousands) === true) return undefined;
  if (whole.length > 1 && whole.slice(1).some((group) => group.length < 2 || group.length > 3)) return undefined;
  const isNegative = open !== undefined || minus !== undefined || minus2 !== undefined || minus3 !== undefined;
  const fraction = parts[1] === undefined ? '' : `.${parts[1]}`;
  return `${isNegative ? '-' : ''}${whole.join('') || '0'}${fraction}`;
}

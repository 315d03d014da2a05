import type { Configuration } from '../../store/config/configuration.js';
import { createMethods } from '../../matching/methods/create-methods.js';

/** Orders of day, month and year in numeric dates. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface DateColumn {
  readonly order: DateOrder;
  /** Whether the values determine the order. If not, the order is guessed. */
  readonly isKnown: boolean;
  /** Whether some dates are valid only in another order. */
  readonly isMixed: boolean;
  /** Whether the values are serial day numbers of a spreadsheet. */
  readonly areSerials: boolean;
}

const WRITTEN = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})(?:[T ].*)?$/;
/** Matches a number of days since 1900, for the years 1910 to 2099. */
const SERIAL = /^\d{4,5}$/;
const [FIRST_SERIAL, LAST_SERIAL] = [3_654, 73_050];
const UNIX_EPOCH = 25_569;
const DAY = 86_400_000;
const MOSTLY = 0.8;

/** Finds the date order of a column. @param usual default order @returns `undefined` if the column has no dates */
export function dateColumn(values: Iterable<string>, usual: DateOrder): DateColumn | undefined {
  const counts = { dmy: 0, mdy: 0, ymd: 0 };
  let [filled, written, points, serials] = [0, 0, 0, 0];
  for (const value of values) {
    const text = value.trim();
    if (text === '') continue;
    filled += 1;
    if (isSerial(text)) serials += 1;
    const [, a = '', mark, b = '', c = ''] = WRITTEN.exec(text) ?? [];
    if (mark === undefined || a.length > 2) continue;
    written += 1;
    if (mark === '.') points += 1;
    if (Number(a) > 31) counts.ymd += 1;
    else if (Number(a) > 12) counts[Number(c) > 31 || c.length === 4 || Number(b) <= 12 ? 'dmy' : 'ymd'] += 1;
    else if (Number(b) > 12) counts.mdy += 1;
  }
  const areSerials = serials > 0 && serials >= MOSTLY * filled;
  if (written === 0 && !areSerials) return undefined;
  const best = dateOrders.reduce((one, other) => (counts[other] > counts[one] ? other : one));
  const isKnown = areSerials || counts[best] > 0 || points > 0;
  // American dates do not contain points.
  const order = counts[best] > 0 ? best : points > 0 ? 'dmy' : usual;
  return { order, isKnown, isMixed: dateOrders.some((one) => one !== order && counts[one] > 0), areSerials };
}

const isSerial = (text: string): boolean =>
  SERIAL.test(text) && Number(text) >= FIRST_SERIAL && Number(text) <= LAST_SERIAL;

/** Converts a date to `YYYY-MM-DD`. Returns `null` if it is invalid in the order, `undefined` for other formats. */
export function dayIn({ order, areSerials }: DateColumn, text: string): string | null | undefined {
  if (areSerials && isSerial(text)) return new Date((Number(text) - UNIX_EPOCH) * DAY).toISOString().slice(0, 10);
  const [, a = '', mark, b = '', c = ''] = WRITTEN.exec(text) ?? [];
  if (mark === undefined || a.length > 2) return undefined;
  const [day, month, year] = order === 'dmy' ? [a, b, c] : order === 'mdy' ? [b, a, c] : [c, b, a];
  const full = year.length > 2 ? year : `${Number(year) <= 30 ? '20' : '19'}${year.padStart(2, '0')}`;
  const iso = `${full.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso) ? null : iso;
}

/** Converts dates such as `31.12.2024`, in the default country's order, to `YYYY-MM-DD`. */
export function dayReader({ lists, settings }: Configuration): (text: string) => string | undefined {
  const method = createMethods({ lists, defaultCountry: settings.defaultCountry }).get('date')!;
  return (text) => {
    const day = method.normalise([text]);
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
  };
}

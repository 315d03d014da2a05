import { language } from '../texts.js';

/** Formats of numbers and times in the user's locale. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** Joins parts like `a, b and c`, in the page's language. */
export const formatList = (parts: readonly string[]): string => new Intl.ListFormat(language).format(parts);
export const formatWhole = (value: number): string => whole.format(value);
export const formatDecimal = (value: number): string => decimal.format(value);
export const formatSigned = (value: number): string => signed.format(value);
export const formatPercent = (share: number): string => percent.format(share);

export function formatTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : time.format(at);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? whole.format(bytes) : decimal.format(bytes / 1_000 ** step)} ${UNITS[step]!}`;
}

/** @param seconds `NaN` if nothing was measured */
export function formatDuration(seconds: number): string {
  if (Number.isNaN(seconds)) return '–';
  return seconds < 1 ? `${decimal.format(seconds * 1_000)} ms` : `${decimal.format(seconds)} s`;
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** @param iso `2026-11-22` */
export const formatDay = (iso: string): string => day.format(new Date(iso));

/** Bidirectional control characters, which can disguise a value. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export const visible = (text: string): string =>
  text.replace(TURNING, (found) => `[U+${found.charCodeAt(0).toString(16).toUpperCase()}]`);

/** Formats any value of a record in one line. */
export const formatValue = (value: unknown): string => visible(plainValue(value));

/** Returns the value as stored. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const { Name: name } = value as { Name?: unknown };
  return typeof name === 'string' ? name : '';
}

import { hashText } from '../../runtime/memory/hash.js';
import { cut } from '../text/fold.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';

/**
 * Compares numbers by value: `1,234.50`, `1234.5` and `$1234.50` are equal. Two numbers with the same sign are nearly
 * equal within 1%, and similar within 5%. Keys: the value's step on a logarithmic scale with steps of 5%, and a query's
 * adjacent steps. A value that is not a number matches only an equal value.
 */
const FLOOR: Similarity = 6_000;
const WITHIN_ONE_PERCENT: Similarity = 8_500;
const STEP = Math.log(1.0501);
const LONGEST = 40;

interface NumberValue {
  readonly text: string;
  readonly value: number;
}

export function number(): MatchMethod<NumberValue> {
  return {
    name: 'number',
    types: ['number', 'integer', 'currency', 'percent', 'string'],
    learnedFor: [{ type: 'integer' }, { type: 'number' }, { type: 'currency' }, { type: 'percent' }],
    floor: FLOOR,
    nearest: WITHIN_ONE_PERCENT,
    normalise: (raw) => normalise(raw.join(' ')),
    prepare: (text) => ({ text, value: text.startsWith('?') ? Number.NaN : Number(text) }),
    compare,
    retrieval: { kind: 'keys', keys: (value) => keys(value, 0), probes: (value) => keys(value, 1) },
  };
}

function normalise(raw: string): string {
  const text = raw.slice(0, 256).normalize('NFKC').trim().slice(0, LONGEST);
  if (text === '' || text === '?') return '';
  const digits = text.replace(/[\s$€£¥%'_]/g, '');
  const value = Number(pointed(digits));
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- at most 40 characters come here
  if (digits !== '' && /^[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d{1,3})?$/.test(digits) && Number.isFinite(value)) {
    return value === 0 ? '0' : String(value);
  }
  const lower = text.toLowerCase().normalize('NFKC');
  const kept = cut(lower.replace(/^[?\s]+/, ''), LONGEST - 1).trim();
  return kept === '' ? '' : `?${kept}`;
}

/** Removes all separators except the decimal separator, which comes last. `1,000` has no decimal separator. */
function pointed(text: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma < 0) return text.indexOf('.') === point ? text : text.replace(/\./g, '');
  if (point > comma) return text.replace(/,/g, '');
  if (point >= 0) return text.replace(/\./g, '').replace(',', '.');
  return /^[-+]?[1-9]\d{0,2}(?:,\d{3})+$/.test(text) ? text.replace(/,/g, '') : text.replace(',', '.');
}

function compare(a: NumberValue, b: NumberValue): Similarity {
  if (a.text === b.text) return FULL;
  if (Number.isNaN(a.value) || Number.isNaN(b.value) || a.value * b.value <= 0) return 0;
  const x = Math.abs(a.value);
  const y = Math.abs(b.value);
  const ratio = Math.max(x, y) / Math.min(x, y);
  if (ratio <= 1.01) return WITHIN_ONE_PERCENT;
  return ratio <= 1.05 ? FLOOR : 0;
}

function keys({ text, value }: NumberValue, reach: number): number[] {
  if (Number.isNaN(value) || value === 0) return [hashText(text, 41)];
  const step = Math.round(Math.log(Math.abs(value)) / STEP);
  const found: number[] = [];
  for (let s = step - reach; s <= step + reach; s++) found.push(hashText(`${value < 0 ? '-' : ''}${s}`, 42));
  return found;
}

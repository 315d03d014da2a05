/** Parts of an auto-number: fixed strings, date parts and exactly one counter. */
export type AutoNumberFormat = readonly AutoNumberPart[];
type AutoNumberPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly unit: 'YYYY' | 'YY' | 'MM' | 'DD' }
  /** The counter, padded with zeros to `digits`. Longer numbers are not cut. */
  | { readonly kind: 'counter'; readonly digits: number };

const MAX_FORMAT = 30;
const MAX_DIGITS = 10;

/** Parses a format such as `INV-{00000}` or `{YYYY}{MM}{DD}-{0000}`. @throws SyntaxError with the position */
export function parseAutoNumber(format: string): AutoNumberFormat {
  if (format.length > MAX_FORMAT)
    throw new SyntaxError(`the auto-number format has ${format.length} characters (at most ${MAX_FORMAT})`);
  const parts: AutoNumberPart[] = [];
  let at = 0;
  while (at < format.length) {
    if (format[at] === '{') {
      const end = format.indexOf('}', at);
      if (end < 0) throw fault(format, at, '"{" without "}"');
      parts.push(readPlaceholder(format, at, format.slice(at + 1, end)));
      at = end + 1;
    } else {
      const next = format.slice(at).search(/[{}]/);
      const end = next < 0 ? format.length : at + next;
      if (format[end] === '}') throw fault(format, end, '"}" without "{"');
      parts.push({ kind: 'text', text: format.slice(at, end) });
      at = end;
    }
  }
  const counters = parts.filter((part) => part.kind === 'counter').length;
  if (counters !== 1)
    throw fault(format, format.length, `expected exactly one counter such as {0000}, found ${counters}`);
  return parts;
}

function readPlaceholder(format: string, at: number, inside: string): AutoNumberPart {
  if (inside === 'YYYY' || inside === 'YY' || inside === 'MM' || inside === 'DD') return { kind: 'date', unit: inside };
  if (!/^0+$/.test(inside))
    throw fault(format, at, `unknown part {${inside}} (expected {0000}, {YYYY}, {YY}, {MM} or {DD})`);
  if (inside.length > MAX_DIGITS)
    throw fault(format, at, `the counter has ${inside.length} digits (at most ${MAX_DIGITS})`);
  return { kind: 'counter', digits: inside.length };
}

function fault(format: string, at: number, problem: string): SyntaxError {
  return new SyntaxError(`auto-number format "${format}", position ${at}: ${problem}`);
}

/** Returns the counter in a string, or `undefined` if the string does not have this format. */
export function autoNumberIn(format: AutoNumberFormat, text: string): number | undefined {
  const counter = format.findIndex(({ kind }) => kind === 'counter');
  const front = lengthOf(format.slice(0, counter));
  const behind = text.length - lengthOf(format.slice(counter + 1));
  const digits = text.slice(front, behind);
  if (!/^\d+$/.test(digits)) return undefined;
  let at = 0;
  for (const part of format) {
    const length = part.kind === 'counter' ? digits.length : lengthOf([part]);
    const piece = text.slice(at, at + length);
    if (part.kind === 'text' ? piece !== part.text : piece.length !== length || /\D/.test(piece)) return undefined;
    at += length;
  }
  const number = Number(digits);
  return at === text.length && Number.isSafeInteger(number) ? number : undefined;
}

function lengthOf(parts: AutoNumberFormat): number {
  return parts.reduce((sum, part) => {
    return sum + (part.kind === 'text' ? part.text.length : part.kind === 'date' ? part.unit.length : 0);
  }, 0);
}

/** @param now date whose parts appear in the number, in UTC */
export function renderAutoNumber(format: AutoNumberFormat, number: number, now: Date): string {
  const date = now.toISOString();
  const units = { YYYY: date.slice(0, 4), YY: date.slice(2, 4), MM: date.slice(5, 7), DD: date.slice(8, 10) };
  return format
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'date' ? units[part.unit] : String(number).padStart(part.digits, '0');
    })
    .join('');
}

/** A span of time, in milliseconds since the epoch, up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';

/** Units relative to the current unit, which is 0: `[-1, 0)` is the previous unit, `[0, 1)` the current unit. */
interface Rule {
  readonly unit: Unit;
  readonly takesNumber: boolean;
  readonly units: (n: number) => readonly [from: number, to: number];
}

const fixed = (unit: Unit, from: number, to: number): Rule => ({ unit, takesNumber: false, units: () => [from, to] });
const counted = (unit: Unit, units: Rule['units']): Rule => ({ unit, takesNumber: true, units });

function rulesOf(unit: Unit, name: string): [string, Rule][] {
  return [
    [`LAST_${name}`, fixed(unit, -1, 0)],
    [`THIS_${name}`, fixed(unit, 0, 1)],
    [`NEXT_${name}`, fixed(unit, 1, 2)],
    [`LAST_N_${name}S`, counted(unit, (n) => [-n, 0])],
    [`NEXT_N_${name}S`, counted(unit, (n) => [1, n + 1])],
    [`N_${name}S_AGO`, counted(unit, (n) => [-n, -n + 1])],
  ];
}

/**
 * `LAST_N_DAYS:n` includes today. `LAST_N_...` with a longer unit ends before the current unit. Fiscal years are
 * calendar years, days are in UTC, and weeks begin on Sunday. Source: Date Formats and Date Literals, SOQL and SOSL
 * Reference.
 */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['TODAY', fixed('DAY', 0, 1)],
  ['YESTERDAY', fixed('DAY', -1, 0)],
  ['TOMORROW', fixed('DAY', 1, 2)],
  ['LAST_90_DAYS', fixed('DAY', -90, 1)],
  ['NEXT_90_DAYS', fixed('DAY', 1, 91)],
  ['LAST_N_DAYS', counted('DAY', (n) => [-n, 1])],
  ['NEXT_N_DAYS', counted('DAY', (n) => [1, n + 1])],
  ['N_DAYS_AGO', counted('DAY', (n) => [-n, -n + 1])],
  ...(['WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const).flatMap((unit) => rulesOf(unit, unit)),
  ...(['QUARTER', 'YEAR'] as const).flatMap((unit) => rulesOf(unit, `FISCAL_${unit}`)),
]);

export const relativeDateNames: readonly string[] = [...RULES.keys()];

export function isRelativeDate(name: string): boolean {
  return RULES.has(name);
}

export function takesNumber(name: string): boolean {
  return RULES.get(name)?.takesNumber === true;
}

/** Returns the largest number that a literal may have. A longer span would exceed the valid years. */
export function largestNumber(name: string): number {
  const unit = RULES.get(name)?.unit;
  return unit === 'YEAR' || unit === 'QUARTER' ? 1_000 : 9_999;
}

/** @param name one of `relativeDateNames`, in upper case */
export function relativeSpan(name: string, n: number | undefined, now: Date): Span {
  const rule = RULES.get(name)!;
  const [from, to] = rule.units(n ?? 0);
  return { start: unitStart(rule.unit, from, now), end: unitStart(rule.unit, to, now) };
}

/** Returns the start of the unit `offset` units after the current unit. */
function unitStart(unit: Unit, offset: number, now: Date): number {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = now.getUTCDate();
  switch (unit) {
    case 'DAY':
      return Date.UTC(year, month, day + offset);
    case 'WEEK':
      return Date.UTC(year, month, day - now.getUTCDay() + 7 * offset);
    case 'MONTH':
      return Date.UTC(year, month + offset, 1);
    case 'QUARTER':
      return Date.UTC(year, month - (month % 3) + 3 * offset, 1);
    case 'YEAR':
      return Date.UTC(year + offset, 0, 1);
  }
}

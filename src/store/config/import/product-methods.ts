import { shippedList } from '../../../matching/lists/shipped-list.js';
import { FIRST_SIZES } from '../../../matching/methods/exact.js';

/** Our method compared to the product's: `same`, `near` (differs in details), `loose` (the nearest that we have). */
export type Nearness = 'same' | 'near' | 'loose';

export interface Counterpart {
  readonly method: string;
  readonly nearness: Nearness;
  /** The difference. Absent if there is none. */
  readonly note?: string;
}

const same = (method: string): Counterpart => ({ method, nearness: 'same' });
const loose = (method: string, note: string): Counterpart => ({ method, nearness: 'loose', note });

/** The product's methods by their names in an export. */
const COUNTERPARTS: ReadonlyMap<string, Counterpart> = new Map(
  shippedList('product-methods').flatMap((line) => {
    const [, nearness, method, names, note] = /^(same|near|loose) (\w+): ([^;]+)(?:; (.+))?$/.exec(line)!;
    const counterpart: Counterpart = { method: method!, nearness: nearness as Nearness, ...(note && { note }) };
    return names!.split(' ').map((name) => [name, counterpart] as const);
  }),
);

/** `FIRST_5`, `FIRST_5_CHARACTERS`, `STARTS_WITH`, `LEFT_5` and so on. */
const FIRST =
  /^(?:(?:EQUAL|EXACT|PARTIAL)_)?(?:FIRST|LEFT|STARTS?_WITH|BEGINS?_WITH)(?:_N)?(?:_(\d{1,2}))?(?:_CHAR(?:ACTER)?S?)?$/;
/** Characters to compare if neither the method's name nor its setting has a number. */
const USUAL_FIRST = 5;

/**
 * Returns our method for a method of the product, or `undefined` if it is unknown.
 * @param matchMethod its name in the export; case and word separators are ignored
 * @param matchConfig its setting, if any
 */
export function counterpartOf(matchMethod: string, matchConfig: unknown): Counterpart | undefined {
  const name = matchMethod
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const first = FIRST.exec(name);
  if (first !== null) return firstCharactersOf(Number(first[1] ?? numberOf(matchConfig) ?? USUAL_FIRST));
  const counterpart = COUNTERPARTS.get(name);
  const days = numberOf(matchConfig) ?? 0;
  if (name.startsWith('DATE_DISTANCE') && days > 0)
    return loose('date', `tolerates one wrong digit; dates up to ${days} days apart are no longer equal`);
  return counterpart;
}

function firstCharactersOf(asked: number): Counterpart {
  const size = FIRST_SIZES.findLast((each) => each <= asked) ?? FIRST_SIZES[0];
  const method = `first${size}`;
  return size === asked ? same(method) : loose(method, `compares the first ${size} characters instead of ${asked}`);
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

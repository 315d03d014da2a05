/** Kind of a line or part of a line, which `search-form.tsx` maps to fields of an object. */
export type TextKind =
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'title'
  | 'email'
  | 'phone'
  | 'mobile'
  | 'website'
  | 'street'
  | 'postalCode'
  | 'city';

export interface SplitText {
  readonly found: ReadonlyMap<TextKind, string>;
  readonly unused: readonly string[];
}

const LONGEST = 4_000;
const MOST_LINES = 40;

const EMAIL = /[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/u;
const WEBSITE = /(?:https?:\/\/|www\.)[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:\/\S{0,200})?/iu;
const PHONE = /\+?\(?\d[\d\s()./-]{5,24}\d/u;
const LABEL = /^\s{0,9}(?<label>[\p{L}.-]{1,12})\s{0,3}:\s{0,3}/u;
const MOBILE = /^(?:m|mob|mobile|mobil|cell|handy|gsm)\.?$/i;
const FAX = /^(?:f|fax|telefax)\.?$/i;
/** Matches legal forms at the end of a line. */
const COMPANY =
  /\b(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|bv|b\.v|nv|sa|s\.a|sarl|sas|spa|srl|oy|ab|as|aps|plc|corp|corporation|company|co|group|holding|& co)\.?$/iu;
const TITLE =
  /\b(?:manager|director|head|chief|officer|ceo|cto|cfo|coo|president|engineer|developer|consultant|sales|marketing|assistant|analyst|partner|founder|owner|lead|leiter|leiterin|geschäftsführer|geschäftsführerin|architect|professor|lawyer|buyer|purchasing)\b/iu;
const STREET = /^(?:\d{1,5}[a-z]?\s+\p{L}.{2,80}|\p{L}[^\d]{2,60}\s\d{1,5}\s?[a-z]?)$/iu;
/** Postal code then city (continental), or city, region, code (United States, United Kingdom, Canada). */
const CODE_CITY = /^(?:[A-Z]{1,2}[-\s])?(?<code>\d{4,6}(?:\s?[A-Z]{2})?)\s+(?<city>\p{L}[\p{L}\s.'-]{1,60})$/u;
const CITY_CODE =
  /^(?<city>\p{L}[\p{L}\s.'-]{1,60}?),?\s+(?:[A-Z]{2},?\s+)?(?<code>\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u;
const NAME =
  /^(?:(?:mr|mrs|ms|dr|prof|herr|frau|mme|m)\.?\s+){0,2}(?<first>\p{Lu}[\p{L}.'-]{0,30}(?:\s\p{Lu}\.?)?)\s+(?<last>(?:(?:van|von|de|der|den|del|da|di|la|le|al|bin)\s){0,3}\p{Lu}[\p{L}'-]{0,40}(?:\s\p{Lu}[\p{L}'-]{0,40})?)$/iu;
const LAST_FIRST = /^(?<last>\p{Lu}[\p{L}'\s-]{0,40}),\s+(?<first>\p{Lu}[\p{L}.'-]{0,30})$/u;

/**
 * Splits an address block or signature. Names and the street are recognised by their position, and other parts by their
 * format.
 */
export function splitText(text: string): SplitText {
  const found = new Map<TextKind, string>();
  const unused: string[] = [];
  const take = (kind: TextKind, value: string | undefined): boolean => {
    const trimmed = value?.trim() ?? '';
    if (trimmed === '' || found.has(kind)) return false;
    found.set(kind, trimmed);
    return true;
  };
  for (const line of linesOf(text)) {
    const isUsed = contactIn(line, take) || placeIn(line, take) || nameIn(line, found, take);
    if (!isUsed) unused.push(line);
  }
  return { found, unused };
}

type Take = (kind: TextKind, value: string | undefined) => boolean;

function linesOf(text: string): string[] {
  return text
    .slice(0, LONGEST)
    .split(/[\n\r;|•·]/u)
    .map((line) => line.replaceAll(/\s{1,100}|,$/gu, ' ').trim())
    .filter((line) => /[\p{L}\d]/u.test(line))
    .slice(0, MOST_LINES);
}

function contactIn(line: string, take: Take): boolean {
  const label = LABEL.exec(line)?.groups?.['label'] ?? '';
  let rest = line;
  let isUsed = false;
  for (const [kind, pattern] of [
    ['email', EMAIL],
    ['website', WEBSITE],
  ] as const) {
    const value = pattern.exec(rest)?.[0];
    if (value === undefined) continue;
    isUsed = take(kind, value) || isUsed;
    rest = rest.replace(value, ' ');
  }
  const phone = PHONE.exec(rest)?.[0];
  const isPhone = phone !== undefined && rest.replace(phone, '').replace(LABEL, '').trim().length < 4;
  if (isPhone && !FAX.test(label))
    isUsed = take(MOBILE.test(label) ? 'mobile' : 'phone', phone) || take('mobile', phone) || isUsed;
  return isUsed;
}

/** Recognises street, postal code and city, in separate lines or separated by commas. */
function placeIn(line: string, take: Take): boolean {
  if (cityIn(line, take)) return true;
  const parts = line.split(/,\s/u).map((part) => part.trim());
  if (parts.length === 1) return STREET.test(line) && take('street', line);
  const used = parts.map(
    (part, i) =>
      cityIn(part, take) ||
      // Handles a state between the city and the postal code.
      cityIn(parts.slice(i, i + 2).join(', '), take) ||
      (STREET.test(part) && take('street', part)),
  );
  return used.includes(true);
}

function cityIn(text: string, take: Take): boolean {
  const place = CODE_CITY.exec(text)?.groups ?? CITY_CODE.exec(text)?.groups;
  if (place === undefined) return false;
  const isCode = take('postalCode', place['code']);
  return take('city', place['city']) || isCode;
}

function nameIn(line: string, found: ReadonlyMap<TextKind, string>, take: Take): boolean {
  if (COMPANY.test(line)) return take('company', line);
  if (TITLE.test(line)) return take('title', line);
  const name = LAST_FIRST.exec(line)?.groups ?? NAME.exec(line)?.groups;
  if (name !== undefined && !found.has('lastName')) {
    take('firstName', name['first']);
    return take('lastName', name['last']);
  }
  // Handles a company below the name.
  return found.has('lastName') && take('company', line);
}

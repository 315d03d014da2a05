const BETWEEN = /:::|;/;
/** An e-mail address. Lists of e-mail addresses or phone numbers may have any separator. */
// eslint-disable-next-line regexp/no-super-linear-move -- at most 1,000 characters come here
const ADDRESS = /[^\s<>,|()"'/&]+@[^\s<>,|()"'/&]+/g;
const BETWEEN_NUMBERS =
  /[,|&\n]|\s\/\s|(?<=[\d)\s])(?:or|oder|ou|und|and|et|bzw\.?|lub|eller|of|ili|ile|o|y|e|и|или)(?=[\s\d+(])/i;
const NUMBER = /^[\d\s()+./-]+$/;
/** Words that describe a number: "Tel:", "(home)". */
const LABEL = /^\p{L}+[.:]?\s*|\(?\b\p{L}+\.?\)?$/gu;
const FEWEST_DIGITS = 7;
const SHORTEST_LIST = 10;
/** Maximum number of values. A longer string, or a string with more values, is not treated as a list. */
const MOST_VALUES = 16;
const LONGEST = 1_000;

export function isList(text: string): boolean {
  return text.includes(';') || text.includes(':::') || isFreeList(text);
}

export function splitValues(text: string): string[] {
  if (text === '') return [];
  if (!isList(text)) return [text];
  return text
    .split(BETWEEN)
    .flatMap((value) => (isFreeList(value) ? freeValues(value) : value))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Returns whether a string may contain two e-mail addresses or two numbers. Fast, because it runs for each value. */
function isFreeList(text: string): boolean {
  if (text.length < SHORTEST_LIST || text.length > LONGEST) return false;
  const at = text.indexOf('@');
  if (at >= 0) return text.includes('@', at + 1);
  return (text.includes('/') || BETWEEN_NUMBERS.test(text)) && digitsIn(text) > FEWEST_DIGITS && !text.includes(':/');
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

function freeValues(text: string): string[] {
  if (text.includes('@')) return text.match(ADDRESS)?.slice(0, MOST_VALUES) ?? [text];
  const apart = text.split(BETWEEN_NUMBERS);
  const [first = '', ...more] = (apart.length > 1 ? apart : text.split('/')).map((part) =>
    part.trim().replace(LABEL, '').trim(),
  );
  const isNumber = (part: string) => NUMBER.test(part) && digitsIn(part) >= FEWEST_DIGITS;
  if (!isNumber(first) || more.length >= MOST_VALUES) return [text];
  // In "555 0132 / 33", the second part is an alternative ending of the first number.
  const end = more.length === 1 && /\/\s*\d{1,4}$/.test(text) ? more[0]! : '';
  if (end !== '') return [first, first.slice(0, -end.length) + end];
  return more.every(isNumber) ? [first, ...more] : [text];
}

/** Values of Roman numerals and number words (`ii`, `forty`). Excludes `i` and ordinals, which are also names. */
const values = new Map<string, number>();
for (const [i, roman] of 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv'
  .split(' ')
  .entries())
  values.set(roman, i + 2);
const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
for (const [i, word] of small.split(' ').entries()) values.set(word, i + 1);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
for (const [i, word] of TENS.entries()) values.set(word, (i + 2) * 10);
values.set('hundred', 100);
values.set('thousand', 1_000);
values.set('fourty', 40);
const tens = new Set([...TENS, 'fourty']);

export const isNumber = (word: string): boolean =>
  /^\d+[a-z]{0,2}$/.test(word) || (word.length > 1 && values.has(word));

/** Returns a number without suffix and leading zeros: `ii` becomes `2`, `12th` becomes `12`, `007` becomes `7`. */
export const numberOf = (word: string): string =>
  String(values.get(word) ?? word.replace(/(?<=\d)(?:st|nd|rd|th)$/, '').replace(/^0+(?=\d)/, ''));

/** Joins tens and ones: `forty four`, `forty 4`. */
export function joinNumbers(all: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const next = all[i + 1];
    const ones = next === undefined ? NaN : Number(numberOf(next));
    if (tens.has(all[i]!) && ones >= 1 && ones <= 9) {
      joined.push(String(values.get(all[i]!)! + ones));
      i++;
    } else joined.push(all[i]!);
  }
  return joined;
}

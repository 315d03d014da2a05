import { isGivenName } from '../../matching/lists/given-names.js';
import { generations, particles, titles } from '../../matching/lists/person-words.js';
import { fold } from '../../matching/text/fold.js';

/** The part of a whole name that fills a field. */
export type NamePart = 'first' | 'last';

export type SplitName = Readonly<Record<NamePart, string>>;

const PARTICLES: ReadonlySet<string> = new Set(particles);
const TITLES: ReadonlySet<string> = new Set(titles);
/** Chinese characters and Hangul, without a space between the names. */
const CHARACTERS = /^[\u3005\u3400-\u9fff\uac00-\ud7af]{2,4}$/;

/**
 * Takes a whole name apart: `Ada Lovelace`, `Lovelace, Ada`, `Ludwig van Beethoven`, `John Smith Jr.`, `Nagy Anna`,
 * `李小龍`. No word is lost. A guess where neither a comma nor a register of names tells: the last word is the last
 * name, with the particles before it and the generation behind it.
 */
export function splitName(text: string): SplitName {
  const whole = text.trim().replace(/\s+/g, ' ');
  const comma = whole.indexOf(',');
  if (comma > 0) {
    const behind = whole.slice(comma + 1).trim();
    if (behind !== '' && !behind.split(' ').every(isMark)) return { first: behind, last: whole.slice(0, comma).trim() };
  }
  if (CHARACTERS.test(whole)) {
    const length = whole.length === 4 ? 2 : 1;
    return { first: whole.slice(length), last: whole.slice(0, length) };
  }
  const all = whole.split(' ');
  let end = all.length;
  while (end > 1 && isMark(all[end - 1]!)) end--;
  const begin = all.findIndex((word) => !TITLES.has(bare(word)));
  if (begin < 0 || end - begin < 2) return { first: '', last: whole };
  // Hungarian, Chinese and Japanese names in Latin letters: the last name stands first where it is no first name.
  if (end - begin === 2 && !isGivenName(bare(all[begin]!)) && isGivenName(bare(all[begin + 1]!)))
    return { first: all[begin + 1]!, last: [...all.slice(0, begin + 1), ...all.slice(end)].join(' ') };
  const particle = all.findIndex((word, i) => i > begin && i < end - 1 && PARTICLES.has(bare(word)));
  const from = particle < 0 ? end - 1 : particle;
  return { first: all.slice(0, from).join(' '), last: all.slice(from).join(' ') };
}

/** Whether a column holds whole names: most of its values are of several words, or of characters. */
export function areWholeNames(values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  return filled.filter((value) => splitName(value).first !== '').length * 2 > filled.length;
}

const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N}]/gu, '');
const isMark = (word: string): boolean => generations.has(bare(word));

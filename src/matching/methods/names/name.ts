import { cut, fold, words } from '../../text/fold.js';
import { isGivenName } from '../../lists/given-names.js';
import { isKoreanSyllable, isSyllable } from '../../person/compound-name.js';
import { ofCharacters } from '../../person/parse-person-name.js';
import { LONGEST_WORD, type NameLists, type NameWord } from './word.js';

export interface Name {
  readonly text: string;
  /** Words of the name without particles and generational suffix, in order. Initials are included. */
  readonly core: readonly NameWord[];
  /** Core words joined, because some people write "anna maria" as "annamaria". */
  readonly glued: string | undefined;
  readonly particles: readonly string[];
  /** Generational suffix in normal form; `''` if there is none. */
  readonly generation: string;
}

const NONE: readonly string[] = [];

export const MOST_WORDS = 8;

/** Removes titles, unless there is nothing else. Idempotent. */
export function normaliseName(raw: readonly string[], lists: NameLists): string {
  const all: string[] = [];
  for (const part of raw)
    for (const word of words(withSyllables(fold(apart(part)), lists))) all.push(...parted(cut(word, LONGEST_WORD)));
  const kept = all.filter((word) => !lists.titles.has(word));
  return (kept.length === 0 ? all : kept).slice(0, MOST_WORDS).join(' ');
}

/** Separates the last name in a Korean name without a space: 김민준. */
const apart = (text: string): string => (KOREAN_NAME.test(text) ? (ofCharacters(text)?.join(' ') ?? text) : text);
const KOREAN_NAME = /^\s*[\uac00-\ud7af]{3,4}\s*$/;

/** Reads a Spanish short form of two names as the first and an initial: Juanma is Juan M., which may be Juan Manuel. */
function parted(word: string): string[] {
  const [, one, other] = (word.length <= LONGEST_SHORT_FORM && SHORT_FORM.exec(word)) || [];
  return one === undefined || isGivenName(word) ? [word] : [one, other!];
}
const SHORT_FORM = /^(jose|juan|luis|mari)([b-df-hj-np-tv-z])[a-z]{1,2}$/;
const LONGEST_SHORT_FORM = 7;

/** Joins the syllables of a hyphenated first name such as Ji-young. */
function withSyllables(text: string, { particles }: NameLists): string {
  const [, one, other] = (text.includes('-') && /^\s*([a-z]{1,6})-([a-z]{1,6})\s*$/.exec(text)) || [];
  return one !== undefined && isSyllable(one) && isSyllable(other!) && !particles.has(one) ? one + other! : text;
}

export function prepareName(normalised: string, lists: NameLists): Name {
  if (!normalised.includes(' ')) return wordAlone(normalised, lists.wordOf(normalised));
  const all = normalised.split(' ');
  let generation = '';
  const particles: string[] = [];
  const core: string[] = [];
  all.forEach((word, i) => {
    const mark = i > 0 && !isKoreanPart(all, i) ? lists.generations.get(word) : undefined;
    if (mark !== undefined) generation = mark;
    else if (lists.particles.has(word)) particles.push(word);
    else core.push(word);
  });
  if (core.length === 0) core.push(...particles.splice(0));
  return {
    text: normalised,
    core: core.map(lists.wordOf),
    glued: all.length > 1 ? particlesGlued(all, generation, lists).join('') : undefined,
    particles,
    generation,
  };
}

/** Returns whether a word is the second syllable of a Korean given name: "Seo Jun" does not mean Seo junior. */
function isKoreanPart(all: readonly string[], at: number): boolean {
  return all[at] === 'jun' && isKoreanSyllable(all[at - 1]!);
}

export function wordAlone(text: string, word: NameWord): Name {
  return { text, core: [word], glued: undefined, particles: NONE, generation: '' };
}

/** Removes generational suffixes and joins the remaining words: "vanderberg" is "van der berg". */
function particlesGlued(all: readonly string[], generation: string, lists: NameLists): readonly string[] {
  return generation === ''
    ? all
    : all.filter((word, i) => i === 0 || isKoreanPart(all, i) || !lists.generations.has(word));
}

import { cut, fold, words } from '../../text/fold.js';
import { isKoreanSyllable, isSyllable } from '../../person/compound-name.js';
import { LONGEST_WORD, type NameWord } from './word.js';

export interface NameLists {
  readonly wordOf: (text: string) => NameWord;
  readonly titles: ReadonlySet<string>;
  readonly particles: ReadonlySet<string>;
  /** Normal forms of generational suffixes: `junior` is `jr`. */
  readonly generations: ReadonlyMap<string, string>;
}

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
  for (const part of raw) for (const word of words(withSyllables(fold(part), lists))) all.push(cut(word, LONGEST_WORD));
  const kept = all.filter((word) => !lists.titles.has(word));
  return (kept.length === 0 ? all : kept).slice(0, MOST_WORDS).join(' ');
}

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

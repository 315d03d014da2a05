import { cut, fold, words } from '../../text/fold.js';
import { isKoreanSyllable } from '../../person/compound-name.js';
import { LONGEST_WORD, type NameWord } from './word.js';

export interface NameLists {
  /** With its nickname groups. */
  readonly wordOf: (text: string) => NameWord;
  readonly titles: ReadonlySet<string>;
  readonly particles: ReadonlySet<string>;
  /** `junior` to `jr`. */
  readonly generations: ReadonlyMap<string, string>;
}

export interface Name {
  readonly text: string;
  /** Words that make up the name, in order, including initials. */
  readonly core: readonly NameWord[];
  /** Core words joined: some write "anna maria" as "annamaria". */
  readonly glued: string | undefined;
  /** van, de la, bin. */
  readonly particles: readonly string[];
  /** In normal form, `''` for none. */
  readonly generation: string;
}

const NONE: readonly string[] = [];

export const MOST_WORDS = 8;

/** Without titles, unless there are only titles. Idempotent. */
export function normaliseName(raw: readonly string[], lists: NameLists): string {
  const all: string[] = [];
  for (const part of raw) for (const word of words(fold(part))) all.push(cut(word, LONGEST_WORD));
  const kept = all.filter((word) => !lists.titles.has(word));
  return (kept.length === 0 ? all : kept).slice(0, MOST_WORDS).join(' ');
}

export function prepareName(normalised: string, lists: NameLists): Name {
  // A single word is a core word in any case.
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

/** "Seo Jun" is a given name of two syllables, not the younger Seo. */
function isKoreanPart(all: readonly string[], at: number): boolean {
  return all[at] === 'jun' && isKoreanSyllable(all[at - 1]!);
}

export function wordAlone(text: string, word: NameWord): Name {
  return { text, core: [word], glued: undefined, particles: NONE, generation: '' };
}

/** "vanderberg" is "van der berg". */
function particlesGlued(all: readonly string[], generation: string, lists: NameLists): readonly string[] {
  return generation === ''
    ? all
    : all.filter((word, i) => i === 0 || isKoreanPart(all, i) || !lists.generations.has(word));
}

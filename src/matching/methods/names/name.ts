import { cut, fold, words } from '../../text/fold.js';
import { LONGEST_WORD, type NameWord } from './word.js';

/** Lists of the name methods, the shipped ones and the user's. */
export interface NameLists {
  /** Takes a word apart, with its nickname groups. */
  readonly wordOf: (text: string) => NameWord;
  readonly titles: ReadonlySet<string>;
  readonly particles: ReadonlySet<string>;
  /** Generation marks in one spelling: `junior` to `jr`. */
  readonly generations: ReadonlyMap<string, string>;
}

/** A name taken apart. */
export interface Name {
  readonly text: string;
  /** Words that carry the name, in order; initials among them. */
  readonly core: readonly NameWord[];
  /** All core words written as one: "anna maria" is "annamaria" to some. */
  readonly glued: string | undefined;
  /** Nobiliary and patronymic particles: van, de la, bin. */
  readonly particles: readonly string[];
  /** Generation mark in one spelling, `''` for none. */
  readonly generation: string;
}

const NONE: readonly string[] = [];

/** Words beyond this are cut. */
export const MOST_WORDS = 8;

/** Folded words without titles; titles alone stay, being all there is. Idempotent. */
export function normaliseName(raw: readonly string[], lists: NameLists): string {
  const all: string[] = [];
  for (const part of raw) for (const word of words(fold(part))) all.push(cut(word, LONGEST_WORD));
  const kept = all.filter((word) => !lists.titles.has(word));
  return (kept.length === 0 ? all : kept).slice(0, MOST_WORDS).join(' ');
}

export function prepareName(normalised: string, lists: NameLists): Name {
  // Most are one word, which carries the name whatever else it may be.
  if (!normalised.includes(' ')) return wordAlone(normalised, lists.wordOf(normalised));
  const all = normalised.split(' ');
  let generation = '';
  const particles: string[] = [];
  const core: string[] = [];
  all.forEach((word, i) => {
    const mark = i > 0 ? lists.generations.get(word) : undefined;
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

/** A name of one word. */
export function wordAlone(text: string, word: NameWord): Name {
  return { text, core: [word], glued: undefined, particles: NONE, generation: '' };
}

/** Particles are part of the glued form: "vanderberg" is "van der berg". */
function particlesGlued(all: readonly string[], generation: string, lists: NameLists): readonly string[] {
  return generation === '' ? all : all.filter((word, i) => i === 0 || !lists.generations.has(word));
}

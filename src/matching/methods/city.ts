import { shippedGroups, shippedList } from '../lists/shipped-list.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut, fold, words } from '../text/fold.js';
import { ONE_EDIT, alignWords } from './places/align-words.js';

/**
 * City names. Saint and Sankt, Mount and Fort may be abbreviated. Numbers (postal codes, districts) are ignored.
 * Accepts names in other languages (our own table), umlauts, typos, and a missing part ("Frankfurt am Main"). Keys: the
 * name as one word with up to two letters deleted (SymSpell), and each significant word with up to one letter deleted.
 */
const FLOOR: Similarity = 6_500;
const LOOSE: Similarity = 9_700;
const COST = { conflict: 1.5, extra: 0.1, minor: 0.3 };
const MOST_WORDS = 8;
const LONGEST_WORD = 32;
const WHOLE_SEED = 91;
const WORD_SEED = 92;

const shortForms = shippedGroups('city-short-forms');
const common = new Set([...shippedList('city-common-words'), ...shortForms.values()]);
const counts = (word: string) => !common.has(word);

const native = new Map<string, string>();
for (const line of shippedList('cities')) {
  const names = line.split(', ');
  const short = shorten(names[0]!.split(' '));
  for (const name of names) native.set(shorten(name.split(' ')), short);
}

interface City {
  readonly text: string;
  readonly glued: string;
  readonly loose: string;
  readonly words: readonly string[];
}

export function city(): MatchMethod<City> {
  return {
    name: 'city',
    kind: 'place',
    types: ['string', 'textarea', 'picklist'],
    usualFor: [{ name: /City$/i }],
    learnedFor: [{ name: /(?:State|Country)$/ }],
    // Only for single words, because the method tolerates typos.
    texts: 'short',
    besideNames: { key: 'address', title: 'Address' },
    blanks: ({ words }) => words,
    floor: FLOOR,
    nearest: FULL - 50,
    normalise,
    prepare,
    compare,
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

function normalise(raw: readonly string[]): string {
  const all = words(fold(raw.join(' '), 256)).map((word) => cut(word, LONGEST_WORD));
  const named = all.filter((word) => !/^\d+[a-z]{0,2}$/.test(word));
  const short = shorten((named.length === 0 ? all : named).slice(0, MOST_WORDS));
  return native.get(short) ?? short;
}

function shorten(all: readonly string[]): string {
  return all.map((word) => shortForms.get(word) ?? word).join(' ');
}

function prepare(text: string): City {
  const all = text.split(' ');
  const glued = all.join('');
  return { text, glued, loose: glued.replace(/(?<=[aou])e/g, ''), words: all };
}

function compare(first: City, second: City): Similarity {
  if (first.text === second.text) return FULL;
  const [a, b] = first.text < second.text ? [first, second] : [second, first];
  const short = Math.min(a.glued.length, b.glued.length);
  const long = Math.max(a.glued.length, b.glued.length);
  let similarity = 0;
  const edits = editsForgiven(short);
  const distance = edits === 0 ? (a.glued === b.glued ? 0 : 1) : osaDistance(a.glued, b.glued, edits);
  if (distance === 0) similarity = FULL - 100;
  else if (distance <= edits)
    similarity = a.loose === b.loose ? LOOSE : FULL - Math.round((distance === 1 ? 5_500 : 17_000) / long);
  if (a.words.length > 1 || b.words.length > 1)
    similarity = Math.max(similarity, alignWords(a.words, b.words, counts, COST));
  return similarity < FLOOR ? 0 : Math.min(Math.floor(similarity), FULL - 50);
}

function editsForgiven(length: number): 0 | 1 | 2 {
  return length < ONE_EDIT ? 0 : length < 7 ? 1 : 2;
}

function keys({ glued, words: all }: City): number[] {
  const found = deletionKeys(glued, editsForgiven(glued.length), WHOLE_SEED);
  for (const word of all) if (counts(word)) deletionKeys(word, word.length < ONE_EDIT ? 0 : 1, WORD_SEED, found);
  return found;
}

import levenshtein from 'fast-levenshtein';
import { wordSet, type UserLists } from '../lists/method-lists.js';
import { shippedList } from '../lists/shipped-list.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { cut, fold, words } from '../text/fold.js';
import { WordOverlapJoin } from '../text/word-overlap.js';

/**
 * Compares longer texts. The similarity is the weight of the shared words relative to the heavier text. Function words
 * have little weight. Short texts that share enough words are also compared by letters (Levenshtein 1966), which
 * tolerates endings and typos. Terms by prefix filtering (Chaudhuri, Ganti, Kaushik 2006): two texts that share `LEAST`
 * of their weight still share a word if words with a lower weight are ignored. The longest words are the rarest and are
 * probed first. Function words are terms only of texts with almost no other words.
 */
const FLOOR: Similarity = 4_000;
const STOP_WEIGHT = 1;
const WORD_WEIGHT = 10;
const MOST_WORDS = 128;
const LONGEST_WORD = 40;
const SHORT_TEXT = 120;

const TEXT_STOP_WORDS = shippedList('text-stop-words');

interface Text {
  readonly text: string;
  /** Distinct words, the longest first, function words last. */
  readonly words: ReadonlySet<string>;
  readonly weight: number;
  readonly stopWeight: number;
}

export function text(lists: UserLists): MatchMethod<Text> {
  const stopWords = wordSet(TEXT_STOP_WORDS, lists, 'text-stop-words');
  const weightOf = (word: string) => (stopWords.has(word) ? STOP_WEIGHT : WORD_WEIGHT);

  function prepare(normalised: string): Text {
    const distinct = [...new Set(normalised.split(' '))].sort(
      (a, b) => weightOf(b) - weightOf(a) || b.length - a.length || (a < b ? -1 : 1),
    );
    let weight = 0;
    let stopWeight = 0;
    for (const word of distinct) {
      weight += weightOf(word);
      if (stopWords.has(word)) stopWeight += STOP_WEIGHT;
    }
    return { text: normalised, words: new Set(distinct), weight, stopWeight };
  }

  function compare(a: Text, b: Text): Similarity {
    if (a.text === b.text) return FULL;
    const [few, many] = a.words.size <= b.words.size ? [a, b] : [b, a];
    let shared = 0;
    for (const word of few.words) if (many.words.has(word)) shared += weightOf(word);
    const overlap = overlapOf(shared, Math.max(a.weight, b.weight));
    return overlap === 0 ? 0 : similarity(overlap, a.text, b.text);
  }

  const byStopWords = (value: Text) => isByStopWords(value.stopWeight, value.weight);
  const rules = {
    weightOf,
    isStopWord: (word: string) => stopWords.has(word),
    isByStopWords,
    overlap: overlapOf,
    similarity,
  };

  return {
    name: 'text',
    types: ['textarea', 'string'],
    texts: 'long',
    blanks: ({ words }) => words,
    floor: FLOOR,
    nearest: FULL - 50,
    normalise: (raw) =>
      words(fold(raw.join(' '), 2_048))
        .slice(0, MOST_WORDS)
        .map((word) => cut(word, LONGEST_WORD))
        .join(' '),
    prepare,
    compare,
    join: (texts) => new WordOverlapJoin(texts, rules),
    retrieval: {
      kind: 'terms',
      terms: (value) => (byStopWords(value) ? value.words : [...value.words].filter((word) => !stopWords.has(word))),
      probeTerms(value) {
        if (byStopWords(value)) return value.words;
        const asked: string[] = [];
        let left = value.weight;
        for (const word of value.words) {
          if (left * FULL < value.weight * FLOOR) break;
          asked.push(word);
          left -= weightOf(word);
        }
        return asked;
      },
    },
  };
}

/** Returns the similarity for a shared weight, or 0 below the floor. @param most weight of the heavier text */
function overlapOf(shared: number, most: number): Similarity {
  const overlap = Math.floor((shared * FULL) / most);
  return overlap < FLOOR ? 0 : overlap;
}

function similarity(overlap: Similarity, a: string, b: string): Similarity {
  const long = Math.max(a.length, b.length);
  const letters = long > SHORT_TEXT ? 0 : Math.floor(((long - levenshtein.get(a, b)) * FULL) / long);
  return Math.min(Math.max(overlap, letters), FULL - 50);
}

/** Returns whether a text contains so many function words that these alone can make it match. */
function isByStopWords(stopWeight: number, weight: number): boolean {
  return stopWeight * FULL >= weight * FLOOR;
}

import levenshtein from 'fast-levenshtein';
import { wordSet, type UserLists } from '../lists/method-lists.js';
import { shippedList } from '../lists/shipped-list.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { cut, fold, words } from '../text/fold.js';

/**
 * Longer text (descriptions, titles, notes): the weight of shared words over that of the text with more of it; function
 * words weigh little. Short texts that share enough words are also compared letter by letter (Levenshtein 1966), which
 * forgives endings and typos in the rest.
 *
 * Terms by prefix filtering (Chaudhuri, Ganti, Kaushik 2006): whoever shares `LEAST` of both texts' weight shares one
 * of the words that are left when words worth less than that are put aside; longest words, being the rarest, are asked
 * for first, function words only by texts that hardly have others.
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
  /** Distinct words, longest first; function words last. */
  readonly words: ReadonlySet<string>;
  readonly weight: number;
  /** Weight of function words. */
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
    const overlap = Math.floor((shared * FULL) / Math.max(a.weight, b.weight));
    if (overlap < FLOOR) return 0;
    const long = Math.max(a.text.length, b.text.length);
    const letters = long > SHORT_TEXT ? 0 : Math.floor(((long - levenshtein.get(a.text, b.text)) * FULL) / long);
    return Math.min(Math.max(overlap, letters), FULL - 50);
  }

  /** Whether a text is so full of function words that it can match by them alone. */
  const byStopWords = (value: Text) => value.stopWeight * FULL >= value.weight * FLOOR;

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

import { lowerBound } from '../../runtime/memory/list-pool.js';
import type { Similarity, ValueJoin, ValueTexts } from '../method.js';

interface OverlapRules {
  readonly weightOf: (word: string) => number;
  readonly isStopWord: (word: string) => boolean;
  /**
   * Whether stop words alone make a text match. @param stopWeight Weight of its stop words @param weight Weight of all words
   */
  readonly isByStopWords: (stopWeight: number, weight: number) => boolean;
  /** Returns the similarity for a shared weight, or 0 below the floor. @param most the greater of both weights */
  readonly overlap: (shared: number, most: number) => Similarity;
  readonly similarity: (overlap: Similarity, one: string, other: string) => Similarity;
}

/** Maximum length of a list that is scanned linearly. Longer lists are searched by binary search. */
const SHORT = 16;

/**
 * Self-join of strings by counting (ScanCount: Li, Lu, Lu 2008). For each string, scans the posting lists of its words,
 * and adds up the weights that later strings share. A stop word's list holds only strings that match by stop words
 * alone. All other matches share at least one other word, and their shared stop words are counted pair by pair.
 */
export class WordOverlapJoin implements ValueJoin {
  /** Start of each value's words. The words end where those of the next value start. */
  private readonly starts: Int32Array;
  private readonly words: Int32Array;
  private readonly weights: Int32Array;
  private readonly stopWeights: Int32Array;
  private readonly wordWeights: number[] = [];
  private readonly isStop: boolean[] = [];
  /** Start of each word's list of strings in `values`. The lists are ascending. */
  private readonly listStarts: Int32Array;
  private readonly values: Int32Array;
  /** For each value, the weight that it shares with the current value. All weights are 0 between calls. */
  private readonly shared: Int32Array;
  private met = new Int32Array(64);

  constructor(
    private readonly texts: ValueTexts,
    private readonly rules: OverlapRules,
  ) {
    const { size } = texts;
    this.starts = new Int32Array(size + 2);
    this.weights = new Int32Array(size + 1);
    this.stopWeights = new Int32Array(size + 1);
    this.shared = new Int32Array(size + 1);
    const numbers = new Map<string, number>();
    let words = new Int32Array(4 * size + 4);
    let length = 0;
    for (let value = 1; value <= size; value++) {
      for (const word of new Set(texts.text(value).split(' '))) {
        let number = numbers.get(word);
        if (number === undefined) {
          number = this.wordWeights.push(rules.weightOf(word)) - 1;
          this.isStop.push(rules.isStopWord(word));
          numbers.set(word, number);
        }
        if (length === words.length) words = grown(words);
        words[length++] = number;
        this.weights[value]! += this.wordWeights[number]!;
        if (this.isStop[number]!) this.stopWeights[value]! += this.wordWeights[number]!;
      }
      this.starts[value + 1] = length;
    }
    this.words = words;
    this.listStarts = new Int32Array(numbers.size + 1);
    this.eachListed((word) => this.listStarts[word + 1]!++);
    for (let word = 1; word <= numbers.size; word++) this.listStarts[word]! += this.listStarts[word - 1]!;
    const next = this.listStarts.slice();
    this.values = new Int32Array(next[numbers.size]!);
    this.eachListed((word, value) => (this.values[next[word]!++] = value));
  }

  above(value: number, take: (other: number, similarity: Similarity) => void): void {
    const { rules, weights, stopWeights, shared } = this;
    const stops = stopWeights[value]!;
    const isByStopWords = this.isByStopWords(value);
    let text: string | undefined;
    for (const other of this.countShared(value)) {
      let both = shared[other]!;
      shared[other] = 0;
      const most = Math.max(weights[value]!, weights[other]!);
      const otherStops = stopWeights[other]!;
      if (stops > 0 && otherStops > 0 && !(isByStopWords && this.isByStopWords(other))) {
        if (rules.overlap(both + Math.min(stops, otherStops), most) === 0) continue;
        both += this.sharedStopWords(value, other);
      }
      const overlap = rules.overlap(both, most);
      if (overlap === 0) continue;
      text ??= this.texts.text(value);
      take(other, rules.similarity(overlap, text, this.texts.text(other)));
    }
  }

  private countShared(value: number): Int32Array {
    const { starts, words, listStarts, values, shared, isStop, wordWeights } = this;
    const isByStopWords = this.isByStopWords(value);
    let count = 0;
    for (let i = starts[value]!; i < starts[value + 1]!; i++) {
      const word = words[i]!;
      if (isStop[word]! && !isByStopWords) continue;
      const weight = wordWeights[word]!;
      const end = listStarts[word + 1]!;
      let at = listStarts[word]!;
      if (end - at > SHORT) at = lowerBound(values, at, end, value + 1);
      for (; at < end; at++) {
        const other = values[at]!;
        if (other <= value) continue;
        if (shared[other] === 0) {
          if (count === this.met.length) this.met = grown(this.met);
          this.met[count++] = other;
        }
        shared[other]! += weight;
      }
    }
    return this.met.subarray(0, count);
  }

  private sharedStopWords(value: number, other: number): number {
    const { starts, words, isStop, wordWeights } = this;
    let weight = 0;
    for (let i = starts[value]!; i < starts[value + 1]!; i++) {
      const word = words[i]!;
      for (let j = starts[other]!; isStop[word]! && j < starts[other + 1]!; j++)
        if (words[j] === word) weight += wordWeights[word]!;
    }
    return weight;
  }

  private isByStopWords(value: number): boolean {
    return this.rules.isByStopWords(this.stopWeights[value]!, this.weights[value]!);
  }

  private eachListed(take: (word: number, value: number) => void): void {
    const { starts, words, isStop } = this;
    for (let value = 1; value <= this.texts.size; value++) {
      const takesStopWords = this.isByStopWords(value);
      for (let i = starts[value]!; i < starts[value + 1]!; i++)
        if (takesStopWords || !isStop[words[i]!]!) take(words[i]!, value);
    }
  }
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

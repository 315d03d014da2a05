import { Posteriors } from './expectation-maximisation.js';
import { isRemarked, type FieldParameters, type Parameters } from './parameters.js';
import { Random } from './random.js';
import type { SampledPairs } from './sample.js';
import type { Table } from './row-table.js';
import type { IndexedField } from '../../index/values/indexed-field.js';

/** Evidence from single fields about pairs that are likely without these fields. */
export interface Testimony {
  /** Share of such pairs whose company names differ like random names. Other fields only widen the interval. */
  readonly doubt: number;
  /** The resulting minimum precision, correct in 90% of tables. */
  readonly leastPrecision: number;
  /** Reason for an unknown precision, as the end of a sentence. */
  readonly noGrounds?: string;
}

/** Maximum share of all pairs that agree in a field that identifies records. */
const MOST_SHARED = 0.05;
/** Maximum share of pairs that agree in a name, which stays the same while other values change. */
const MOST_NAMESAKES = 0.25;
const NAMES: ReadonlySet<string> = new Set(['personName', 'companyName']);
/** Maximum share of all pairs that reach a similarity. A more common similarity is due to chance. */
const BY_CHANCE = 0.01;
/** Number of random pairs to compare. */
const STRANGERS = 1_000;
const TRACES_OF_STRANGERS = 0.9;
const MOST_LOOKED_AT = 20_000;
/** Number of added pairs in which the field differs as often as the other fields. */
const KNOWN_OF_OTHERS = 4;
/** Minimum share of found pairs with a witness: a field without which the pair is still likely to be a match. */
const FEWEST_WITNESSED = 0.5;
/** Maximum share of matches whose values differ completely because they were retyped or have changed. */
const MOST_OVERWRITTEN = 0.25;
/** Maximum share for values of which people have several, at the same time or one after the other. */
const SEVERAL = 0.5;
/** Below this precision, the pairs may be different records. */
const LEAST_PRECISION = 0.5;
const NINE_IN_TEN = 1.645;

interface Witness {
  readonly field: number;
  readonly name: string;
  /** Whether no value occurs in two rows. */
  readonly isOfTheRow: boolean;
  /** Whether a value belongs to one person or company, or to people at the same place. */
  readonly isOwn: boolean;
  /** Share of random pairs whose values differ, 0..1. */
  readonly differs: number;
  /** Whether the field is a company name, which rarely changes. If it differs, the estimated precision falls. */
  readonly isLasting: boolean;
  /** Whether people and companies have several values of this kind, such as phones and addresses. */
  readonly hasSeveral: boolean;
  /** For each pair, the position (from 1) of the highest threshold at which the field is a witness; 0 if none. */
  readonly upTo: Uint8Array;
  readonly isStranger: Uint8Array;
}

/**
 * Leaves fields out of the model, one at a time. A pair that is likely without a field is a match if the field agrees
 * or differs by a typo. The pair is not a match if the field differs like that of random records. This measures
 * precision without labels (compare Blakely and Salmond 2002), and without assuming that fields agree independently.
 */
export class Witnesses {
  private readonly witnesses: readonly Witness[];
  private readonly looked: Uint8Array;

  /** @param thresholds percent, ascending @param haveOtherIdentifiers whether two rows have different identifiers */
  constructor(
    private readonly table: Table,
    private readonly parameters: Parameters,
    private readonly sample: SampledPairs,
    private readonly thresholds: readonly number[],
    order: Int32Array,
    haveOtherIdentifiers: (a: number, b: number) => boolean = () => false,
  ) {
    const whole = new Posteriors(parameters, sample);
    const step = Math.max(1, Math.floor(sample.count / MOST_LOOKED_AT));
    this.looked = new Uint8Array(sample.count);
    for (let row = 0, pair = 0; row < sample.rows.length; row++)
      for (; pair < sample.rowEnds[row]!; pair++) {
        if (pair % step !== 0) continue;
        const number = this.reached(whole.of(pair));
        if (number > 0 && !haveOtherIdentifiers(sample.rows[row]!, sample.others[pair]!)) this.looked[pair] = number;
      }
    const tells = ({ remarksOn, random }: FieldParameters, f: number) =>
      remarksOn === undefined &&
      (NAMES.has(table.features[f]!.method.kind ?? '')
        ? random[0]! <= MOST_NAMESAKES
        : 1 - random.at(-1)! <= MOST_SHARED);
    const fields = parameters.fields.flatMap((field, f) => (tells(field, f) ? [f] : []));
    this.witnesses = fields.map((field) => this.witness(field, order));
  }

  at(threshold: number): Testimony {
    const number = this.thresholds.indexOf(threshold) + 1;
    const { looked, witnesses } = this;
    const counts = witnesses.map(() => ({ pairs: 0, strangers: 0 }));
    let found = 0;
    let witnessed = 0;
    for (let pair = 0; pair < looked.length; pair++) {
      if (looked[pair]! < number) continue;
      found++;
      let isWitnessed = false as boolean;
      witnesses.forEach(({ upTo, isStranger }, w) => {
        if (upTo[pair]! < number) return;
        isWitnessed = true;
        counts[w]!.pairs++;
        counts[w]!.strangers += isStranger[pair]!;
      });
      if (isWitnessed) witnessed++;
    }
    if (found === 0) return { doubt: 0, leastPrecision: 1 };
    const [only, ...others] = this.table.comparisons.filter((_, f) => !this.parameters.fields[f]!.remarksOn);
    if (others.length === 0) return nothingKnown(`no other field confirms the pairs: only ${only!.field} is compared`);
    if (witnessed < FEWEST_WITNESSED * found)
      return nothingKnown('no other field confirms the pairs: the others are empty or needed for the score');
    return this.worst(counts);
  }

  private worst(counts: readonly { pairs: number; strangers: number }[]): Testimony {
    // A field in which no value occurs twice is ignored if a personal value confirms the pairs.
    const bearsOut = this.witnesses.some(
      ({ isOwn, isOfTheRow }, w) => isOwn && !isOfTheRow && 2 * counts[w]!.strangers < counts[w]!.pairs,
    );
    const heard = this.witnesses.flatMap(({ name, isLasting, hasSeveral, isOfTheRow, differs }, w) =>
      counts[w]!.pairs === 0 || (isOfTheRow && bearsOut)
        ? []
        : [{ name, isLasting, hasSeveral, differs, ...counts[w]! }],
    );
    const sums = { pairs: 0, strangers: 0 };
    for (const { pairs, strangers } of heard) {
      sums.pairs += pairs;
      sums.strangers += strangers;
    }
    let doubt = 0;
    let leastPrecision = 1;
    let noGrounds: string | undefined;
    for (const { name, isLasting, hasSeveral, differs, pairs, strangers } of heard) {
      const others = sums.pairs - pairs;
      const usual = others === 0 ? 0.5 : (sums.strangers - strangers) / others;
      const count = pairs + KNOWN_OF_OTHERS;
      const share = Math.min(1, (strangers / differs + KNOWN_OF_OTHERS * usual) / count);
      const same = Math.min(1, (1 - share) / (1 - (hasSeveral ? SEVERAL : Math.min(usual, MOST_OVERWRITTEN))));
      const least = lowerBound(same, count);
      if (isLasting) doubt = Math.max(doubt, 1 - same);
      if (least >= leastPrecision) continue;
      leastPrecision = least;
      if (least < LEAST_PRECISION)
        noGrounds = `${name} differs as much as in unrelated records in ${strangers} of ${pairs} pairs that match by the other fields`;
    }
    return { doubt, leastPrecision, ...(noGrounds !== undefined && { noGrounds }) };
  }

  private witness(field: number, order: Int32Array): Witness {
    const { table, parameters, sample, looked } = this;
    const { count, fields, levels } = sample;
    const left = levels.slice();
    const isLeft = parameters.fields.map(({ remarksOn }, f) => f === field || remarksOn?.includes(field) === true);
    for (let at = 0; at < left.length; at++) if (isLeft[at % fields]!) left[at] = -1;
    const posteriors = new Posteriors(
      {
        ...parameters,
        fields: parameters.fields.map((each, f) => (isLeft[f]! ? { ...each, blanks: undefined } : each)),
      },
      { ...sample, levels: left },
    );
    const upTo = new Uint8Array(count);
    const isStranger = new Uint8Array(count);
    const differs = this.strangerTest(field, order);
    const remarks = parameters.fields.flatMap((each, f) => (each.remarksOn?.includes(field) === true ? [f] : []));
    // Swapped names are not independent of the names.
    const isRemarkedOn = (pair: number) =>
      remarks.some((f) => isRemarked(parameters.fields[f]!, levels[pair * fields + f]!));
    for (let row = 0, pair = 0; row < sample.rows.length; row++)
      for (; pair < sample.rowEnds[row]!; pair++) {
        const level = levels[pair * fields + field]!;
        if (looked[pair] === 0 || level < 0) continue;
        upTo[pair] = Math.min(looked[pair]!, this.reached(posteriors.of(pair)));
        if (upTo[pair] !== 0 && !isRemarkedOn(pair) && differs(level, sample.rows[row]!, sample.others[pair]!))
          isStranger[pair] = 1;
      }
    const { method, dictionary } = table.features[field]!;
    return {
      ...{ field, upTo, isStranger, name: table.comparisons[field]!.field },
      isOfTheRow: dictionary.size >= table.filled(field),
      isOwn: method.kind === 'own',
      differs: 1 - parameters.fields[field]!.random[0]!,
      isLasting: method.kind === 'companyName',
      hasSeveral: method.sharedBy?.some((by) => by !== 'namesake') === true,
    };
  }

  /** Returns a function that tests whether values at a level differ like those of random records. */
  private strangerTest(field: number, order: Int32Array): (level: number, a: number, b: number) => boolean {
    const { table } = this;
    const { random } = this.parameters.fields[field]!;
    const feature = table.features[field]!;
    const textOf = (row: number) => feature.text(table.value(field, row));
    const draw = new Random(field + 1);
    const traces: number[] = [];
    for (let n = 0; n < STRANGERS; n++) {
      const [a, b] = [order[draw.below(order.length)]!, order[draw.below(order.length)]!];
      const [one, two] = [table.value(field, a), table.value(field, b)];
      if (one !== 0 && two !== 0 && one !== two) traces.push(traceOf(feature.text(one), feature.text(two)));
    }
    traces.sort((a, b) => a - b);
    const usual = traces[Math.floor(traces.length * TRACES_OF_STRANGERS)] ?? 0;
    const asAlike = random.map((_, level) => random.slice(0, level + 1).reduce((sum, share) => sum + share, 0));
    const isOfSeries = seriesOf(feature);
    return (level, a, b) => {
      if (level === 0) return false;
      if (isOfSeries(textOf(a), textOf(b))) return true;
      if (asAlike[level]! <= BY_CHANCE) return false;
      return traceOf(textOf(a), textOf(b)) <= usual;
    };
  }

  private reached(probability: number): number {
    let number = 0;
    while (number < this.thresholds.length && probability * 100 >= this.thresholds[number]!) number++;
    return number;
  }
}

const nothingKnown = (noGrounds: string): Testimony => ({ doubt: 0.5, leastPrecision: 0, noGrounds });

/** Returns the lower bound of a share in a sample of `count` pairs (Wilson 1927). */
export function lowerBound(share: number, count: number): number {
  const z = NINE_IN_TEN;
  const middle = share + z ** 2 / (2 * count);
  const error = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return Math.max(0, (middle - error) / (1 + z ** 2 / count));
}

/** Minimum number of different numbers in the same position of a series such as `user12` or `8-port switch`. */
const FEWEST = 4;
/** Maximum number of distinct values for the test. */
const MOST_VALUES = 200_000;

/** Returns a test of whether two values have the same words and different numbers. A typo does not make a series. */
function seriesOf(feature: IndexedField): (one: string, two: string) => boolean {
  const { dictionary } = feature;
  let numbers: Map<string, number> | undefined;
  const count = (): Map<string, number> => {
    const counts = new Map<string, number>();
    if (dictionary.size > MOST_VALUES) return counts;
    for (let value = 1; value <= dictionary.size; value++) {
      const words = wordsOf(feature.text(value));
      if (words !== undefined) counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return counts;
  };
  return (one: string, two: string): boolean => {
    const words = wordsOf(one);
    if (words === undefined || one === two || words !== wordsOf(two)) return false;
    return ((numbers ??= count()).get(words) ?? 0) >= FEWEST;
  };
}

/** Replaces each number with `#`. Returns `undefined` if there are no numbers or no words. */
function wordsOf(text: string): string | undefined {
  const words = text.replace(/[0-9]+(?:[.,][0-9]+)*/g, '#');
  return words === text || !/\p{L}/u.test(words) ? undefined : words;
}

/** Maximum number of compared characters. */
const LOOKED = 60;

/** Returns the share of common bigrams (Dice's coefficient), 0..1. A typo keeps most of them. */
function traceOf(a: string, b: string): number {
  const [one, two] = [a.slice(0, LOOKED), b.slice(0, LOOKED)];
  if (one.length < 2 || two.length < 2) return one === two ? 1 : 0;
  const counts = new Map<number, number>();
  const bigram = (text: string, i: number) => text.charCodeAt(i) * 65_536 + text.charCodeAt(i + 1);
  for (let i = 0; i + 1 < one.length; i++) {
    const key = bigram(one, i);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i + 1 < two.length; i++) {
    const key = bigram(two, i);
    const left = counts.get(key) ?? 0;
    if (left === 0) continue;
    counts.set(key, left - 1);
    shared++;
  }
  return (2 * shared) / (one.length + two.length - 2);
}

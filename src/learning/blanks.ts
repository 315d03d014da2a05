import type { BlankWeights } from '../matching/model.js';
import type { Table } from './row-table.js';

/** Learned parameters of the blanks of one field: shares of pairs of which none, one and both values are blank. */
export interface BlankParameters {
  /** Shares among pairs of records taken at random, matches among them. */
  readonly random: readonly number[];
  /** Share of the field's blanks that those of fields before it do not explain, 0..1. */
  readonly own: number;
  /** Shares among matches. */
  m: readonly number[];
  /** Shares among pairs that only chance brought together. */
  u: readonly number[];
}

/** Rows whose blanks are looked at. */
const PROFILED = 10_000;
/** Share of the pairs of any kind whose blanks are taken to lie by chance. */
const REGARDLESS = 0.05;
const LEAST = 1e-9;
/** Thousandths of a bit. */
const BIT = 1_000;
/**
 * The most that the blanks of a field add or take, thousandths of a bit. Who fills a field is a habit of sources and of
 * those who type rather than of persons, and blanks come together in ways that pairs of fields do not show: what is
 * learned of them is surer of itself than it should be. Measured against no bound: the historical persons and the
 * labelled truth set gain, generated contacts, whose copies are blank where the first was, lose.
 */
const MOST = BIT / 4;

/**
 * How the blanks of each field lie, before matches are known: those of matches are believed to lie by chance.
 *
 * @param isAsked by field; the blanks of the others say nothing of their own
 * @param order of the rows
 */
export function blankParameters(
  table: Table,
  isAsked: readonly boolean[],
  order: Int32Array,
): (BlankParameters | undefined)[] {
  const rows = order.slice(0, PROFILED);
  const blanks: Uint8Array[] = [];
  return isAsked.map((asked, field) => {
    if (!asked) return undefined;
    const own = Uint8Array.from(rows, (row) => (table.value(field, row) === 0 ? 1 : 0));
    const whole = entropy(own);
    const left = Math.min(whole, ...blanks.map((other) => conditionalEntropy(own, other)));
    blanks.push(own);
    if (left === 0) return undefined;
    const random = table.blankShares(field);
    return { random, own: left / whole, m: random, u: random };
  });
}

/**
 * Bits for each number of blank values. Fields that are blank together (street, city, postal code) say it once: each
 * counts for as much as the fields before it leave open, within a bound.
 */
export function blankWeights({ m, u, own, random }: BlankParameters): BlankWeights {
  const match = regardless(m, random);
  const against = regardless(u, random);
  const bounded = (weight: number) => Math.max(-MOST, Math.min(MOST, Math.round(weight))) || 0;
  const [none, one, both] = match.map((share, i) => bounded(BIT * own * Math.log2(share / against[i]!)));
  return [none!, one!, both!];
}

/** Mixes in the shares of chance, whatever was seen: else a combination that was never seen would prove most. */
function regardless(shares: readonly number[], random: readonly number[]): number[] {
  return shares.map((share, i) => (1 - REGARDLESS) * share + REGARDLESS * Math.max(random[i]!, LEAST));
}

/** Bits. @param flags 0 or 1 each */
function entropy(flags: Uint8Array): number {
  return entropyOf(
    flags.reduce((sum, flag) => sum + flag, 0),
    flags.length,
  );
}

/** Bits that one flag leaves open when another is known. */
function conditionalEntropy(flags: Uint8Array, given: Uint8Array): number {
  const counts = [0, 0];
  const set = [0, 0];
  flags.forEach((flag, i) => {
    counts[given[i]!]!++;
    set[given[i]!]! += flag;
  });
  return counts.reduce((sum, count, i) => sum + (count / flags.length) * entropyOf(set[i]!, count), 0);
}

function entropyOf(part: number, of: number): number {
  if (part === 0 || part === of) return 0;
  const share = part / of;
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}

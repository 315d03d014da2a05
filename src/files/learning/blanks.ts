import type { BlankWeights } from '../../matching/model.js';
import type { Table } from './row-table.js';

/** Shares of pairs with no, one, and two blank values in a field. */
export interface BlankParameters {
  /** Shares among random pairs of records, including matches. */
  readonly random: readonly number[];
  /** Share of the field's blanks that blanks of earlier fields do not explain, 0..1. */
  readonly own: number;
  /** Shares among matches. */
  m: readonly number[];
  /** Shares among pairs that agree only by chance. */
  u: readonly number[];
}

const PROFILED = 10_000;
/** Share of pairs of any kind whose blanks are assumed to be random. */
const REGARDLESS = 0.05;
const LEAST = 1e-9;
const BIT = 1_000;
/**
 * Maximum weight of a field's blanks, in thousandths of a bit. Learned weights are overconfident, because blanks depend
 * on sources and typists, not on people, and correlate in ways that pairs of fields do not show. Without a limit,
 * results improve for the historical people and the labelled truth set, and worsen for generated contacts.
 */
const MOST = BIT / 4;

/** Returns initial parameters, with random blanks among matches. @param isAsked by field; other blanks do not count */
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

/** Returns weights by number of blanks. Fields that are blank together count only once. */
export function blankWeights({ m, u, own, random }: BlankParameters): BlankWeights {
  const match = regardless(m, random);
  const against = regardless(u, random);
  const bounded = (weight: number) => Math.max(-MOST, Math.min(MOST, Math.round(weight))) || 0;
  const [none, one, both] = match.map((share, i) => bounded(BIT * own * Math.log2(share / against[i]!)));
  return [none!, one!, both!];
}

/** Adds random shares. Without random shares, a combination that never occurred would be the strongest evidence. */
function regardless(shares: readonly number[], random: readonly number[]): number[] {
  return shares.map((share, i) => (1 - REGARDLESS) * share + REGARDLESS * Math.max(random[i]!, LEAST));
}

/** Returns the entropy in bits. @param flags 0 or 1 each */
function entropy(flags: Uint8Array): number {
  return entropyOf(
    flags.reduce((sum, flag) => sum + flag, 0),
    flags.length,
  );
}

/** Returns the entropy in bits of a flag if another flag is known. */
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

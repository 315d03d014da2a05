import { FULL, type MatchMethod, type Similarity } from '../../matching/method.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import { baseName } from '../../matching/methods/without-words.js';
import { poolFalling } from '../../matching/pool-falling.js';
import { similarityAt, type MeasuredLevel } from './curves.js';
import type { LevelReading, ValuePart } from './level-reading.js';
import { weightOf, type Shares } from './level-weights.js';

/** A level of Splink's that has been read. */
export interface ReadLevel {
  readonly reading: LevelReading;
  readonly shares: Shares;
  /** Where it stands in the file. */
  readonly path: string;
  readonly sql: string;
  /** Thousandths of the frequency adjustment. */
  readonly adjusted: number;
}

export interface PlacedLevels {
  readonly levels: FieldModelDefinition['levels'];
  /** The least among the levels that were placed, percent. */
  readonly agreement: number;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Weights that had to give way, in words. */
  readonly notes: readonly string[];
}

interface Placed {
  from: Similarity;
  shares: Shares;
  adjusted: number;
}

/** As many as a model may have. */
const MOST_LEVELS = 20;
/** Bits of change that are worth a word. */
const WORTH_TELLING = 0.5;
/** Splink's patterns for parts of British postal codes. */
const POSTCODE_PARTS: ReadonlyMap<string, string> = new Map([
  ['^[A-Za-z]{1,2}[0-9][A-Za-z0-9]? [0-9]', 'sector'],
  ['^[A-Za-z]{1,2}[0-9][A-Za-z0-9]?', 'district'],
  ['^[A-Za-z]{1,2}', 'area'],
]);

/**
 * Levels of Splink's as levels of a method's similarity. One that the method has nothing for is left out: its pairs
 * fall into the next, and so do its shares.
 */
export function placeLevels(levels: readonly ReadLevel[], method: MatchMethod): PlacedLevels {
  const placed: Placed[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  let agreement = 100;
  let pending: Shares = { m: 0, u: 0 };
  let together = 0;
  for (const { reading, shares, path, sql, adjusted } of levels) {
    const measured = measuredBy(reading, method);
    if (measured === undefined) {
      leftOut.push({ path, reason: reasonOf(reading, method.name, sql) });
      pending = added(pending, shares);
      continue;
    }
    agreement = Math.min(agreement, measured.agreement);
    const last = placed.at(-1);
    const both = added(pending, shares);
    pending = { m: 0, u: 0 };
    if (last !== undefined && (measured.from >= last.from || placed.length >= MOST_LEVELS)) {
      together++;
      last.shares = added(last.shares, both);
      last.from = placed.length >= MOST_LEVELS ? measured.from : last.from;
    } else placed.push({ from: measured.from, shares: both, adjusted });
  }
  const { weights, notes } = falling(placed);
  return {
    levels: placed.map(({ from, adjusted }, i) => ({ from, evidence: weights[i]!, adjusted })),
    ...{ agreement, leftOut, notes: [...notes, ...joinedNote(together, method.name)] },
  };
}

function joinedNote(levels: number, method: string): string[] {
  if (levels === 0) return [];
  const those = levels === 1 ? 'a level' : `${levels} levels`;
  return [`${method} does not tell ${those} from the one above, and has one weight for both`];
}

/** Match weights that never rise, and do not speak for a match at the end. */
function falling(placed: readonly Placed[]): { weights: number[]; notes: string[] } {
  const own = placed.map(({ shares }) => weightOf(shares));
  const pooled = poolFalling(
    placed.map(({ shares }, i) => ({ value: own[i]!, weight: shares.m + shares.u + Number.EPSILON })),
  ).map((weight) => Math.round(weight) || 0);
  const weights = pooled.map((weight, i) => (i === pooled.length - 1 ? Math.min(0, weight) : weight));
  const most = Math.max(...weights.map((weight, i) => Math.abs(weight - own[i]!))) / 1_000;
  const note = `weights that rise towards unlike values are evened out, by up to ${most.toFixed(1)} bits`;
  return { weights, notes: most >= WORTH_TELLING ? [note] : [] };
}

/** Where in a method's similarities a condition stands; `undefined` where it has nothing of the kind. */
export function measuredBy(reading: LevelReading, method: MatchMethod): MeasuredLevel | undefined {
  const at = (measure: string, threshold: number) => {
    const found = similarityAt(baseName(method.name), measure, threshold);
    return found && { ...found, from: found.from <= method.floor ? 1 : found.from };
  };
  switch (reading.kind) {
    case 'else':
      return { from: 0, agreement: 100 };
    case 'equal': {
      if (reading.part === undefined) return { from: FULL, agreement: 100 };
      const part = partName(reading.part);
      return part === undefined ? undefined : at(part, 1);
    }
    case 'similar': {
      const { measure, threshold, part } = reading;
      if (part === 'username' && measure === 'jaroWinkler') return at('usernameJaroWinkler', threshold);
      return part === undefined ? at(measure, threshold) : undefined;
    }
    case 'days':
      return at('days', reading.days);
    case 'share':
      return at('share', reading.share);
    case 'all':
    case 'any':
      return joint(reading, method);
    default:
      return undefined;
  }
}

/** Conditions on one column: all hold from the strictest on, any from the loosest. */
function joint({ kind, parts }: { kind: 'all' | 'any'; parts: readonly LevelReading[] }, method: MatchMethod) {
  const measured = parts.map((part) => measuredBy(part, method));
  if (measured.includes(undefined)) return undefined;
  return measured.reduce((a, b) => (a!.from > b!.from === (kind === 'all') ? a : b));
}

function partName(part: ValuePart): string | undefined {
  if (typeof part === 'string') return part;
  return 'pattern' in part ? POSTCODE_PARTS.get(part.pattern) : undefined;
}

function reasonOf(reading: LevelReading, method: string, sql: string): string {
  const shown = sql.replace(/\s+/g, ' ').trim().slice(0, 120);
  const why = reading.kind === 'unknown' ? reading.reason : `${method} has nothing of the kind`;
  return `${shown}: ${why}; its pairs fall into the next level`;
}

export function added(a: Shares, b: Shares): Shares {
  return { m: a.m + b.m, u: a.u + b.u };
}

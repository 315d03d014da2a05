import { FULL, type MatchMethod } from '../../matching/method.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import { compareNormalised } from '../../matching/score.js';
import type { LevelReading } from './level-reading.js';
import { weightOf } from './level-weights.js';
import { added, measuredBy, type ReadLevel } from './imported-levels.js';
import {
  fieldOf,
  NotComparable,
  type ImportedComparison,
  type ImportedField,
  type SplinkImportOptions,
} from './import-context.js';

/** The two columns that a comparison takes together, as first and last name. */
export type NamePair = readonly [first: string, last: string];

type Levels = FieldModelDefinition['levels'];

/** Weights of the levels of a pair of names, in thousandths of a bit. */
interface PairWeights {
  both: number | undefined;
  first: number | undefined;
  last: number | undefined;
  neither: number;
  swapped: number | undefined;
  readonly similar: { readonly from: number; readonly weight: number }[];
}

/** The columns of a comparison that looks at two at once; `undefined` for one that does not. */
export function readNamePair(readings: readonly LevelReading[]): NamePair | undefined {
  for (const reading of readings) {
    if (reading.kind === 'reversed') return reading.columns;
    if (reading.kind !== 'all') continue;
    const [one, other] = reading.parts;
    if (reading.parts.length === 2 && 'column' in one! && 'column' in other! && one.column !== other.column)
      return [one.column, other.column];
  }
  return undefined;
}

/**
 * A comparison of two names as one, as two fields and, where it knows swapped names, a remark. Its weights need not be
 * sums of a weight for each name: those are taken whose sums come nearest (least squares).
 */
export function splitNamePair(
  levels: readonly ReadLevel[],
  pair: NamePair,
  own: { readonly field: string; readonly method: string } | undefined,
  options: SplinkImportOptions,
): ImportedComparison {
  const { methods } = options;
  const names = own?.field.split('+') ?? pair.map((column) => fieldOf(column, options));
  const [first, last] = names as [string, string];
  const person = methods.get('personName')!;
  const remark = methods.get('swappedName')!;
  const { weights, leftOut } = weigh(levels, pair, person);
  if (weights.both === undefined) return onlySwapped(weights, [first, last], remark, own, leftOut);
  const { a, b, apart } = taken(weights);
  const similar = (equal: number) =>
    weights.similar.map(({ from, weight }) => ({ from, evidence: Math.round(equal + (weight - weights.both!) / 2) }));
  const fields: ImportedField[] = [
    fieldModel(first, person, a, similar(a.equal), levels, pair[0]),
    fieldModel(last, person, b, similar(b.equal), levels, pair[1]),
  ];
  if (weights.swapped !== undefined)
    fields.push(swappedField([first, last], remark, weights.swapped - Math.min(0, a.other) - Math.min(0, b.other)));
  return {
    fields,
    mapped: {
      ...{ matchMethod: `${pair.join(' and ')} as one`, method: 'personName', nearness: 'loose' },
      note: `a weight for each name, which differ together from Splink's by up to ${(apart / 1_000).toFixed(1)} bits`,
    },
    leftOut,
  };
}

function weigh(levels: readonly ReadLevel[], pair: NamePair, person: MatchMethod) {
  const weights: PairWeights = {
    both: undefined,
    first: undefined,
    last: undefined,
    neither: 0,
    swapped: undefined,
    similar: [],
  };
  const leftOut: { path: string; reason: string }[] = [];
  let pending = { m: 0, u: 0 };
  for (const { reading, shares, path, sql } of levels) {
    const both = added(pending, shares);
    if (take(weights, reading, weightOf(both), pair, person)) pending = { m: 0, u: 0 };
    else {
      leftOut.push({
        path,
        reason: `${sql.slice(0, 120)}: a pair of names has nothing of the kind here; its pairs fall into the next level`,
      });
      pending = both;
    }
  }
  return { weights, leftOut };
}

/** @returns whether the level has a place */
function take(
  weights: PairWeights,
  reading: LevelReading,
  weight: number,
  pair: NamePair,
  person: MatchMethod,
): boolean {
  const isEqual = (each: LevelReading | undefined, column: string) =>
    each?.kind === 'equal' && each.column === column && each.part === undefined;
  const isOfPair = (columns: readonly (string | undefined)[]) =>
    columns.length === 2 && pair.every((column) => columns.includes(column));
  if (reading.kind === 'else') weights.neither = weight;
  else if (reading.kind === 'reversed' && isOfPair(reading.columns)) weights.swapped = weight;
  else if (isEqual(reading, pair[0])) weights.first = weight;
  else if (isEqual(reading, pair[1])) weights.last = weight;
  else if (reading.kind !== 'all' || !isOfPair(reading.parts.map(columnOf))) return false;
  else if (pair.every((column) => reading.parts.some((each) => isEqual(each, column)))) weights.both = weight;
  else {
    const measured = reading.parts.map((part) => measuredBy(part, person));
    if (measured.includes(undefined)) return false;
    weights.similar.push({ from: Math.min(...measured.map((each) => each!.from)), weight });
  }
  return true;
}

const columnOf = (reading: LevelReading): string | undefined => ('column' in reading ? reading.column : undefined);

/** Weights of each name that add up to those of the pair, as nearly as they can. */
function taken({ both, first, last, neither }: PairWeights) {
  const [w11, w00] = [both!, neither];
  const w10 = first ?? w00;
  const w01 = last ?? w00;
  const middle = (w11 + w10 + w01 + w00) / 8;
  const ofFirst = (w11 + w10 - w01 - w00) / 4;
  const ofLast = (w11 + w01 - w10 - w00) / 4;
  return {
    a: { equal: middle + ofFirst, other: middle - ofFirst },
    b: { equal: middle + ofLast, other: middle - ofLast },
    apart: Math.abs(w11 - w10 - w01 + w00) / 4,
  };
}

function fieldModel(
  field: string,
  { name, floor }: MatchMethod,
  { equal, other }: { equal: number; other: number },
  similar: readonly { from: number; evidence: number }[],
  levels: readonly ReadLevel[],
  column: string,
): ImportedField {
  const tf = levels.find(
    ({ reading, adjusted }) => adjusted > 0 && reading.kind === 'equal' && reading.column === column,
  );
  const rest = Math.min(0, Math.round(other));
  const placed: Levels = [{ from: FULL, evidence: Math.round(equal), adjusted: tf?.adjusted ?? 0 }];
  for (const { from, evidence } of similar) {
    const last = placed.at(-1)!;
    const begins = from <= floor ? 1 : from;
    if (begins < last.from)
      placed.push({ from: begins, evidence: Math.max(rest, Math.min(last.evidence, evidence)), adjusted: 0 });
  }
  placed.push({ from: 0, evidence: Math.min(rest, placed.at(-1)!.evidence), adjusted: 0 });
  const pairU = levels.find(({ reading }) => reading.kind === 'all')?.shares.u ?? 0;
  return {
    ...{ field, method: name, model: { levels: placed } },
    frequency: tf === undefined ? undefined : { equalU: pairU + tf.shares.u, least: 0 },
  };
}

/** A comparison of swapped names alone, as our exports have it. */
function onlySwapped(
  { swapped, neither }: PairWeights,
  names: readonly [string, string],
  remark: MatchMethod,
  own: { readonly method: string } | undefined,
  leftOut: ImportedComparison['leftOut'],
): ImportedComparison {
  if (swapped === undefined) throw new NotComparable('it has no level at which both names are equal');
  if (own !== undefined && own.method !== remark.name) throw new NotComparable('its levels were changed');
  return {
    fields: [swappedField(names, remark, swapped - neither)],
    mapped: { matchMethod: 'columns reversed', method: remark.name, nearness: 'near' },
    leftOut,
  };
}

function swappedField(names: readonly [string, string], remark: MatchMethod, weight: number): ImportedField {
  const normal = (one: string, other: string) => remark.normalise([one, other]);
  const from = compareNormalised(remark, normal('anna', 'meier'), normal('meier', 'anna'));
  const evidence = Math.max(0, Math.round(weight));
  const levels: Levels = [
    { from: FULL, evidence: 0, adjusted: 0 },
    { from, evidence, adjusted: 0 },
    { from: 0, evidence: 0, adjusted: 0 },
  ];
  return { field: names.join('+'), method: remark.name, model: { levels } };
}

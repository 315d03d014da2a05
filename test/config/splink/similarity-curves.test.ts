import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { FULL, type MatchMethod } from '../../../src/matching/method.js';
import { compareNormalised } from '../../../src/matching/score.js';
import { levelsOf } from '../../../src/learning/comparison-levels.js';
import { damerauLevenshtein, jaccard, jaro, jaroWinkler, levenshtein } from './text-measures.js';
import { valuePairs, type ValuePair } from './value-pairs.js';

const FILE = '../../../src/config/splink/similarity-curves.ts';
const SHARES = Array.from({ length: 61 }, (_, i) => (100 - i) / 100);
const STEPS = Array.from({ length: 40 }, (_, i) => FULL - 250 * i);
const EDITS = [1, 2, 3, 4];
const DAYS = [1, 5, 31, 366, 3_653];
const REST = [0.01, 0.05, 0.1];

interface Measured {
  readonly measure: string;
  readonly thresholds: readonly number[];
  readonly value: (a: string, b: string) => number;
  /** Less is more alike. */
  readonly isDistance?: boolean;
}

const part = (pattern: RegExp) => (a: string, b: string) => {
  const found = pattern.exec(a)?.[0];
  return found !== undefined && found === pattern.exec(b)?.[0] ? 1 : 0;
};
const TEXTS: readonly Measured[] = [
  { measure: 'jaroWinkler', thresholds: SHARES, value: jaroWinkler },
  { measure: 'jaro', thresholds: SHARES, value: jaro },
  { measure: 'levenshtein', thresholds: EDITS, value: levenshtein, isDistance: true },
  { measure: 'damerauLevenshtein', thresholds: EDITS, value: damerauLevenshtein, isDistance: true },
  { measure: 'jaccard', thresholds: SHARES, value: jaccard },
];
const username = (address: string) => address.split('@')[0]!;
const distance = (a: string, b: string) => Math.abs(Number(a) - Number(b)) / Math.max(Number(a), Number(b));
/** Measures that only some methods' values have. */
const FURTHER: Readonly<Record<string, readonly Measured[]>> = {
  email: [
    { measure: 'username', thresholds: [1], value: part(/^[^@]+/) },
    { measure: 'domain', thresholds: [1], value: part(/@.+/) },
    { measure: 'usernameJaroWinkler', thresholds: SHARES, value: (a, b) => jaroWinkler(username(a), username(b)) },
  ],
  postalCode: [
    { measure: 'sector', thresholds: [1], value: part(/^[a-z]{1,2}[0-9][a-z0-9]? [0-9]/) },
    { measure: 'district', thresholds: [1], value: part(/^[a-z]{1,2}[0-9][a-z0-9]?/) },
    { measure: 'area', thresholds: [1], value: part(/^[a-z]{1,2}/) },
  ],
  date: [
    {
      measure: 'days',
      thresholds: DAYS,
      value: (a, b) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000,
      isDistance: true,
    },
  ],
  number: [{ measure: 'share', thresholds: REST, value: distance, isDistance: true }],
};
const METHODS =
  'personName fullName companyNameLight companyName companyNameStrict email phone date website street city postalCode number text'.split(
    ' ',
  );

const HEADER = `/* Made by \`npx vitest run test/config/splink/similarity-curves.test.ts --update\`. */

/**
 * Similarities of our methods and thresholds of the measures that Splink offers, matched by trying both on thousands of
 * pairs of values: each finds as many pairs as the other. The last number says how much alike, in percent: of the pairs
 * that either finds, those that both find.
 */
`;

it('similarity-curves.ts holds what measuring gives', { timeout: 400_000 }, async () => {
  const methods = createMethods({ defaultCountry: 'US' });
  const import_: Record<string, Record<string, number[][]>> = {};
  const export_: Record<string, { measure: string; points: number[][] }> = {};
  for (const name of METHODS) {
    const method = methods.get(name)!;
    const pairs = valuePairs(name);
    const similarities = pairs.map(([a, b]) => similarityOf(method, a, b));
    const measures =
      name === 'number' || name === 'date' ? [...TEXTS, ...FURTHER[name]!] : [...TEXTS, ...(FURTHER[name] ?? [])];
    const found = measures.map((measured) => ({ measured, table: tableOf(measured, pairs, similarities, method) }));
    import_[name] = Object.fromEntries(
      found.map(({ measured, table }) => [measured.measure, thinned(falling(table.map((each) => each.best)))]),
    );
    const froms = levelsOf(method).filter((from) => from > 0 && from < FULL);
    const exported = found
      .filter(({ measured }) => TEXTS.includes(measured) || measured.measure === 'share')
      .map(({ measured, table }) => {
        const points = froms.map((from) => nearestThreshold(table, similarities, from));
        return { measure: measured.measure, points, told: informationOf(table, points, similarities) };
      })
      .reduce((a, b) => (b.told > a.told ? b : a));
    export_[name] = { measure: exported.measure, points: exported.points };
  }
  const text =
    `${HEADER}/** By method and measure: threshold of the measure, our similarity, agreement. */\n` +
    `export const SIMILARITY_OF: Readonly<Record<string, Readonly<Record<string, readonly MeasuredPoint[]>>>> = ${JSON.stringify(import_)};\n\n` +
    `/** By method its nearest measure: our similarity, threshold of the measure, agreement. */\n` +
    `export const NEAREST_MEASURE: Readonly<Record<string, { readonly measure: string; readonly points: readonly MeasuredPoint[] }>> = ${JSON.stringify(export_)};\n\n` +
    `export type MeasuredPoint = readonly [from: number, to: number, agreement: number];\n`;
  const options = await resolveConfig(new URL(FILE, import.meta.url).pathname);
  await expect(await format(text, { ...options, parser: 'typescript' })).toMatchFileSnapshot(FILE);
});

function similarityOf(method: MatchMethod, a: string, b: string): number {
  const [one, other] = [method.normalise([a]), method.normalise([b])];
  return one === '' || other === '' ? 0 : compareNormalised(method, one, other);
}

interface Row {
  readonly threshold: number;
  /** Whether the condition holds, by pair, and for how many. */
  readonly held: readonly boolean[];
  readonly count: number;
  readonly best: number[];
}

function tableOf(
  { thresholds, value, isDistance = false }: Measured,
  pairs: readonly ValuePair[],
  similarities: readonly number[],
  method: MatchMethod,
): Row[] {
  const values = pairs.map(([a, b]) => value(a, b));
  return thresholds.map((threshold) => {
    const held = values.map((each) => (isDistance ? each <= threshold : each >= threshold));
    const count = held.filter((each) => each).length;
    return { threshold, held, count, best: nearestSimilarity(threshold, held, count, similarities, method) };
  });
}

/** The similarity from which as many pairs are found as by the condition. */
function nearestSimilarity(
  threshold: number,
  held: readonly boolean[],
  count: number,
  similarities: readonly number[],
  { floor }: MatchMethod,
): number[] {
  const froms = [FULL, ...STEPS.filter((from) => from > floor), 1];
  const from = froms.reduce((a, b) =>
    Math.abs(countOf(similarities, b) - count) < Math.abs(countOf(similarities, a) - count) ? b : a,
  );
  return [threshold, from, Math.round(100 * agreement(held, similarities, from))];
}

const countOf = (similarities: readonly number[], from: number) =>
  similarities.filter((similarity) => similarity >= from).length;

function agreement(held: readonly boolean[], similarities: readonly number[], from: number): number {
  let both = 0;
  let either = 0;
  held.forEach((isHeld, i) => {
    const isSimilar = similarities[i]! >= from;
    if (isHeld && isSimilar) both++;
    if (isHeld || isSimilar) either++;
  });
  return either === 0 ? 0 : both / either;
}

/** The threshold by which as many pairs are found as from the similarity on. */
function nearestThreshold(table: readonly Row[], similarities: readonly number[], from: number): number[] {
  const count = countOf(similarities, from);
  const best = table.reduce((a, b) => (Math.abs(b.count - count) < Math.abs(a.count - count) ? b : a));
  return [from, best.threshold, Math.round(100 * agreement(best.held, similarities, from))];
}

/** A looser condition has no higher similarity. */
function falling(points: readonly number[][]): number[][] {
  let last = FULL;
  return points.map(([threshold, from, share]) => [threshold!, (last = Math.min(last, from!)), share!]);
}

/** How much the levels by a measure tell of our levels, in bits. */
function informationOf(table: readonly Row[], points: readonly number[][], similarities: readonly number[]): number {
  const kept = table.filter(({ threshold }) => points.some(([, to]) => to === threshold));
  const [joint, ours, theirs] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1 / similarities.length);
  similarities.forEach((similarity, i) => {
    const own = String(points.filter(([from]) => similarity >= from!).length);
    const other = String(kept.filter(({ held }) => held[i]!).length);
    add(joint, `${own} ${other}`);
    add(ours, own);
    add(theirs, other);
  });
  return [...joint].reduce((sum, [key, share]) => {
    const [own, other] = key.split(' ') as [string, string];
    return sum + share * Math.log2(share / (ours.get(own)! * theirs.get(other)!));
  }, 0);
}

/** Leaves out points that say what the last one and the next one say. */
function thinned(points: readonly number[][]): number[][] {
  const kept: number[][] = [];
  points.forEach((point, i) => {
    const last = kept.at(-1);
    const isSame = (other: readonly number[] | undefined) =>
      other !== undefined && other[1] === point[1] && Math.abs(other[2]! - point[2]!) < 5;
    if (!isSame(last) || !isSame(points[i + 1])) kept.push([...point]);
  });
  return kept;
}

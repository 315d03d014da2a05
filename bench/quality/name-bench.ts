import { join } from 'node:path';
import { measure, type Measure } from '../../src/files/evaluation/curve.js';
import { FULL, type MatchMethod } from '../../src/matching/method.js';
import { compareNormalised } from '../../src/matching/score.js';
import { readTable } from './data-set.js';

/** Labelled pairs of names. Each pair is scored by a name method alone, without retrieval and other fields. */
export const NAME_BENCH = 'opensanctions_name_bench';

type Kind = 'persons' | 'companies';

/** One method and one threshold (0..10,000) per kind, the same for every data set. */
const judges: Readonly<Record<Kind, { method: string; threshold: number }>> = {
  persons: { method: 'fullName', threshold: 8_000 },
  companies: { method: 'companyName', threshold: 8_000 },
};

export interface NameBenchRow {
  readonly kind: Kind | 'all';
  readonly pairs: number;
  readonly measure: Measure;
}

export interface JudgedName {
  readonly kind: Kind;
  readonly names: readonly [string, string];
  readonly similarity: number;
  readonly isSame: boolean;
}

/**
 * Treats the names of every schema except `Person` as company names, because the other schemas describe things that
 * people founded or built.
 */
export function judgeNames(folder: string, methods: ReadonlyMap<string, MatchMethod>): JudgedName[] {
  const records = new Map(
    readTable(join(folder, NAME_BENCH, 'records.csv')).map((row) => [row['record_id']!, row] as const),
  );
  return readTable(join(folder, NAME_BENCH, 'labels.csv')).map((label) => {
    const [one, two] = [records.get(label['id1']!)!, records.get(label['id2']!)!];
    const kind: Kind = one['schema'] === 'Person' ? 'persons' : 'companies';
    const method = methods.get(judges[kind].method)!;
    const [a, b] = [method.normalise([one['name']!]), method.normalise([two['name']!])];
    const similarity = a === '' || b === '' ? 0 : compareNormalised(method, a, b);
    return { kind, names: [one['name']!, two['name']!], similarity, isSame: label['is_match'] === 'true' };
  });
}

export function nameBench(folder: string, methods: ReadonlyMap<string, MatchMethod>): NameBenchRow[] {
  const judged = judgeNames(folder, methods);
  return (['persons', 'companies', 'all'] as const).map((kind) => {
    const of = judged.filter((name) => kind === 'all' || name.kind === kind);
    const found = of.filter((name) => name.similarity >= judges[name.kind].threshold);
    const same = of.filter(({ isSame }) => isSame).length;
    return {
      kind,
      pairs: of.length,
      measure: measure(found.filter(({ isSame }) => isSame).length, found.length, same),
    };
  });
}

export const judgesInWords = (): string =>
  Object.entries(judges)
    .map(([kind, { method, threshold }]) => `${kind} by \`${method}\` at ${(threshold * 100) / FULL}%`)
    .join(', ');

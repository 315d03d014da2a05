import { notesOn } from '../../files/dedupe/describe-compared.js';
import { expectedAt } from '../../files/learning/expected-quality.js';
import { newPairList } from '../../files/dedupe/pair-flow.js';
import { prepare, type Prepared } from '../../files/dedupe/prepare.js';
import { readBy, textsOf } from '../../files/dedupe/read-rows.js';
import { mapRow } from '../../files/read/mapping.js';
import { averageLinkage } from '../../index/clustering/average-linkage.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { shownScore } from '../../matching/score.js';
import { explanationOf, type Explanation } from './explained-pair.js';
import type { Expected } from './learn.js';
import { inOptions, told, withNotes } from './likeness-error.js';
import { checked, compareOptions, resolve, type CompareOptions } from './option-schemas.js';
import { cellsOf, LIST, tableOf, type Row } from './rows.js';

export interface Pair {
  /** Index of a row, starting at 0. */
  readonly a: number;
  readonly b: number;
  /** Percentage, rounded down. */
  readonly score: number;
  /** Calculated on access. */
  readonly reasons: Explanation;
}

export interface Comparison {
  /** Pairs in order of score, highest first. */
  readonly pairs: readonly Pair[];
  /** Column names of the rows, by field. */
  readonly columns: readonly { readonly columns: readonly string[]; readonly field: string }[];
  /** Ids of the scenarios used. */
  readonly scenarios: readonly string[];
  /** Expected quality of a learned scenario at its threshold. */
  readonly expected?: Expected | undefined;
  /** Remarks, for example about guessed or ignored names, or the reason why nothing was learned. */
  readonly notes: readonly string[];
}

/**
 * Ascending row indexes of each group. Two groups are combined if at least a third of the pairs between them are
 * duplicates.
 */
export type Groups = readonly (readonly number[])[];

function compareLists(
  lists: readonly (readonly Row[])[],
  names: readonly string[],
  options: CompareOptions,
): Promise<{ comparison: Comparison; groups: Groups }> {
  return told(async () => {
    const call = lists.length > 1 ? 'link' : 'dedupe';
    const { configuration, type, map, scenario } = await resolve(checked(compareOptions, options, call));
    const table = tableOf(lists, names);
    const input = { ...options, file: undefined, table, map, scenario, source: lists.length > 1 ? LIST : undefined };
    const { result: prepared, notes } = await withNotes(() => prepare(input, configuration, type));
    try {
      return await found(prepared, lists, [...notes, ...notesOn(prepared, options.precision).map(inOptions)]);
    } finally {
      await prepared.index.end();
    }
  });
}

async function found(
  prepared: Prepared,
  lists: readonly (readonly Row[])[],
  notes: readonly string[],
): Promise<{ comparison: Comparison; groups: Groups }> {
  const { rows, index, scenarios, learned } = prepared;
  const all = lists.flat();
  const second = lists.length > 1 ? lists[0]!.length : 0;
  const columns = rows.columns!;
  const texts = (row: number): FieldTexts =>
    readBy(rows.read, textsOf(mapRow({ fields: rows.mapped!, unused: [] }, cellsOf(all[row]!, columns))));
  const kept = newPairList();
  const pairs: { pair: Pair; exact: number }[] = [];
  for await (const batch of index.pairs({ scenarios, progress: () => undefined })) {
    kept.addAll(batch);
    for (const { first, second: other, num, den } of batch) {
      const [a, b] = [first - 1, other - 1];
      let reasons: Explanation | undefined;
      const pair: Pair = {
        a,
        b: b - second,
        score: shownScore(num, den),
        get reasons() {
          return (reasons ??= explanationOf(scenarios, texts(a), texts(b)));
        },
      };
      pairs.push({ pair, exact: num / den });
    }
  }
  pairs.sort((x, y) => y.exact - x.exact || x.pair.a - y.pair.a || x.pair.b - y.pair.b);
  return {
    groups: averageLinkage(all.length, kept).members,
    comparison: {
      pairs: pairs.map(({ pair }) => pair),
      columns: rows.mapped!.map(({ field, positions }) => ({ columns: positions.map((at) => columns[at]!), field })),
      scenarios: scenarios.map(({ id }) => id),
      expected: learned && expectedAt(learned, scenarios[0]!),
      notes,
    },
  };
}

export interface Duplicates extends Comparison {
  /** Groups of two or more rows. The rows of a group represent the same person or company. */
  readonly groups: Groups;
}

/** Finds every pair of duplicates, as the scenarios define them. @throws LikenessError for unusable input */
export async function dedupe(rows: readonly Row[], options: CompareOptions = {}): Promise<Duplicates> {
  const { comparison, groups } = await compareLists([rows], ['rows'], options);
  return { ...comparison, groups };
}

/**
 * Finds duplicates between two lists. Ignores pairs within a list. In each pair, `a` is an index into the first list
 * and `b` an index into the second list.
 * @throws LikenessError for unusable options or rows
 */
export async function link(
  one: readonly Row[],
  other: readonly Row[],
  options: CompareOptions = {},
): Promise<Comparison> {
  return (await compareLists([one, other], ['one', 'other'], options)).comparison;
}

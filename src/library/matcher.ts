import { BUILT_IN, chooseScenarios } from '../batch/dedupe/asked-scenarios.js';
import { readInput } from '../batch/dedupe/read-input.js';
import { dedupe, type Duplicates } from './dedupe-rows.js';
import type { Comparison } from './compare-records.js';
import { explanationOf, type Explanation } from './explained-pair.js';
import { told } from './likeness-error.js';
import { link } from './link.js';
import { checked, matchOptions, resolve, type CompareOptions, type MatchOptions } from './option-schemas.js';
import { tableOf, type Row } from './rows.js';
import { withNotes } from './with-notes.js';

/** Compares by scenarios that stay the same. */
export interface Matcher {
  /** Name of the object type. */
  readonly object: string;
  /** Ids of the scenarios. */
  readonly scenarios: readonly string[];
  /** Why two rows are duplicates, or are not. */
  explain(a: Row, b: Row): Promise<Explanation>;
  dedupe(rows: readonly Row[], options?: Pick<CompareOptions, 'threads'>): Promise<Duplicates>;
  link(one: readonly Row[], other: readonly Row[], options?: Pick<CompareOptions, 'threads'>): Promise<Comparison>;
}

/**
 * Makes a matcher of the scenarios given, or of the built-in ones of the object: nothing is learned.
 *
 * @throws LikenessError for options that cannot be used
 */
export function createMatcher(options: MatchOptions = {}): Promise<Matcher> {
  return told(async () => {
    const { configuration, type, map, scenario } = await resolve(checked(matchOptions, options, 'createMatcher'));
    const { chosen } = await chooseScenarios(configuration, type, scenario ?? BUILT_IN);
    const { threshold } = options;
    const scenarios = chosen.map((each) =>
      threshold === undefined ? each : { ...each, threshold: Math.round(threshold * 100) },
    );
    const fixed = { ...options, scenarios: options.scenarios ?? ('built-in' as const) };
    return {
      object: type.name,
      scenarios: scenarios.map(({ id }) => id),
      explain: (a, b) =>
        told(async () => {
          const table = tableOf([[a, b]], ['rows']);
          const read = () => readInput({ file: undefined, table, map }, type);
          const { texts } = (await withNotes(read)).result;
          return explanationOf(scenarios, texts[0]!, texts[1]!);
        }),
      dedupe: (rows, more = {}) => dedupe(rows, { ...fixed, ...more }),
      link: (one, other, more = {}) => link(one, other, { ...fixed, ...more }),
    };
  });
}

/**
 * Takes the score of two rows apart: what was compared, how alike it was, what it gave.
 *
 * @throws LikenessError for options or rows that cannot be used
 */
export async function explain(a: Row, b: Row, options: MatchOptions = {}): Promise<Explanation> {
  return (await createMatcher(options)).explain(a, b);
}

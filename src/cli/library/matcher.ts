import { BUILT_IN, chooseScenarios } from '../../files/dedupe/asked-scenarios.js';
import { readInput } from '../../files/dedupe/read-input.js';
import { dedupe, link, type Comparison, type Duplicates } from './compare-records.js';
import { explanationOf, type Explanation } from './explained-pair.js';
import { told, withNotes } from './likeness-error.js';
import { checked, matchOptions, resolve, type CompareOptions, type MatchOptions } from './option-schemas.js';
import { tableOf, type Row } from './rows.js';

/** Compares rows with fixed scenarios. */
export interface Matcher {
  /** Name of the object type. */
  readonly object: string;
  /** Ids of the scenarios. */
  readonly scenarios: readonly string[];
  /** Explains why two rows are duplicates, or not. */
  explain(a: Row, b: Row): Promise<Explanation>;
  dedupe(rows: readonly Row[], options?: Pick<CompareOptions, 'threads'>): Promise<Duplicates>;
  link(one: readonly Row[], other: readonly Row[], options?: Pick<CompareOptions, 'threads'>): Promise<Comparison>;
}

/** Uses the given scenarios, or the object's built-in scenarios. @throws LikenessError for unusable options */
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
          return explanationOf(scenarios, texts.at(0), texts.at(1));
        }),
      dedupe: (rows, more = {}) => dedupe(rows, { ...fixed, ...more }),
      link: (one, other, more = {}) => link(one, other, { ...fixed, ...more }),
    };
  });
}

/** Explains the score of two rows: values, similarities, contributions. @throws LikenessError for unusable input */
export async function explain(a: Row, b: Row, options: MatchOptions = {}): Promise<Explanation> {
  return (await createMatcher(options)).explain(a, b);
}

/** Likeness as a library: see LIBRARY.md. Everything else in the package may change without notice. */
export type { ScenarioDefinition } from './matching/scenario.js';
export { cleanCsv, type CleanedCsv, type CleanOptions } from './cli/library/clean-csv.js';
export { createClient, type ClientOptions, type LikenessClient } from './cli/library/create-client.js';
export {
  dedupe,
  link,
  type Comparison,
  type Duplicates,
  type Groups,
  type Pair,
} from './cli/library/compare-records.js';
export type { Explanation } from './cli/library/explained-pair.js';
export { learn, type Expected, type Learned, type LearnOptions } from './cli/library/learn.js';
export { LikenessError } from './cli/library/likeness-error.js';
export { createMatcher, explain, type Matcher } from './cli/library/matcher.js';
export type { CompareOptions, MatchOptions } from './cli/library/option-schemas.js';
export type { Row } from './cli/library/rows.js';
export { createService, type EmbeddedService, type ServiceOptions } from './cli/library/open-service.js';

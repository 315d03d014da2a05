/** Likeness as a library: see LIBRARY.md. Everything else in the package may change without notice. */
export type { ScenarioDefinition } from '../matching/scenario.js';
export { cleanCsv, type CleanedCsv, type CleanOptions } from './clean-csv.js';
export type { Comparison, Groups, Pair } from './compare-records.js';
export { dedupe, type Duplicates } from './dedupe-rows.js';
export type { Explanation } from './explained-pair.js';
export type { Expected } from './expected.js';
export { learn, type Learned, type LearnOptions } from './learn.js';
export { LikenessError } from './likeness-error.js';
export { link } from './link.js';
export { createMatcher, explain, type Matcher } from './matcher.js';
export type { CompareOptions, MatchOptions } from './option-schemas.js';
export type { Row } from './rows.js';
export { createService, type EmbeddedService, type ServiceOptions } from './open-service.js';

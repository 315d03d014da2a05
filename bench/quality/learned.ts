import type { Configuration } from '../../src/config/configuration.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

/** Trains scenarios on a set's own unlabelled records. */
export type Learn = (configuration: Configuration, set: DataSet) => Promise<Scenario[]>;

/** `undefined` while the program cannot learn: the page then says "not yet". */
export const learn: Learn | undefined = undefined;

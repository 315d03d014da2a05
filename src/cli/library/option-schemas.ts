import { z } from 'zod';
import type { AskedScenarios } from '../../files/dedupe/asked-scenarios.js';
import { jsonPath } from '../../store/config/problem.js';
import { loadConfiguration } from '../../store/config/load.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { nameHint } from '../../records/nearest-name.js';
import { LikenessError } from './likeness-error.js';

/** Options that determine how rows are read and compared. */
export interface MatchOptions {
  /** Object type that the rows describe, such as `Contact` (people, the default), `Account` (companies) or `Lead`. */
  readonly object?: string;
  /**
   * Maps names in the rows to fields, `{ given_name: 'FirstName', notes: '' }`. `''` ignores a name. Other names are
   * mapped automatically, based on names and values.
   */
  readonly map?: Readonly<Record<string, string>>;
  /**
   * Scenarios to use: one, several, or `built-in`. By default, a scenario is learned from 200 or more rows with two
   * fields to compare. With fewer rows or fields, the built-in scenarios are used.
   */
  readonly scenarios?: 'built-in' | ScenarioDefinition | readonly ScenarioDefinition[];
  /** Minimum score of duplicates, in percent, which replaces the scenarios' thresholds. */
  readonly threshold?: number;
  /** Configuration folder (objects, scenarios, lists). Default: the built-ins. */
  readonly config?: string;
}

/** Options of calls that compare many rows. */
export interface CompareOptions extends MatchOptions {
  /** Whether to learn even from few rows and fields. Fails if learning is impossible. */
  readonly learn?: boolean;
  /** Minimum expected precision in percent. The learned threshold is raised until this precision is expected. */
  readonly precision?: number;
  /** Number of worker threads, 1 to 256. Default: one per CPU, or one for fewer than 20,000 rows. */
  readonly threads?: number;
}

const percent = z.number().min(0).max(100);
const match = {
  object: z.string().min(1).optional(),
  map: z.record(z.string().min(1), z.string()).optional(),
  scenarios: z.union([z.literal('built-in'), z.looseObject({}), z.array(z.looseObject({})).min(1)]).optional(),
  threshold: percent.optional(),
  config: z.string().min(1).optional(),
};
export const matchOptions = z.strictObject(match);
export const compareOptions = z.strictObject({
  ...match,
  learn: z.boolean().optional(),
  precision: percent.optional(),
  threads: z.int().min(1).max(256).optional(),
});

/** @throws LikenessError naming the option and the expected value */
export function checked<Given>(schema: z.ZodType, options: Given, call: string): Given {
  const result = schema.safeParse(options);
  if (result.success) return options;
  const { path, message } = result.error.issues[0]!;
  throw new LikenessError(`${call}: options${path.length === 0 ? '' : `.${jsonPath(path)}`}: ${message}`);
}

export interface Resolved {
  readonly configuration: Configuration;
  readonly type: ObjectType;
  /** Mapping in the format of `--map`. */
  readonly map: readonly string[];
  readonly scenario: AskedScenarios | undefined;
}

/** @throws LikenessError for an unknown object or field */
export async function resolve({ object = 'Contact', map = {}, config, scenarios }: MatchOptions): Promise<Resolved> {
  const configuration = await loadConfiguration(config);
  const { registry } = configuration;
  const type = registry.byName(object);
  if (type === undefined) {
    const known = registry.types.map(({ name }) => name);
    throw new LikenessError(`options.object: unknown object type '${object}'; expected one of ${known.join(', ')}`);
  }
  for (const [key, field] of Object.entries(map)) {
    if (field === '' || type.field(field) !== undefined) continue;
    const names = type.fields.map(({ name }) => name);
    throw new LikenessError(`options.map.${key}: ${type.name} has no field '${field}'${nameHint(field, names)}`);
  }
  const given = Object.entries(map).map(([key, field]) => `${key}=${field}`);
  return { configuration, type, map: given, scenario: scenarios };
}

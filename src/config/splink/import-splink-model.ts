import type { MatchMethod } from '../../matching/method.js';
import { methodByPattern } from '../../matching/method-traits.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { ImportError, type MappedMethod, type Used } from '../import/import-report.js';
import type { NotUsed } from '../import/unused-keys.js';
import { scenarioDefinitionSchema } from '../config-schemas.js';
import { jsonPath } from '../problem.js';
import {
  fieldOf,
  NotComparable,
  type ImportedComparison,
  type ImportedField,
  type SplinkImportOptions,
  type TermFrequency,
} from './import-context.js';
import { changesIn, readLevel, type LevelReading } from './level-reading.js';
import { sharesOfLevels, weightOf } from './level-weights.js';
import { placeLevels, type ReadLevel } from './imported-levels.js';
import { nearnessOf } from './method-equivalents.js';
import { readNamePair, splitNamePair } from './name-pair.js';
import {
  isOfSplink2,
  splinkModelSchema,
  type SavedComparison,
  type SavedLevel,
  type SplinkModel,
} from './splink-schema.js';

export interface ConvertedSplinkModel {
  readonly scenario: ScenarioDefinition;
  readonly used: readonly Used[];
  readonly methods: readonly MappedMethod[];
  readonly leftOut: readonly NotUsed[];
  readonly notUsed: readonly NotUsed[];
  readonly frequencies: readonly TermFrequency[];
}

const MOST_SHOWN = 10;
const DEFAULT_PRIOR = 0.0001;

/** @throws ImportError naming the first ten faults */
export function parseSplinkModel(json: unknown): SplinkModel {
  if (isOfSplink2(json))
    throw new ImportError(
      'These are settings of Splink 2 or older (comparison_columns): train the model in Splink 4 or 5 and save it (linker.misc.save_model_to_json)',
    );
  const result = splinkModelSchema.safeParse(json);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${jsonPath(path) || 'the file'}: ${message}`);
  const more = lines.length > MOST_SHOWN ? [`  and ${lines.length - MOST_SHOWN} more`] : [];
  throw new ImportError(`These are not settings of Splink:\n${[...lines.slice(0, MOST_SHOWN), ...more].join('\n')}`);
}

/** Columns that the levels compare, as far as they are understood. */
export function columnsOf({ comparisons }: SplinkModel): string[] {
  const readings = comparisons.flatMap((each) => each.comparison_levels.map((level) => readLevel(level.sql_condition)));
  return [...new Set(readings.flatMap(columnsOfReading))];
}

/**
 * A trained model of Splink as a learned scenario: comparisons become the nearest of our methods, their levels
 * similarities that measuring found to divide pairs alike, m and u match weights.
 *
 * @throws ImportError for a model without a trained comparison, or one of which nothing can be taken over
 */
export function convertSplinkModel(model: SplinkModel, options: SplinkImportOptions): ConvertedSplinkModel {
  checkTrained(model);
  const found = new Found();
  model.comparisons.forEach((comparison, i) => {
    const path = `comparisons[${i}]`;
    try {
      found.add(path, importComparison(comparison, path, options), comparison);
      found.leftOut.push(...lossesOf(comparison, path));
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      found.leftOut.push({ path, reason: `the comparison ${nameOf(comparison)} is left out: ${error.message}` });
    }
  });
  if (found.fields.length === 0) {
    const lines = found.leftOut.slice(0, MOST_SHOWN).map(({ path, reason }) => `  ${path}: ${reason}`);
    throw new ImportError(`Nothing of these settings can be taken over:\n${lines.join('\n')}`);
  }
  const frequencies = found.fields.flatMap(({ frequency }, field) => (frequency ? [{ ...frequency, field }] : []));
  return {
    scenario: checked(scenarioOf(model, found.fields, options)),
    ...{ used: found.used, methods: found.methods, leftOut: found.leftOut, frequencies },
    notUsed: notUsedOf(model),
  };
}

class Found {
  readonly fields: ImportedField[] = [];
  readonly used: Used[] = [];
  readonly methods: MappedMethod[] = [];
  readonly leftOut: NotUsed[] = [];

  add(path: string, { fields, mapped, leftOut }: ImportedComparison, comparison: SavedComparison): void {
    const twice = fields.find((one) =>
      this.fields.some((each) => each.field === one.field && each.method === one.method),
    );
    if (twice !== undefined)
      throw new NotComparable(`${twice.field} is compared by ${twice.method} already, by another comparison`);
    this.fields.push(...fields);
    this.methods.push({ path, ...mapped });
    this.leftOut.push(...leftOut);
    const names = fields.map(({ field, method }) => `${field} by ${method}`).join(', ');
    this.used.push({ path, as: `${nameOf(comparison)} as ${names}` });
  }
}

/** A model that was never trained has no shares to take over; one that was may lack some. */
function checkTrained({ comparisons }: SplinkModel): void {
  const levels = comparisons.flatMap((each, i) =>
    each.comparison_levels.flatMap((level, k) =>
      isOfBlanks(level) ? [] : [{ level, path: `comparisons[${i}].comparison_levels[${k}]` }],
    ),
  );
  const isTrained = ({ level }: { level: SavedLevel }) =>
    typeof level.m_probability === 'number' && typeof level.u_probability === 'number';
  if (levels.some(isTrained)) return;
  const [first] = levels;
  throw new ImportError(
    `This model was not trained: ${first?.path ?? 'comparisons[0]'} has no m_probability and u_probability; train it in Splink and save it again (linker.misc.save_model_to_json)`,
  );
}

function importComparison(saved: SavedComparison, path: string, options: SplinkImportOptions): ImportedComparison {
  const own = readOwn(saved, options);
  const levels = readLevels(saved, path);
  if (levels.at(-1)?.reading.kind !== 'else')
    throw new NotComparable('it has no level ELSE: values that are not alike have no weight');
  const pair = readNamePair(levels.map(({ reading }) => reading));
  if (pair !== undefined) return splitNamePair(levels, pair, own, options);
  const columns = [...new Set(levels.flatMap(({ reading }) => columnsOfReading(reading)))];
  if (columns.length === 0) throw new NotComparable(`none of its conditions is understood (${reasonsOf(levels)})`);
  if (columns.length > 1) throw new NotComparable(`it compares several columns as one: ${columns.join(', ')}`);
  const field = own?.field ?? fieldOf(columns[0]!, options);
  const method = own?.method ?? methodFor(field, levels, options);
  const { levels: placed, agreement, leftOut, notes } = placeLevels(levels, options.methods.get(method)!);
  if (placed.length < 2) throw new NotComparable(`${method} has none of its levels (${reasonsOf(levels)})`);
  const blanks = blanksOf(saved);
  const usual = levels.some(({ isUsual }) => isUsual)
    ? ["levels without m or u have Splink's own starting values"]
    : [];
  const note = [...notes, ...usual].join('; ');
  return {
    fields: [{ field, method, model: { levels: placed, ...blanks }, frequency: frequencyOf(saved, levels) }],
    mapped: { matchMethod: kindOf(levels), method, nearness: nearnessOf(agreement), ...(note !== '' && { note }) },
    leftOut,
  };
}

/** Field and method, where the comparison is one of our exports. */
function readOwn(
  { comparison_description: description }: SavedComparison,
  { type, methods, mapped }: SplinkImportOptions,
): { field: string; method: string } | undefined {
  const text = description ?? '';
  const at = text.lastIndexOf(' by ');
  const [label, method] = at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + ' by '.length)];
  const names = label.split(/[+|]/).map((name) => name.trim());
  if (label === '' || !methods.has(method) || names.some((name) => type.field(name) === undefined)) return undefined;
  return names.some((name) => mapped.has(name)) ? undefined : { field: label, method };
}

/** Demands of a comparison that is taken over which no level has. */
function lossesOf({ comparison_levels: levels }: SavedComparison, path: string): NotUsed[] {
  const columns = new Set(levels.flatMap((level) => columnsOfReading(readLevel(level.sql_condition))));
  return levels.flatMap((level, i) => {
    const { sql_condition: sql, tf_adjustment_column: counted, tf_adjustment_weight: weight } = level;
    const reasons: string[] = [];
    if (i >= reachedOf(levels)) reasons.push('it stands behind ELSE, where no pair reaches it');
    if (level.is_null_level === true && readLevel(sql).kind !== 'blank')
      reasons.push('pairs that are not compared for another reason than a missing value are compared here');
    const changes = changesIn(sql);
    if (changes.length > 0) reasons.push(`values are compared here as they are, without ${changes.join(', ')}`);
    if (typeof counted === 'string' && !columns.has(counted))
      reasons.push(`frequencies of ${counted} have no equivalent: those of the values compared are taken`);
    if ((weight ?? 1) > 1) reasons.push(`frequencies count with a weight of 1 at the most, not of ${weight!}`);
    const shown = sql.replace(/\s+/g, ' ').trim().slice(0, 120);
    return reasons.map((reason) => ({ path: `${path}.comparison_levels[${i}]`, reason: `${shown}: ${reason}` }));
  });
}

/** Equality alone is compared as such, anything beyond by the field's usual method. */
function methodFor(name: string, levels: readonly ReadLevel[], { type, methods }: SplinkImportOptions): string {
  const isEqualOnly = ({ reading }: ReadLevel) =>
    (reading.kind === 'equal' && reading.part === undefined) || ['else', 'blank', 'unknown'].includes(reading.kind);
  if (levels.every(isEqualOnly)) return 'exact';
  const all = [...methods.values()];
  const isOfPeople = type.field('LastName') !== undefined;
  const described = { name, type: type.field(name)!.type, recordsOf: isOfPeople ? 'person' : 'company' } as const;
  const patternsOf = ({ usualFor = [], learnedFor = [] }: MatchMethod) => [...usualFor, ...learnedFor];
  const usual = methodByPattern(all, described, patternsOf);
  if (usual !== undefined) return usual.name;
  const isLong = levels.some(({ reading }) => reading.kind === 'similar' && reading.measure === 'jaccard');
  return all.find(({ texts }) => texts === (isLong ? 'long' : 'short'))!.name;
}

export interface SavedReadLevel extends ReadLevel {
  /** Splink's own starting values stand for missing ones. */
  readonly isUsual: boolean;
}

/** The levels of values that are there, from the most alike down to the last one that a pair reaches. */
function readLevels({ comparison_levels: levels }: SavedComparison, path: string): SavedReadLevel[] {
  const reached = levels.slice(0, reachedOf(levels));
  const filled = reached.flatMap((level, i) => (isOfBlanks(level) ? [] : [{ level, i }]));
  const shares = sharesOfLevels(filled.map(({ level }) => level));
  return filled.map(({ level, i }, n) => ({
    reading: readLevel(level.sql_condition),
    ...shares[n]!,
    path: `${path}.comparison_levels[${i}]`,
    sql: level.sql_condition,
    adjusted: adjustedOf(level),
  }));
}

/** How many levels a pair may fall in: none is behind ELSE. */
function reachedOf(levels: readonly SavedLevel[]): number {
  const last = levels.findIndex(({ sql_condition: sql }) => readLevel(sql).kind === 'else');
  return last < 0 ? levels.length : last + 1;
}

function adjustedOf({ tf_adjustment_column: column, tf_adjustment_weight: weight }: SavedLevel): number {
  return typeof column === 'string' ? Math.min(1_000, Math.round(1_000 * (weight ?? 1))) : 0;
}

function isOfBlanks({ is_null_level: isNull, sql_condition: sql }: SavedLevel): boolean {
  return isNull === true || readLevel(sql).kind === 'blank';
}

/** The weight of blanks: nothing at a null level, something at a level of their own. */
function blanksOf({ comparison_levels: levels }: SavedComparison): Pick<FieldModelDefinition, 'blanks'> {
  const weights = { one: 0, both: 0 };
  for (const { sql_condition: sql, is_null_level: isNull, m_probability: m, u_probability: u } of levels) {
    const reading = readLevel(sql);
    if (isNull === true || reading.kind !== 'blank' || typeof m !== 'number' || typeof u !== 'number') continue;
    weights[reading.both ? 'both' : 'one'] = weightOf({ m, u });
  }
  return weights.one === 0 && weights.both === 0 ? {} : { blanks: [0, weights.one, weights.both] };
}

function frequencyOf({ comparison_levels: saved }: SavedComparison, levels: readonly ReadLevel[]) {
  const adjusted = saved.find(({ tf_adjustment_column: column }) => typeof column === 'string');
  if (adjusted === undefined) return undefined;
  const equal = levels.find(({ reading }) => reading.kind === 'equal' && reading.part === undefined);
  if (equal === undefined || equal.shares.u <= 0) return undefined;
  return { equalU: equal.shares.u, least: adjusted.tf_minimum_u_value ?? 0 };
}

function columnsOfReading(reading: LevelReading): string[] {
  if ('column' in reading) return [reading.column];
  if ('columns' in reading) return [...reading.columns];
  return 'parts' in reading ? reading.parts.flatMap(columnsOfReading) : [];
}

function reasonsOf(levels: readonly ReadLevel[]): string {
  const reasons = levels.flatMap(({ reading }) => (reading.kind === 'unknown' ? [reading.reason] : []));
  return [...new Set(reasons)].slice(0, 3).join('; ') || 'they are of another kind';
}

/** `equal, jaroWinkler 0.92, 0.88` */
function kindOf(levels: readonly ReadLevel[]): string {
  const kinds = levels.flatMap(({ reading }) => {
    if (reading.kind === 'similar') return [`${reading.measure} ${reading.threshold}`];
    if (reading.kind === 'days') return [`${Math.round(reading.days)} days`];
    return reading.kind === 'else' || reading.kind === 'unknown' ? [] : [reading.kind];
  });
  return kinds.join(', ');
}

function nameOf({ output_column_name: name }: SavedComparison): string {
  return (name ?? 'without a name').slice(0, 80);
}

function scenarioOf(
  { probability_two_random_records_match: share }: SplinkModel,
  fields: readonly ImportedField[],
  { type, threshold }: SplinkImportOptions,
): ScenarioDefinition {
  const prior = share ?? DEFAULT_PRIOR;
  const most = ({ model }: ImportedField) => Math.max(...model.levels.map(({ evidence }) => evidence)) / 1_000;
  return {
    id: `${type.name.toLowerCase()}-splink`,
    name: `${type.name} Splink`,
    object: type.name,
    threshold,
    usage: ['restSearch', 'restUpsert'],
    scoreMethod: 'probabilistic',
    fields: fields.map((each) => ({
      ...{ field: each.field, method: each.method, blank: 'ignore' },
      weight: Math.max(0.01, Math.round(100 * most(each)) / 100),
    })),
    model: {
      version: 1,
      prior: weightOf({ m: prior, u: 1 - prior }),
      fields: fields.map(({ model }) => model),
    },
  };
}

function checked(scenario: ScenarioDefinition): ScenarioDefinition {
  const result = scenarioDefinitionSchema.safeParse(scenario);
  if (result.success) return scenario;
  const [issue] = result.error.issues;
  throw new ImportError(`These settings make no scenario: ${jsonPath(issue?.path ?? [])} ${issue?.message ?? ''}`);
}

const REASONS: readonly (readonly [key: string, reason: string])[] = [
  ['blocking_rules_to_generate_predictions', 'retrieval is exact here: no rules are needed for it'],
  ['link_type', 'jobs and commands say whether records are compared within a table or across sources'],
];

function notUsedOf(model: SplinkModel): NotUsed[] {
  return REASONS.filter(([key]) => key in model).map(([path, reason]) => ({ path, reason }));
}

import type { MatchMethod } from '../../matching/method.js';
import type { ModelDefinition } from '../../matching/model-definition.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Nearness } from '../import/product-methods.js';
import { blockingRules, type BlockingKey } from './blocking-rules.js';
import {
  exportComparison,
  exportSwapped,
  quoted,
  type ExportedComparison,
  type SplinkComparison,
} from './exported-comparison.js';
import { equivalentOf, nearnessOf } from './method-equivalents.js';

export const LINK_TYPES = ['dedupe_only', 'link_only', 'link_and_dedupe'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** Settings that Splink 4 and 5 take. */
export interface SplinkSettings {
  readonly link_type: LinkType;
  readonly probability_two_random_records_match: number;
  readonly unique_id_column_name: string;
  readonly retain_matching_columns: boolean;
  readonly retain_intermediate_calculation_columns: boolean;
  readonly blocking_rules_to_generate_predictions: readonly {
    readonly blocking_rule: string;
    readonly sql_dialect: 'duckdb';
  }[];
  readonly comparisons: readonly SplinkComparison[];
}

export interface SplinkExport {
  readonly settings: SplinkSettings;
  /** SQL (DuckDB) that makes of a table `records` the table that the settings are made for. */
  readonly prepare: string;
  readonly fields: readonly { readonly field: string; readonly method: string; readonly nearness: Nearness }[];
  /** Everything that Splink has nothing for, with what stands in its place. */
  readonly noEquivalent: readonly { readonly what: string; readonly instead: string }[];
  /** For Splink's `threshold_match_probability`. */
  readonly threshold: number;
}

export interface SplinkExportOptions {
  readonly linkType?: LinkType | undefined;
  readonly idColumn?: string | undefined;
  /** By default new ones. */
  readonly methods?: ReadonlyMap<string, MatchMethod> | undefined;
}

/** The scenario is none that Splink has an equivalent of. */
export class NotExported extends Error {
  override readonly name = 'NotExported';
}

/** Bits of agreement from which the beginning of a value is worth a rule. */
const TELLING = 6;
const BEGINNING = 4;
/** Share of a value's bits that its beginning tells. */
const OF_BEGINNING = 0.6;

/**
 * A learned scenario as settings of Splink: every field becomes a comparison whose levels have our match weights, by
 * the conditions that come nearest to the method (see `conditionsOf`).
 *
 * @throws NotExported
 */
export function exportSplinkSettings(scenario: ScenarioDefinition, options: SplinkExportOptions = {}): SplinkExport {
  const { model, id, threshold } = scenario;
  if (model === undefined)
    throw new NotExported(
      `${id} was not learned: its weights are no probabilities, which Splink's settings are made of`,
    );
  const methods = options.methods ?? createMethods();
  const columns = new Map<string, string>();
  const fields = scenario.fields.map(({ field, method }, i) =>
    exportField({ field, method, model: model.fields[i]!, known: methods.get(method) }, columns),
  );
  const idColumn = options.idColumn ?? 'unique_id';
  return {
    settings: {
      link_type: options.linkType ?? 'dedupe_only',
      probability_two_random_records_match: 1 / (1 + 2 ** (-model.prior / 1_000)),
      unique_id_column_name: idColumn,
      retain_matching_columns: true,
      retain_intermediate_calculation_columns: true,
      blocking_rules_to_generate_predictions: blockingRules(fields.flatMap(keysOf), -model.prior / 1_000).map(
        (rule) => ({
          blocking_rule: rule,
          sql_dialect: 'duckdb',
        }),
      ),
      comparisons: fields.map(({ exported }) => exported.comparison),
    },
    prepare: prepareSql(columns, idColumn, options.linkType),
    fields: fields.map(({ field, method, exported }) => ({ field, method, nearness: nearnessOf(exported.agreement) })),
    noEquivalent: [...fields.flatMap(lossesOf), ...lossesOfModel(scenario, model)],
    threshold,
  };
}

interface ExportedField {
  readonly field: string;
  readonly method: string;
  readonly exported: ExportedComparison;
  /** Column of the prepared table; absent where two are compared crosswise. */
  readonly column?: string;
  /** Parts of the fields' values that are not compared. */
  readonly leftOut?: string;
}

interface LearnedField {
  readonly field: string;
  readonly method: string;
  readonly model: ModelDefinition['fields'][number];
  readonly known: MatchMethod | undefined;
}

/** @param columns of the prepared table, each with its SQL over the raw one; those that the field needs are added */
function exportField(learned: LearnedField, columns: Map<string, string>): ExportedField {
  const { field, method, model, known } = learned;
  const names = field.split(/[+|]/).map((name) => name.trim());
  const { prepare } = equivalentOf(method);
  if (known?.kind === 'remark' && names.length === 2) {
    for (const name of names) if (!columns.has(name)) columns.set(name, prepare(quoted(name)));
    return { field, method, exported: exportSwapped([names[0]!, names[1]!], field, known, model) };
  }
  const isSeveral = field.includes('|');
  const isJoined = names.length > 1 && !isSeveral;
  const sql = prepare(isJoined ? `concat_ws(' ', ${names.map(quoted).join(', ')})` : quoted(names[0]!));
  const column = freeColumn(isJoined ? names.join('_') : names[0]!, method, sql, columns);
  columns.set(column, sql);
  const exported = exportComparison(column, field, method, model);
  return { field, method, exported, column, ...(isSeveral && { leftOut: names.slice(1).join(', ') }) };
}

/** A column that two methods read in different forms is there twice. */
function freeColumn(name: string, method: string, sql: string, columns: ReadonlyMap<string, string>): string {
  const taken = columns.get(name);
  return taken === undefined || taken === sql ? name : `${name}_${method.replace(/\W+/g, '_')}`;
}

function keysOf({ exported, column, method }: ExportedField): BlockingKey[] {
  const bits = -Math.log2(exported.equalU);
  if (column === undefined || bits <= 0) return [];
  const whole = { sql: `$.${quoted(column)}`, column, bits };
  if (bits < TELLING || ['date', 'number'].includes(method)) return [whole];
  const sql = `substr($.${quoted(column)}, 1, ${BEGINNING})`;
  return [whole, { sql, column, bits: bits * OF_BEGINNING }];
}

function prepareSql(columns: ReadonlyMap<string, string>, id: string, linkType: LinkType | undefined): string {
  const source = linkType === undefined || linkType === 'dedupe_only' ? [] : ['source_dataset'];
  const kept = [id, ...source].map((name) => `  ${quoted(name)}`);
  const lines = [...columns].map(([column, sql]) => `  ${sql} AS ${quoted(column)}`);
  return `CREATE TABLE prepared AS SELECT\n${[...kept, ...lines].join(',\n')}\nFROM records;`;
}

function lossesOf({ field, method, exported, leftOut }: ExportedField): { what: string; instead: string }[] {
  const { lost } = equivalentOf(method);
  const instead = `${field} is compared by ${conditionText(exported)}`;
  const lines = lost === undefined ? [] : [{ what: `${field} by ${method}: ${lost}`, instead }];
  if (leftOut !== undefined)
    lines.push({ what: `${field}: several values of a record`, instead: `without the values of ${leftOut}` });
  if (exported.joined.length > 0) {
    const shown = exported.joined.map((from) => Math.round(from / 100)).join(', ');
    lines.push({
      what: `${field}: a weight for each of the similarities from ${shown} %`,
      instead: 'one for all that a condition of Splink holds together',
    });
  }
  return lines;
}

function conditionText({ comparison }: ExportedComparison): string {
  const similar = comparison.comparison_levels.flatMap(({ sql_condition: sql }) => {
    const [, measure, limit] = /^(\w+)\((?:[^)]*)\) ((?:<=|>=) .+)$/.exec(sql) ?? [];
    return measure === undefined ? [] : [`${measure} ${limit!}`];
  });
  return ['equality', ...similar].join(', ');
}

function lossesOfModel(
  { threshold, contradictions, usage }: ScenarioDefinition,
  { rivals = [], fields }: ModelDefinition,
): { what: string; instead: string }[] {
  const losses = rivals.map(({ name }) => ({
    what: `the non-match class ${name}: records of different parties that agree for a reason`,
    instead: 'nothing: Splink compares a match with chance alone, and such pairs score higher',
  }));
  if (fields.some(({ frequencies }) => frequencies !== undefined))
    losses.push({
      what: 'frequencies of values as they were learned',
      instead: 'Splink counts them in the table that it is given (`tf_adjustment_column`)',
    });
  if (contradictions !== false)
    losses.push({
      what: 'contradictions (other birth dates, two first names, ...) that keep a pair apart',
      instead: 'nothing: the weights alone decide',
    });
  if (usage.includes('restUpsert'))
    losses.push({
      what: 'the rule that an upsert rests on more than names and places',
      instead: 'nothing: the weights alone decide',
    });
  losses.push(
    {
      what: 'retrieval that misses nothing',
      instead: 'blocking rules: a pair that agrees in none of them is never looked at',
    },
    {
      what: `the threshold of ${threshold} %`,
      instead: `linker.inference.predict(threshold_match_probability=${threshold / 100})`,
    },
  );
  return losses;
}

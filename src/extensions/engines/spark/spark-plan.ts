import { columnsOf, isJoined } from '../../../index/join/self-join.js';
import { createMemoryIndex } from '../../../index/memory-index.js';
import { numberedFields } from '../../../index/threads/numbered-index.js';
import { packScenario, unpackScenario, type PortableScenario } from '../../../index/threads/portable-scenario.js';
import { createMethods, type MethodOptions } from '../../../matching/methods/create-methods.js';
import type { Scenario } from '../../../matching/scenario.js';

interface PlannedColumn {
  readonly fields: readonly string[];
  readonly method: string;
  /** For each field, its column in the table of rows; `null` if no row has the field. */
  readonly texts: readonly (string | null)[];
}

/** A column whose values are compared with each other. */
interface JoinedColumn {
  /** Index among the columns that the scenarios read. */
  readonly column: number;
  /** Indexes in `columns` of the column itself, or of the columns that it combines. */
  readonly needs: readonly number[];
  /** Whether the column is combined from other columns, row by row. */
  readonly isMade: boolean;
  /** Whether the column's values cannot be distributed among tasks. */
  readonly isWhole: boolean;
}

/** All data that the programs on the cluster need, as JSON. */
export interface SparkPlan {
  readonly rows: number;
  readonly hasIds: boolean;
  readonly hasSources: boolean;
  readonly texts: readonly string[];
  readonly columns: readonly PlannedColumn[];
  readonly compared: readonly JoinedColumn[];
  /** Number of rows that a thread joins in one step. */
  readonly rowLength: number;
  readonly rowShares: number;
  /** Approximate number of values that a task compares with all other values. */
  readonly valuesAtOnce: number;
  /** Unicode version of the Node.js process that created the plan. */
  readonly unicode: string;
  /** A `SparkComparison` as JSON, in which tags identify maps and sets. */
  readonly comparison: string;
}

export interface SparkComparison {
  /** Scenarios that determine the columns of the index. */
  readonly indexed: readonly Scenario[];
  /** Scenarios to evaluate, which use some or all of these fields. */
  readonly asked: readonly Scenario[];
  readonly methods: MethodOptions;
}

interface PortableComparison {
  readonly indexed: readonly PortableScenario[];
  readonly asked: readonly PortableScenario[];
  readonly methods: MethodOptions;
}

const ROW_LENGTH = 256;
/** Rows per task. The number is high, because each task first reads the values and the join table of all rows. */
const ROWS_AT_ONCE = 50_000;
/** Minimum number of tasks, so that a failure does not repeat all of the work. */
const FEWEST_ROW_SHARES = 4;
const MOST_ROW_SHARES = 128;
const VALUES_AT_ONCE = 50_000;

/** Creates the plan. @param stored fields in the order of the columns `f0`, `f1` ... in the table of rows */
export function sparkPlan(
  { indexed, asked, methods }: SparkComparison,
  { stored, ...rows }: Pick<SparkPlan, 'rows' | 'hasIds' | 'hasSources'> & { readonly stored: readonly string[] },
): SparkPlan {
  const numbered = numberedFields(indexed);
  const index = createMemoryIndex({ scenarios: indexed, options: { isJoined: true } });
  const placeOf = ({ fields, method }: Pick<(typeof numbered)[number], 'fields' | 'method'>): number =>
    numbered.findIndex((each) => each.method.name === method.name && each.fields.join('\n') === fields.join('\n'));
  const compared = columnsOf(index, indexed).flatMap((field, column): JoinedColumn[] => {
    if (!isJoined(index, indexed, field)) return [];
    const isMade = field.parts.length > 0;
    const needs = isMade ? [...new Set(field.parts.map(placeOf))] : [placeOf(field)];
    return [{ column, needs, isMade, isWhole: field.isCrossed }];
  });
  const portable: PortableComparison = {
    indexed: indexed.map(packScenario),
    asked: asked.map(packScenario),
    methods: { ...methods, ...(methods.lists && { lists: new Map(methods.lists) }) },
  };
  return {
    ...rows,
    texts: stored.map((_, i) => `f${i}`),
    columns: numbered.map(({ fields, method }) => ({
      fields,
      method: method.name,
      texts: fields.map((field) => (stored.includes(field) ? `f${stored.indexOf(field)}` : null)),
    })),
    compared,
    rowLength: ROW_LENGTH,
    rowShares: rowSharesOf(rows.rows),
    valuesAtOnce: VALUES_AT_ONCE,
    unicode: process.versions['unicode'] ?? '',
    comparison: toJson(portable),
  };
}

function rowSharesOf(rows: number): number {
  const stretches = Math.max(1, Math.ceil(rows / ROW_LENGTH));
  const shares = Math.max(FEWEST_ROW_SHARES, Math.ceil(rows / ROWS_AT_ONCE));
  return Math.min(MOST_ROW_SHARES, stretches, shares);
}

export function comparisonOf({ comparison }: Pick<SparkPlan, 'comparison'>): SparkComparison {
  const { indexed, asked, methods } = fromJson(comparison) as PortableComparison;
  const known = createMethods(methods);
  const unpack = (packed: readonly PortableScenario[]) => packed.map((each) => unpackScenario(each, known));
  return { indexed: unpack(indexed), asked: unpack(asked), methods };
}

export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each instanceof Map ? { $map: [...each] } : each instanceof Set ? { $set: [...each] } : each,
  );

export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null) return each;
    if ('$map' in each) return new Map(each.$map as [unknown, unknown][]);
    return '$set' in each ? new Set(each.$set as unknown[]) : each;
  });

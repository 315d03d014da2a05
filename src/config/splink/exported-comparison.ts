import { FULL, type MatchMethod } from '../../matching/method.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import { baseName } from '../../matching/methods/without-words.js';
import { compareNormalised } from '../../matching/score.js';
import { conditionsOf, type MeasuredCondition } from './curves.js';
import { sharesOf } from './level-shares.js';

/** A comparison level as Splink's settings hold it. */
export interface SplinkLevel {
  sql_condition: string;
  label_for_charts: string;
  is_null_level?: true;
  m_probability?: number;
  u_probability?: number;
  tf_adjustment_column?: string;
  tf_adjustment_weight?: number;
}

export interface SplinkComparison {
  output_column_name: string;
  comparison_description: string;
  comparison_levels: SplinkLevel[];
}

export interface ExportedComparison {
  readonly comparison: SplinkComparison;
  /** How much alike both judge, percent: the least among the levels of similar values. */
  readonly agreement: number;
  /** Similarities that our model tells apart and the comparison does not. */
  readonly joined: readonly number[];
  /** Share of pairs at random whose values are equal. */
  readonly equalU: number;
}

type Levels = FieldModelDefinition['levels'];

/** A level to be: a condition, and the levels of ours that it holds. */
interface Draft {
  readonly sql: string;
  readonly label: string;
  readonly levels: Levels;
  readonly agreement: number;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const left = (column: string): string => quoted(`${column}_l`);
const right = (column: string): string => quoted(`${column}_r`);
/** Usual shares among matches of equal values, of similar ones, and of the rest. */
const USUAL = { equal: 0.6, similar: 0.1, less: 0.05, rest: 0.15, blank: 0.05 };

/** A field of one column. @param column of the prepared table */
export function exportComparison(
  column: string,
  label: string,
  method: string,
  model: FieldModelDefinition,
): ExportedComparison {
  const drafts = draftsOf(column, method, model.levels);
  return comparisonOf(column, `${label} by ${method}`, drafts, model, column);
}

/** First and last name in each other's field: spoken of by exactly swapped names. */
export function exportSwapped(
  columns: readonly [string, string],
  label: string,
  method: MatchMethod,
  model: FieldModelDefinition,
): ExportedComparison {
  const [first, last] = columns;
  const normal = (one: string, other: string) => method.normalise([one, other]);
  const similarity = compareNormalised(method, normal('anna', 'meier'), normal('meier', 'anna'));
  const level = model.levels.find(({ from }) => similarity >= from)!;
  const swapped = `${left(first)} = ${right(last)} AND ${left(last)} = ${right(first)}`;
  const drafts: Draft[] = [
    {
      sql: `${swapped} AND ${left(first)} <> ${right(first)}`,
      label: 'first and last name are swapped',
      levels: [level],
      agreement: 50,
    },
    { sql: 'ELSE', label: 'not swapped', levels: [{ from: 0, evidence: 0, adjusted: 0 }], agreement: 100 },
  ];
  return comparisonOf(`${first}_${last}_swapped`, `${label} by ${method.name}`, drafts, model, columns);
}

function draftsOf(column: string, method: string, levels: Levels): Draft[] {
  const equal = levels.filter(({ from }) => from === FULL);
  const similar = levels.filter(({ from }) => from < FULL && from > 0);
  const conditions = conditionsOf(baseName(method));
  const begins = [...conditions.map(({ from }) => from), 0];
  const drafts = conditions.map((condition, i): Draft => {
    const above = i === 0 ? FULL : begins[i - 1]!;
    return {
      ...{ sql: similarSql(column, condition), label: `${method} ≥ ${condition.from / 100} %, nearly` },
      levels: similar.filter(({ from }) => from < above && from >= condition.from),
      agreement: condition.agreement,
    };
  });
  const rest = levels.filter(({ from }) => from < FULL && from < (begins.at(-2) ?? FULL));
  return [
    {
      sql: `${left(column)} = ${right(column)}`,
      label: 'equal',
      levels: equal.length > 0 ? equal : levels.slice(0, 1),
      agreement: 100,
    },
    ...drafts.filter((draft) => draft.levels.length > 0),
    { sql: 'ELSE', label: 'all other comparisons', levels: rest.length > 0 ? rest : levels.slice(-1), agreement: 100 },
  ];
}

function similarSql(column: string, { measure, threshold }: MeasuredCondition): string {
  const [l, r] = [left(column), right(column)];
  const compared = (name: string) => `${name}(${l}, ${r})`;
  switch (measure) {
    case 'jaroWinkler':
      return `${compared('jaro_winkler_similarity')} >= ${threshold}`;
    case 'jaro':
      return `${compared('jaro_similarity')} >= ${threshold}`;
    case 'jaccard':
      return `${compared('jaccard')} >= ${threshold}`;
    case 'levenshtein':
      return `${compared('levenshtein')} <= ${threshold}`;
    case 'damerauLevenshtein':
      return `${compared('damerau_levenshtein')} <= ${threshold}`;
    case 'share':
      return `abs(${l} - ${r}) / greatest(abs(${l}), abs(${r})) <= ${threshold}`;
    default:
      throw new Error(`no SQL for the measure ${measure}`);
  }
}

/** @param columns that are compared: one, or two of swapped names, which have no frequencies */
function comparisonOf(
  name: string,
  description: string,
  drafts: readonly Draft[],
  { levels, frequencies, blanks }: FieldModelDefinition,
  columns: string | readonly [string, string],
): ExportedComparison {
  const [none, one, both] = blanks ?? [0, 0, 0];
  const all = typeof columns === 'string' ? [columns] : columns;
  const blankLevels = one === 0 && both === 0 ? [] : [both, one];
  const fine = drafts.flatMap((draft) => draft.levels);
  const bits = [...blankLevels, ...fine.map(({ evidence }) => evidence + none)].map((weight) => weight / 1_000);
  const usual = [...blankLevels.map(() => USUAL.blank), ...fine.map(usualOf)];
  const shares = sharesOf(bits, usual);
  let at = blankLevels.length;
  const written = drafts.map((draft): SplinkLevel => {
    const end = at + draft.levels.length;
    const [m, u] = [shares.m, shares.u].map((each) =>
      Math.min(
        1,
        each.slice(at, end).reduce((a, b) => a + b, 0),
      ),
    );
    at = end;
    const adjusted = draft.levels.reduce((most, each) => Math.max(most, each.adjusted), 0);
    const isAdjusted = frequencies !== undefined && typeof columns === 'string' && adjusted > 0;
    return {
      ...{ sql_condition: draft.sql, label_for_charts: draft.label, m_probability: m!, u_probability: u! },
      ...(isAdjusted && { tf_adjustment_column: columns, tf_adjustment_weight: adjusted / 1_000 }),
    };
  });
  const nulls = all.flatMap((column) => [`${left(column)} IS NULL`, `${right(column)} IS NULL`]);
  const blankConditions = [nulls.join(' AND '), nulls.join(' OR ')] as const;
  const blankWritten: SplinkLevel[] =
    blankLevels.length === 0
      ? [{ sql_condition: blankConditions[1], label_for_charts: 'blank', is_null_level: true }]
      : blankConditions.map((sql, i) => ({
          ...{ sql_condition: sql, label_for_charts: i === 0 ? 'both blank' : 'one blank' },
          ...{ m_probability: shares.m[i]!, u_probability: shares.u[i]! },
        }));
  const weights = new Set(levels.map(({ evidence }) => evidence));
  return {
    comparison: {
      output_column_name: name,
      comparison_description: description,
      comparison_levels: [...blankWritten, ...written],
    },
    agreement: Math.min(100, ...drafts.map((draft) => draft.agreement)),
    joined: weights.size > written.length ? joinedOf(drafts) : [],
    equalU: written[0]!.u_probability!,
  };
}

/** Where levels of different weights fall into one. */
function joinedOf(drafts: readonly Draft[]): number[] {
  return drafts
    .filter(({ levels }) => new Set(levels.map(({ evidence }) => evidence)).size > 1)
    .flatMap(({ levels }) => levels.map(({ from }) => from));
}

function usualOf({ from }: Levels[number]): number {
  return from === FULL ? USUAL.equal : from >= 9_000 ? USUAL.similar : from > 0 ? USUAL.less : USUAL.rest;
}

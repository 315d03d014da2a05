import type { Configuration } from '../../config/configuration.js';
import { PairScorer } from '../../index/shared-keys/pair-scorer.js';
import { shownScore } from '../../matching/score.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import type { MappedField } from '../input/mapping.js';
import {
  cellText,
  refuseNested,
  type ColumnBatch,
  type ColumnShape,
  type ColumnTable,
} from '../tables/column-batch.js';
import { comparisonOf, type AskedComparison, type FilterComparison } from './chosen-lists.js';
import { RowNormals } from './row-normals.js';

export interface ScoreFilterOptions extends AskedComparison {
  /** Whether the columns hold values as they are in the records, named like fields, and no normal forms. */
  readonly raw: boolean;
  /** Whether pairs that are no duplicates are given, too. */
  readonly all: boolean;
}

export interface Scores {
  readonly shape: readonly ColumnShape[];
  readonly batches: AsyncIterable<ColumnBatch>;
  /** Counts up to now. */
  readonly counted: { pairs: number; duplicates: number };
}

/** The two rows of a pair, by the ends of their columns' names. */
const SIDES = [1, 2] as const;

/** Gives a row's normal forms, by column of the comparison. */
type NormalsOf = (batch: ColumnBatch, row: number) => readonly string[];

/**
 * Scores candidate pairs, in the order in which they come, by the rule of `dedupe`: the higher score of the two
 * directions.
 */
export async function scoresOf(
  table: ColumnTable,
  configuration: Configuration,
  type: ObjectType,
  options: ScoreFilterOptions,
): Promise<Scores> {
  const ids = SIDES.map((side) => placeOf(table, `id${side}`));
  refuseNested(table, ids);
  const { comparison, normals } = await (options.raw ? ofRaw : ofNormals)(table, configuration, type, options);
  const scorer = new PairScorer(comparison.scenarios, comparison);
  const counted = { pairs: 0, duplicates: 0 };
  const shape: ColumnShape[] = [
    { name: 'id1', kind: 'text' },
    { name: 'id2', kind: 'text' },
    { name: 'score', kind: 'int32' },
    ...(options.all ? [{ name: 'duplicate', kind: 'boolean' } as const] : []),
  ];
  async function* batches(): AsyncGenerator<ColumnBatch> {
    for await (const batch of table.batches) {
      const columns: [string[], string[], number[], boolean[]] = [[], [], [], []];
      for (let row = 0; row < batch.length; row++) {
        counted.pairs++;
        const [id1, id2] = ids.map((place) => cellText(batch.columns[place]![row])) as [string, string];
        if (id1 === '' || id2 === '')
          throw new Failure(`${table.name}: row ${counted.pairs} has no value in the column 'id${id1 === '' ? 1 : 2}'`);
        const one = normals[0](batch, row);
        const two = normals[1](batch, row);
        const isDuplicate = scorer.isDuplicate(one, two);
        if (isDuplicate) counted.duplicates++;
        else if (!options.all) continue;
        else scorer.score(one, two);
        columns[0].push(id1);
        columns[1].push(id2);
        columns[2].push(shownScore(scorer.num, scorer.den));
        columns[3].push(isDuplicate);
      }
      yield { length: columns[0].length, columns: options.all ? columns : columns.slice(0, 3) };
    }
  }
  return { shape, batches: batches(), counted };
}

interface Compared {
  readonly comparison: FilterComparison;
  readonly normals: readonly [NormalsOf, NormalsOf];
}

async function ofNormals(
  table: ColumnTable,
  configuration: Configuration,
  type: ObjectType,
  options: ScoreFilterOptions,
): Promise<Compared> {
  const has = (name: string) => SIDES.every((side) => columnAt(table, `${name}_${side}`) >= 0);
  const wanted: string[] = [];
  const comparison = await comparisonOf(configuration, type, options, (columnOf) => (field) => {
    const name = columnOf(field);
    wanted.push(name);
    return has(name);
  }).catch((error: unknown) => {
    if (!(error instanceof Failure) || wanted.some(has)) throw error;
    const names = [...new Set(wanted)].flatMap((name) => SIDES.map((side) => `${name}_${side}`));
    throw new WrongUse(
      `${table.name} has none of the columns of normal forms ${names.join(', ')}; --raw takes values as they are`,
    );
  });
  const normalsOf = (side: number): NormalsOf => {
    const places = comparison.columns.map(({ name }) => placeOf(table, `${name}_${side}`));
    refuseNested(table, places);
    return ({ columns }, row) => places.map((place) => cellText(columns[place]![row]));
  };
  return { comparison, normals: [normalsOf(1), normalsOf(2)] };
}

async function ofRaw(
  table: ColumnTable,
  configuration: Configuration,
  type: ObjectType,
  options: ScoreFilterOptions,
): Promise<Compared> {
  const mapped = type.fields.flatMap(({ name }): { field: string; places: readonly number[] }[] => {
    const places = SIDES.map((side) => columnAt(table, `${name}_${side}`));
    return places.every((place) => place >= 0) ? [{ field: name, places }] : [];
  });
  const filled = new Set(mapped.map(({ field }) => field));
  const comparison = await comparisonOf(configuration, type, options, () => filled);
  const compared = new Set(comparison.columns.flatMap(({ fields }) => fields));
  refuseNested(
    table,
    mapped.filter(({ field }) => compared.has(field)).flatMap(({ places }) => places),
  );
  const normalsOf = (side: number): NormalsOf => {
    const fields = mapped.map(({ field, places }): MappedField => ({ field, positions: [places[side - 1]!] }));
    const normals = new RowNormals(comparison.columns, fields, table.isText);
    return (batch, row) => normals.of(batch, row);
  };
  return { comparison, normals: [normalsOf(1), normalsOf(2)] };
}

/** Databases do not tell `Email_1` from `email_1`. */
function columnAt({ columns }: ColumnTable, name: string): number {
  const exact = columns.indexOf(name);
  return exact >= 0 ? exact : columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}

function placeOf(table: ColumnTable, name: string): number {
  const place = columnAt(table, name);
  if (place < 0)
    throw new WrongUse(`${table.name} has no column '${name}'; its columns are ${table.columns.join(', ')}`);
  return place;
}

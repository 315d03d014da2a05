import type { Configuration } from '../../config/configuration.js';
import type { ComparedColumn } from '../../index/shared-keys/compared-columns.js';
import { describeLists, describeReasons } from '../../index/shared-keys/describe-plan.js';
import { planLists, type ListPlan, type ListPlanOptions } from '../../index/shared-keys/list-plan.js';
import { RowKeys } from '../../index/shared-keys/row-keys.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { describeUnused } from '../input/describe-unused.js';
import { parseMapOption, resolveMapping, type Mapping } from '../input/mapping.js';
import { anyField } from '../dedupe/read-rows.js';
import { unguard } from '../output/csv.js';
import {
  BATCH_ROWS,
  cellText,
  refuseNested,
  type ColumnBatch,
  type ColumnShape,
  type ColumnTable,
} from '../tables/column-batch.js';
import { comparisonOf, type AskedComparison } from './chosen-lists.js';
import { RowNormals } from './row-normals.js';

export const VALUES = ['beside', 'none', 'only'] as const;
/** Whether normal forms stand beside each key, are left out, or come alone, once a row. */
export type ShownValues = (typeof VALUES)[number];

export interface KeysOptions extends AskedComparison, ListPlanOptions {
  /** Column that names a row. */
  readonly id: string;
  readonly map: readonly string[];
  readonly values: ShownValues;
}

export interface Keys {
  readonly shape: readonly ColumnShape[];
  readonly batches: AsyncIterable<ColumnBatch>;
  readonly columns: readonly ComparedColumn[];
  readonly plan: ListPlan;
  readonly unused: Mapping['unused'];
  /** Counts up to now. */
  readonly counted: { rows: number; keys: number };
}

/**
 * The keys of the rows of a table: any two rows that `dedupe` finds to be duplicates have the same key in the same
 * list, the one being asked for and the other filed, whichever is which. Rows are read, and forgotten, one after the
 * other.
 */
export async function keysOf(
  table: ColumnTable,
  configuration: Configuration,
  type: ObjectType,
  options: KeysOptions,
): Promise<Keys> {
  const { id, values } = options;
  const idAt = table.columns.indexOf(id);
  if (idAt < 0)
    throw new WrongUse(`${table.name} has no column '${id}' (--id); its columns are ${table.columns.join(', ')}`);
  const mapping = resolveMapping(type, table.columns, options.map.map(parseMapOption), anyField([id]), true);
  const filled = new Set(mapping.fields.map(({ field }) => field));
  const { scenarios, columns, positions } = await comparisonOf(configuration, type, options, () => filled);
  const compared = new Set(columns.flatMap(({ fields }) => fields));
  const read = mapping.fields.filter(({ field }) => compared.has(field)).flatMap(({ positions }) => positions);
  refuseNested(table, [idAt, ...read]);
  const plan = planLists(scenarios, { columns, positions }, options);
  const normals = new RowNormals(columns, mapping.fields, table.isText);
  const forms = columns.map(({ name }): ColumnShape => ({ name, kind: 'text' }));
  const shape: ColumnShape[] = [
    ...(values === 'only' ? [] : KEY_COLUMNS),
    { name: 'id', kind: 'text' },
    ...(values === 'none' ? [] : forms),
  ];
  const counted = { rows: 0, keys: 0 };
  const rowKeys = new RowKeys(plan, columns);
  async function* batches(): AsyncGenerator<ColumnBatch> {
    let out = new KeyBatch(columns.length);
    for await (const batch of table.batches) {
      for (let row = 0; row < batch.length; row++) {
        counted.rows++;
        const text = cellText(batch.columns[idAt]![row]);
        const name = table.isText ? unguard(text) : text;
        if (name === '') throw new Failure(`${table.name}: row ${counted.rows} has no value in the column '${id}'`);
        const own = normals.of(batch, row);
        if (values === 'only') out.addRow(name, own);
        else
          rowKeys.each(own, (list, key, side) => {
            counted.keys++;
            out.add(list, key, side, name, own);
          });
        if (out.length < BATCH_ROWS) continue;
        yield out.batch(values);
        out = new KeyBatch(columns.length);
      }
    }
    if (out.length > 0) yield out.batch(values);
  }
  return { shape, batches: batches(), columns, plan, unused: mapping.unused, counted };
}

const KEY_COLUMNS: readonly ColumnShape[] = [
  { name: 'list', kind: 'int32' },
  { name: 'key', kind: 'int64' },
  { name: 'side', kind: 'int32' },
];

/** A plan as people are told of it. @param explain why each list suffices, too */
export function describeKeys({ plan, columns, unused }: Keys, explain: boolean): string[] {
  const lists = describeLists(plan, columns);
  return [
    ...lists.flatMap((line, n) => [
      line,
      ...(explain ? describeReasons(plan.lists[n]!, columns).map((reason) => `  ${reason}`) : []),
    ]),
    ...describeUnused('not compared', unused),
  ];
}

class KeyBatch {
  readonly ids: string[] = [];
  private readonly lists: number[] = [];
  private readonly keys: number[] = [];
  private readonly sides: number[] = [];
  private readonly normals: string[][];

  constructor(columns: number) {
    this.normals = Array.from({ length: columns }, () => []);
  }

  get length(): number {
    return this.ids.length;
  }

  add(list: number, key: number, side: number, id: string, normals: readonly string[]): void {
    this.lists.push(list);
    this.keys.push(key);
    this.sides.push(side);
    this.addRow(id, normals);
  }

  addRow(id: string, normals: readonly string[]): void {
    this.ids.push(id);
    for (let c = 0; c < normals.length; c++) this.normals[c]!.push(normals[c]!);
  }

  batch(values: ShownValues): ColumnBatch {
    const keys = values === 'only' ? [] : [this.lists, this.keys, this.sides];
    const normals = values === 'none' ? [] : this.normals;
    return { length: this.length, columns: [...keys, this.ids, ...normals] };
  }
}

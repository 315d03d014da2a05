import { TextRows } from '../../matching/text-rows.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import type { DedupeRows, TakeRow } from './read-rows.js';

export interface StoredRecords {
  readonly name: string;
  /** Opens the store, and closes it after `use`. */
  readonly reading: <T>(
    use: (store: { records(objectType: string): Iterable<Readonly<Record<string, unknown>>> }) => Promise<T>,
  ) => Promise<T>;
}

/** Reads stored records. @param take receives every row's values @param keepsNames see `DedupeOptions` */
export function readRecords(
  { reading }: StoredRecords,
  type: ObjectType,
  source: string | undefined,
  take?: TakeRow,
  keepsNames = false,
): Promise<DedupeRows> {
  const sourceField = source === undefined ? undefined : type.field(source);
  if (source !== undefined && sourceField === undefined) {
    throw new WrongUse(`--source '${source}': ${type.name} has no such field`);
  }
  return reading(async (store) => {
    const ids: string[] = [];
    const sources: string[] = [];
    const texts = new TextRows();
    let count = 0;
    for (const record of store.records(type.name)) {
      const { Id: id, ...fields } = record;
      const values: Record<string, string> = {};
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
          values[name] = String(value);
      }
      const source = sourceField === undefined ? '' : (values[sourceField.name] ?? '');
      if (!keepsNames) {
        ids.push(id as string);
        if (sourceField !== undefined) sources.push(source);
      }
      count++;
      if (take === undefined) texts.add(values);
      else await take(values, { id: id as string, source, number: count });
    }
    return { count, ids, sources, texts, fields: new Set(type.fields.map(({ name }) => name)), unused: [] };
  });
}

import type { FieldValue, StoredRecord } from '../../src/records/record.js';
import type { RecordJson } from '../../src/store/record-view.js';

/** Converts the result of `getJson` to that of `get`. */
export function parsed(record: RecordJson | undefined): StoredRecord | undefined {
  if (record === undefined) return undefined;
  const { id, type, names, values } = record;
  expectEqualLengths(names, values);
  return { id, type, fields: Object.fromEntries(names.map((name, i) => [name, JSON.parse(values[i]!) as FieldValue])) };
}

function expectEqualLengths(names: readonly string[], values: readonly string[]): void {
  if (names.length !== values.length) throw new Error(`${names.length} names, but ${values.length} values`);
}

import type { FieldValue, FieldValues, StoredRecord } from '../../records/record.js';
import type { Field, ObjectRegistry } from '../../records/object-type.js';
import { sortKeyOf } from '../../records/sortable.js';
import { storedValue } from '../../records/stored-value.js';
import type { Formulas } from '../results/formulas.js';
import { callDateFunction } from './query-date-functions.js';
import type { Column } from './compile-query.js';

export interface MetRecord extends StoredRecord {
  readonly isDeleted?: boolean;
}

export class RecordReader {
  #calculated: { readonly record: StoredRecord; readonly values: FieldValues } | undefined;

  /** @param registry without the objects hidden from the caller, so that such parents are blank */
  constructor(
    private readonly registry: ObjectRegistry,
    private readonly formulas: Formulas,
    private readonly get: (id: string) => StoredRecord | undefined,
    private readonly now: Date,
  ) {}

  value(record: MetRecord, { steps, field, call }: Column): FieldValue {
    let at: MetRecord | undefined = record;
    for (const step of steps) {
      at = this.parent(at, step);
      if (at === undefined) return null;
    }
    const value = this.#own(at, field);
    return call === undefined ? value : callDateFunction(call, value);
  }

  parent(record: MetRecord, reference: Field): MetRecord | undefined {
    const id = storedValue(reference, record.fields[reference.name]);
    const parent = typeof id === 'string' ? this.get(id) : undefined;
    return parent !== undefined && this.registry.byName(parent.type) !== undefined ? parent : undefined;
  }

  sortKey(record: MetRecord, column: Column): string | number | null {
    const value = this.value(record, column);
    return sortKeyOf(column.field, value);
  }

  #own(record: MetRecord, { name }: Field): FieldValue {
    if (name === 'Id') return record.id;
    if (name === 'IsDeleted') return record.isDeleted === true;
    // A reference that allows several objects may lead to an object without the field.
    const field = this.registry.byName(record.type)?.field(name);
    if (field?.type === 'formula') return this.#formulas(record)[name] ?? null;
    return storedValue(field, record.fields[name]);
  }

  #formulas(record: MetRecord): FieldValues {
    if (this.#calculated?.record !== record) {
      const values = this.formulas.calculate(record.type, record.id, record.fields, this.get, this.now);
      this.#calculated = { record, values };
    }
    return this.#calculated.values;
  }
}

import type { Configuration } from '../../store/config/configuration.js';
import { FormulaEvaluation, type RecordAccess } from '../../records/formula/evaluation.js';
import type { CompiledFormula } from '../../records/formula/formula.js';
import type { ObjectRegistry } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';

type Read = (id: string) => StoredRecord | undefined;

/** Calculates the formula fields of records. Leaves out fields that fail. A blank result is `null`. */
export class Formulas {
  readonly #registry: ObjectRegistry;
  readonly #byType: ReadonlyMap<string, ReadonlyMap<string, CompiledFormula>>;

  constructor({ registry, formulas }: Pick<Configuration, 'registry' | 'formulas'>) {
    this.#registry = registry;
    this.#byType = new Map(
      [...formulas].map(([type, fields]) => [type, new Map(fields.map(({ name, formula }) => [name, formula]))]),
    );
  }

  /** Calculates all formula fields for the given values. @param get reads the records at cross-object paths */
  calculate(type: string, id: string, values: Readonly<FieldValues>, get: Read, now = new Date()): FieldValues {
    if (!this.#has(type)) return {};
    // Read each record once, for all formulas.
    const loaded = new Map<string, StoredRecord | undefined>();
    const read: Read = (other) => {
      if (!loaded.has(other)) loaded.set(other, get(other));
      return loaded.get(other);
    };
    return this.#evaluate({ id, type, fields: values }, read, now);
  }

  /** Calculates all formula fields synchronously. Paths to other records are blank. */
  calculateLocal(type: string, values: Readonly<FieldValues>): FieldValues {
    return this.#has(type) ? this.#evaluate({ id: '', type, fields: values }, () => undefined, new Date()) : {};
  }

  #has(type: string): boolean {
    return (this.#byType.get(type)?.size ?? 0) > 0;
  }

  #evaluate(record: StoredRecord, read: Read, now: Date): FieldValues {
    const fields = this.#byType.get(record.type)?.keys() ?? [];
    return Object.fromEntries(new FormulaEvaluation(this.#access(read), now).evaluate(record, fields).values);
  }

  #access(read: Read): RecordAccess<StoredRecord> {
    return {
      formula: (record, field) => this.#byType.get(record.type)?.get(field),
      stored: (record, field) =>
        field === 'Id'
          ? record.id || null
          : storedValue(this.#registry.byName(record.type)?.field(field), record.fields[field]),
      related: (record, relationship) => {
        const reference = this.#registry.byName(record.type)?.relationship(relationship);
        const target = reference === undefined ? null : (record.fields[reference.name] ?? null);
        return typeof target === 'string' ? read(target) : undefined;
      },
    };
  }
}

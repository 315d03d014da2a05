import type { MaybePromise } from '../maybe-promise.js';
import type { Field, ObjectType } from '../records/object-type.js';
import type { FieldValue, StoredRecord } from '../records/record.js';
import type { Formulas } from './formulas.js';

/** `attributes` of a record: its type and the address under which the whole record can be fetched. */
export interface Attributes {
  type: string;
  url: string;
}

/**
 * Shapes stored records as the platform's REST API shows them. One instance serves one answer: parents that many matches share (an owner) are read once.
 */
export class ResultData {
  readonly #parents = new Map<string, Promise<Record<string, unknown> | undefined>>();

  constructor(
    private readonly apiVersion: string,
    private readonly formulas: Formulas,
    private readonly get: (id: string) => MaybePromise<StoredRecord | undefined>,
  ) {}

  attributes(type: string, id: string): Attributes {
    return { type, url: `/services/data/${this.apiVersion}/sobjects/${type}/${id}` };
  }

  /** A match of a search: the stored non-null fields, or the object's `resultFields`, and each reference's stored target nested. */
  async match(type: ObjectType, record: StoredRecord): Promise<Record<string, unknown>> {
    const data: Record<string, unknown> = { attributes: this.attributes(type.name, record.id), Id: record.id };
    if (type.resultFields === undefined) {
      for (const field of type.fields) {
        const value = record.fields[field.name] ?? null;
        if (value !== null) data[field.name] = value;
      }
    } else {
      const calculated = await this.#calculated(type, record, type.resultFields);
      for (const name of type.resultFields) {
        const value = record.fields[name] ?? calculated[name] ?? null;
        if (value !== null) data[name] = value;
      }
    }
    for (const field of type.fields) {
      const target = field.type === 'reference' ? record.fields[field.name] : null;
      if (typeof target !== 'string') continue;
      const parent = await this.#parent(target);
      if (parent !== undefined) data[field.relationshipName!] = parent;
    }
    return data;
  }

  /** The whole record: every field, blank ones as `null`, formula fields calculated (left out where that fails). */
  async whole(type: ObjectType, record: StoredRecord): Promise<Record<string, unknown>> {
    const calculated = await this.formulas.calculate(type.name, record.id, record.fields, this.get);
    const data: Record<string, unknown> = { attributes: this.attributes(type.name, record.id), Id: record.id };
    for (const field of type.fields) {
      if (field.name === 'Id') continue;
      if (field.type !== 'formula') data[field.name] = record.fields[field.name] ?? null;
      else if (Object.hasOwn(calculated, field.name)) data[field.name] = calculated[field.name];
    }
    return data;
  }

  async #calculated(
    type: ObjectType,
    record: StoredRecord,
    names: readonly string[],
  ): Promise<Record<string, FieldValue>> {
    const isFormula = (field: Field | undefined) => field?.type === 'formula';
    if (!names.some((name) => isFormula(type.field(name)))) return {};
    return this.formulas.calculate(type.name, record.id, record.fields, this.get);
  }

  #parent(id: string): Promise<Record<string, unknown> | undefined> {
    let parent = this.#parents.get(id);
    if (parent === undefined) this.#parents.set(id, (parent = this.#readParent(id)));
    return parent;
  }

  async #readParent(id: string): Promise<Record<string, unknown> | undefined> {
    const record = await this.get(id);
    if (record === undefined) return undefined;
    // An object without a Name field (a Case, a Task) is nested all the same; the contract names the key, so it is there.
    return { attributes: this.attributes(record.type, id), Id: id, Name: record.fields['Name'] ?? null };
  }
}

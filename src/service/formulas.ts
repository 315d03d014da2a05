import type { CompiledFormulaField, Configuration } from '../config/configuration.js';
import { FormulaError } from '../formula/errors.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import type { FieldValue, FieldValues, StoredRecord } from '../records/record.js';

type Get = (id: string) => MaybePromise<StoredRecord | undefined>;

/** A record that a path leads to is not at hand yet: load it, then calculate again. */
class NotLoaded extends Error {
  constructor(
    readonly id: string,
    readonly record: Promise<StoredRecord | undefined>,
  ) {
    super('likeness: a record is still being read');
  }
}

/** Longest chain of parents that a calculation follows: deeper paths are refused when the configuration is read; this stops reference loops. */
const MAX_DEPTH = 10;

/** Calculates formula fields. A field that cannot be calculated is left out; a blank result is `null`. */
export class Formulas {
  readonly #registry: ObjectRegistry;
  readonly #byType: ReadonlyMap<string, readonly CompiledFormulaField[]>;

  constructor(configuration: Pick<Configuration, 'registry' | 'formulas'>) {
    this.#registry = configuration.registry;
    this.#byType = configuration.formulas;
  }

  /**
   * All formula fields of a record with these values.
   * @param get the records that cross-object paths lead to
   */
  async calculate(
    typeName: string,
    id: string,
    values: Readonly<FieldValues>,
    get: Get,
    now = new Date(),
  ): Promise<FieldValues> {
    if ((this.#byType.get(typeName)?.length ?? 0) === 0) return {};
    const loaded = new Map<string, StoredRecord | undefined>();
    const read = (other: string): StoredRecord | undefined => {
      if (loaded.has(other)) return loaded.get(other);
      const record = get(other);
      if (record instanceof Promise) throw new NotLoaded(other, record);
      return record;
    };
    for (;;) {
      try {
        return new Calculation(this.#registry, this.#byType, read, now).all(typeName, id, values);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        loaded.set(error.id, await error.record);
      }
    }
  }

  /** The same for formula fields that read only their own record, at once: paths to other records give blank. */
  calculateLocal(typeName: string, values: Readonly<FieldValues>): FieldValues {
    return new Calculation(this.#registry, this.#byType, () => undefined, new Date()).all(typeName, '', values);
  }
}

class Calculation {
  constructor(
    private readonly registry: ObjectRegistry,
    private readonly byType: ReadonlyMap<string, readonly CompiledFormulaField[]>,
    private readonly read: (id: string) => StoredRecord | undefined,
    private readonly now: Date,
  ) {}

  all(typeName: string, id: string, values: Readonly<FieldValues>, depth = 0): FieldValues {
    const type = this.registry.byName(typeName)!;
    const results: FieldValues = {};
    const failed = new Set<string>();
    for (const { name, formula } of this.byType.get(typeName) ?? []) {
      try {
        results[name] = formula.evaluate({
          now: this.now,
          value: (path) => {
            if (path.length === 1 && failed.has(path[0]!)) throw new FormulaError(`${path[0]} could not be calculated`);
            return this.#value(type, id, values, results, path, depth);
          },
        });
      } catch (error) {
        if (!(error instanceof FormulaError)) throw error;
        failed.add(name);
      }
    }
    return results;
  }

  #value(
    type: ObjectType,
    id: string,
    values: Readonly<FieldValues>,
    results: Readonly<FieldValues>,
    path: readonly string[],
    depth: number,
  ): FieldValue {
    const [first, ...rest] = path;
    if (first === undefined) return null;
    if (rest.length > 0) return this.#parentValue(type, values, first, rest, depth);
    if (first === 'Id') return id === '' ? null : id;
    return Object.hasOwn(results, first) ? results[first]! : (values[first] ?? null);
  }

  #parentValue(
    type: ObjectType,
    values: Readonly<FieldValues>,
    relationship: string,
    rest: readonly string[],
    depth: number,
  ): FieldValue {
    const reference = type.relationship(relationship);
    const target = reference === undefined ? null : (values[reference.name] ?? null);
    if (typeof target !== 'string' || depth >= MAX_DEPTH) return null;
    const parent = this.read(target);
    if (parent === undefined) return null;
    const parentType = this.registry.byName(parent.type)!;
    const name = rest[0]!;
    let results: FieldValues = {};
    if (rest.length === 1 && parentType.field(name)?.type === 'formula') {
      results = this.all(parent.type, parent.id, parent.fields, depth + 1);
      if (!Object.hasOwn(results, name)) throw new FormulaError(`${relationship}.${name} could not be calculated`);
    }
    return this.#value(parentType, parent.id, parent.fields, results, rest, depth + 1);
  }
}

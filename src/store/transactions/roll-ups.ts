import { Decimal } from 'decimal.js';
import type { SummaryDefinition } from '../../records/object-schema.js';
import type { Field, ObjectRegistry } from '../../records/object-type.js';
import type { FieldValue, StoredRecord } from '../../records/record.js';
import { isMisfit, storedValue } from '../../records/stored-value.js';
import { SplitMap } from '../../runtime/memory/split-map.js';
import type { ChangeListener } from './latest-view.js';

interface Summary extends SummaryDefinition {
  readonly parent: string;
  readonly target: string;
  readonly key: string;
  readonly source: Field | undefined;
}

/**
 * Calculates roll-up summaries in the latest view. Keeps the values of each parent's children, so a summary reads no
 * records.
 */
export class RollUps implements ChangeListener {
  readonly #byChild = new Map<string, Summary[]>();
  readonly #byParent = new Map<string, Summary[]>();
  /** Children by summary, then by parent Id. */
  readonly #aggregates = new Map<string, SplitMap<Aggregate>>();

  /** @param below roll-ups of the underlying store; their children count until they change here */
  constructor(
    registry: ObjectRegistry,
    private readonly below?: RollUps,
  ) {
    for (const type of registry.types) {
      for (const field of type.fields) {
        if (field.type !== 'summary' || field.summary === undefined) continue;
        const childType = registry.byName(field.summary.object);
        const child = childType?.name ?? field.summary.object;
        const source = field.summary.field === undefined ? undefined : childType?.field(field.summary.field);
        const own = { object: child, parent: type.name, target: field.name, key: `${type.name}.${field.name}`, source };
        const summary: Summary = { ...field.summary, ...own };
        append(this.#byChild, child, summary);
        append(this.#byParent, type.name, summary);
        this.#aggregates.set(summary.key, new SplitMap());
      }
    }
  }

  reads(type: string): boolean {
    return this.#byChild.has(type);
  }

  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    for (const summary of this.#byChild.get((after ?? before)!.type) ?? []) {
      const from = parentOf(summary, before);
      const to = parentOf(summary, after);
      if (from !== undefined && from !== to) {
        const aggregate = this.#ownAggregate(summary, from);
        aggregate.delete(before!.id);
        if (aggregate.isEmpty && this.below === undefined) this.#aggregates.get(summary.key)!.delete(from);
      }
      if (to !== undefined) this.#ownAggregate(summary, to).set(after!.id, summarised(summary, after!));
    }
  }

  touched(before: StoredRecord | undefined, after: StoredRecord | undefined): ReadonlySet<string> {
    const parents = new Set<string>();
    const type = (after ?? before)?.type;
    if (type === undefined) return parents;
    for (const summary of this.#byChild.get(type) ?? []) {
      for (const record of [before, after]) {
        const parent = parentOf(summary, record);
        if (parent !== undefined) parents.add(parent);
      }
    }
    return parents;
  }

  summaries(type: string, id: string): Record<string, FieldValue> {
    const values: Record<string, FieldValue> = {};
    for (const summary of this.#byParent.get(type) ?? []) {
      const aggregate = this.#aggregate(summary, id) ?? new Aggregate(summary.operation);
      values[summary.target] = aggregate.result;
    }
    return values;
  }

  #aggregate(summary: Summary, parent: string): Aggregate | undefined {
    return this.#aggregates.get(summary.key)!.get(parent) ?? this.#aggregateBelow(summary, parent);
  }

  #aggregateBelow(summary: Summary, parent: string): Aggregate | undefined {
    return this.below === undefined ? undefined : this.below.#aggregate(summary, parent);
  }

  #ownAggregate(summary: Summary, parent: string): Aggregate {
    const aggregates = this.#aggregates.get(summary.key)!;
    let own = aggregates.get(parent);
    if (own === undefined) {
      own = this.#aggregateBelow(summary, parent)?.copy() ?? new Aggregate(summary.operation);
      aggregates.set(parent, own);
    }
    return own;
  }
}

/** Returns the value to summarise. A value of another type than the field's counts as blank. */
function summarised({ field, source }: Summary, { fields }: StoredRecord): FieldValue {
  if (field === undefined) return null;
  const stored = fields[field] ?? null;
  return source === undefined || isMisfit(source, stored) ? null : storedValue(source, stored);
}

function parentOf(summary: Summary, record: StoredRecord | undefined): string | undefined {
  const id = record?.fields[summary.referenceField];
  return typeof id === 'string' ? id : undefined;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/**
 * One parent's children in one roll-up summary. Each change updates counts and sums in exact decimal arithmetic, so
 * 100,000 children cost no more than ten. If the minimum or maximum is removed, only the few thousand children in the
 * same part are searched for the new one.
 */
export class Aggregate {
  readonly #values = new SplitMap<FieldValue>();
  #sum = new Decimal(0);
  /** Minimum or maximum of each part of the values. If there is no entry, the part must be searched. */
  readonly #extremes = new WeakMap<ReadonlyMap<string, FieldValue>, FieldValue>();

  constructor(private readonly operation: SummaryDefinition['operation']) {}

  copy(): Aggregate {
    const copy = new Aggregate(this.operation);
    for (const part of this.#values.parts()) for (const [child, value] of part) copy.#values.set(child, value);
    copy.#sum = this.#sum;
    return copy;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  set(child: string, value: FieldValue): void {
    this.delete(child);
    this.#values.set(child, value);
    if (value === null) return;
    if (this.operation === 'sum') {
      this.#sum = this.#sum.plus(amount(value));
      return;
    }
    const part = this.#values.partOf(child);
    const extreme = this.#extremes.get(part);
    if (extreme !== undefined && this.#beats(value, extreme)) this.#extremes.set(part, value);
  }

  delete(child: string): void {
    const part = this.#values.partOf(child);
    const value = part.get(child) ?? null;
    this.#values.delete(child);
    if (value === null) return;
    if (this.operation === 'sum') this.#sum = this.#sum.minus(amount(value));
    else if (value === this.#extremes.get(part)) this.#extremes.delete(part);
  }

  /**
   * The value of the summary. Without children, or if all values are blank, `sum` is 0, and `min` and `max` are blank.
   * `count` counts all children.
   */
  get result(): FieldValue {
    if (this.operation === 'count') return this.#values.size;
    if (this.operation === 'sum') return this.#sum.toNumber();
    let result: FieldValue = null;
    for (const part of this.#values.parts()) {
      const extreme = this.#extremeOf(part);
      if (extreme !== null && this.#beats(extreme, result)) result = extreme;
    }
    return result;
  }

  #extremeOf(part: ReadonlyMap<string, FieldValue>): FieldValue {
    const known = this.#extremes.get(part);
    if (known !== undefined) return known;
    let extreme: FieldValue = null;
    for (const value of part.values()) if (value !== null && this.#beats(value, extreme)) extreme = value;
    this.#extremes.set(part, extreme);
    return extreme;
  }

  /** Compares numbers, or dates and datetimes in canonical form, which sort as text. */
  #beats(value: string | number | boolean, extreme: FieldValue): boolean {
    if (extreme === null) return true;
    return this.operation === 'min' ? value < extreme : value > extreme;
  }
}

function amount(value: FieldValue): number {
  return typeof value === 'number' ? value : 0;
}

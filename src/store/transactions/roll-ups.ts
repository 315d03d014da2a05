import type { SummaryDefinition } from '../../records/object-schema.js';
import type { Field, ObjectRegistry } from '../../records/object-type.js';
import type { FieldValue, StoredRecord } from '../../records/record.js';
import { isMisfit, storedValue } from '../../records/stored-value.js';
import { SplitMap } from '../../runtime/memory/split-map.js';
import type { ChangeListener } from './latest-view.js';
import { Aggregate } from './aggregate.js';

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

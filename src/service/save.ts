import type { CompiledUpdate } from '../config/configuration.js';
import { renderAutoNumber } from '../records/autonumber.js';
import { formatDatetime } from '../records/dates.js';
import { personName } from '../records/compound.js';
import { makeId } from '../records/ids.js';
import type { ObjectType } from '../records/object-type.js';
import type { FieldValue, FieldValues, StoredRecord } from '../records/record.js';
import { missing, type Draft } from './draft.js';
import type { Unit } from './ledger.js';
import { RecordError } from './record-error.js';
import type { RollUps } from './roll-ups.js';
import { savePlan, type SavePlan } from './save-plan.js';

/**
 * Saves records as the platform does, in its order: values sent over values stored, then what the platform fills: defaults and auto-numbers (new records
 * only), the compound name, on-save updates, audit fields; then the roll-up summaries of the parents.
 */
export class Saver {
  readonly #plans = new Map<string, SavePlan>();

  constructor(
    private readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>,
    private readonly rollUps: RollUps,
  ) {}

  /** The Id that a new record of this type gets. */
  newId(unit: Unit, type: ObjectType): string {
    return makeId(type.keyPrefix, unit.next(`id:${type.keyPrefix}`));
  }

  /** @throws RecordError where required fields are missing or a reference that must exist does not */
  async create(unit: Unit, draft: Draft, id: string, now: Date): Promise<void> {
    const { type } = draft;
    const plan = this.#plan(type);
    const fields: FieldValues = { ...draft.values };
    for (const [name, value] of plan.defaults) if (!Object.hasOwn(fields, name)) fields[name] = value;
    const absent = plan.required.filter((name) => (fields[name] ?? null) === null);
    if (absent.length > 0) throw missing(absent);
    await checkReferences(unit, plan, draft);
    for (const { name, counter, format } of plan.autoNumbers)
      fields[name] = renderAutoNumber(format, unit.next(counter), now);
    const time = formatDatetime(now);
    fields['CreatedDate'] = time;
    Object.assign(fields, this.rollUps.summaries(type.name, id));
    await this.#write(unit, type, undefined, id, fields, time, now);
  }

  async update(unit: Unit, draft: Draft, existing: StoredRecord, now: Date): Promise<void> {
    await checkReferences(unit, this.#plan(draft.type), draft);
    await this.#write(
      unit,
      draft.type,
      existing,
      existing.id,
      { ...existing.fields, ...draft.values },
      formatDatetime(now),
      now,
    );
  }

  /** The record is gone from store, index and the summaries of its parents. */
  async delete(unit: Unit, record: StoredRecord): Promise<void> {
    await unit.delete(record.id);
    await this.#rollUp(unit, record, undefined);
  }

  async #write(
    unit: Unit,
    type: ObjectType,
    before: StoredRecord | undefined,
    id: string,
    fields: FieldValues,
    time: string,
    now: Date,
  ): Promise<void> {
    const plan = this.#plan(type);
    if (plan.hasCompoundName) fields['Name'] = personName(fields);
    for (const update of this.onSave.get(type.name) ?? []) {
      if (update.when((field) => fieldValue(id, fields, field), now)) Object.assign(fields, update.set);
    }
    if (plan.hasCompoundName) fields['Name'] = personName(fields);
    fields['LastModifiedDate'] = time;
    fields['SystemModstamp'] = time;
    const record: StoredRecord = { id, type: type.name, fields: withoutBlanks(fields) };
    await unit.put(record);
    await this.#rollUp(unit, before, record);
  }

  #plan(type: ObjectType): SavePlan {
    let plan = this.#plans.get(type.name);
    if (plan === undefined) this.#plans.set(type.name, (plan = savePlan(type)));
    return plan;
  }

  /** Recalculates the summaries of the parents that a change touches, and of theirs in turn. */
  async #rollUp(unit: Unit, before: StoredRecord | undefined, after: StoredRecord | undefined): Promise<void> {
    for (const parentId of this.rollUps.touched(before, after)) {
      const parent = await unit.get(parentId);
      if (parent === undefined) continue;
      const summaries = this.rollUps.summaries(parent.type, parentId);
      const changed = Object.entries(summaries).some(([name, value]) => (parent.fields[name] ?? null) !== value);
      if (!changed) continue;
      const record: StoredRecord = { ...parent, fields: withoutBlanks({ ...parent.fields, ...summaries }) };
      await unit.put(record);
      await this.#rollUp(unit, parent, record);
    }
  }
}

function fieldValue(id: string, fields: Readonly<FieldValues>, name: string): FieldValue {
  return name === 'Id' ? id : (fields[name] ?? null);
}

function withoutBlanks(fields: Readonly<FieldValues>): FieldValues {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

async function checkReferences(unit: Unit, plan: SavePlan, { values }: Draft): Promise<void> {
  for (const name of plan.mustExist) {
    const id = values[name] ?? null;
    if (typeof id === 'string' && (await unit.get(id)) === undefined) {
      throw new RecordError(
        'INVALID_CROSS_REFERENCE_KEY',
        `${name}: no record with Id ${id} is stored, and this reference must exist`,
      );
    }
  }
}

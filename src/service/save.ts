import type { CompiledUpdate } from '../config/configuration.js';
import { renderAutoNumber } from '../records/autonumber.js';
import { formatDatetime } from '../records/dates.js';
import { personName } from '../records/compound.js';
import { makeId } from '../records/ids.js';
import type { ObjectType } from '../records/object-type.js';
import type { FieldValues, StoredRecord } from '../records/record.js';
import { storedValue } from '../records/stored-value.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import type { Decision, HistoryEntry } from '../store/history.js';
import { beforeImage, wholeImage } from './before-image.js';
import { missing, type Draft } from './draft.js';
import type { Unit } from './unit.js';
import { checkHierarchy } from './hierarchy.js';
import { RecordError } from './record-error.js';
import type { RollUps } from './roll-ups.js';
import type { KnownUsers } from './users.js';
import { savePlan, type SavePlan } from './save-plan.js';

/** Why a record is changed. */
type Cause = Pick<HistoryEntry, 'decision' | 'undoes'>;

/**
 * Saves records as the platform does, in its order: values sent over values stored, then what the platform fills: defaults and auto-numbers (new records
 * only), the compound name, on-save updates, audit fields; then the roll-up summaries of the parents. Each change goes into its record's history; a summary
 * that is worked out anew is no change of the parent by anyone, and does not.
 */
export class Saver {
  readonly #plans = new Map<string, SavePlan>();

  constructor(
    private readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>,
    private readonly rollUps: RollUps,
    private readonly users: KnownUsers,
  ) {}

  /** The Id that a new record of this type gets. */
  newId(unit: Unit, type: ObjectType): string {
    return makeId(type.keyPrefix, unit.next(`id:${type.keyPrefix}`));
  }

  /** @throws RecordError where required fields are missing or a reference that must exist does not */
  create(unit: Unit, draft: Draft, id: string, now: Date, decision: Decision): MaybePromise<void> {
    const { type } = draft;
    const plan = this.#plan(type);
    const fields: FieldValues = { ...draft.values };
    for (const [name, value] of plan.defaults) if (!Object.hasOwn(fields, name)) fields[name] = value;
    checkRequired(plan, fields);
    return andThen(this.#checkReferences(unit, plan, draft.values), () => {
      for (const { name, counter, format } of plan.autoNumbers)
        fields[name] = renderAutoNumber(format, unit.next(counter), now);
      if (plan.hasOwner && !Object.hasOwn(fields, 'OwnerId')) fields['OwnerId'] = unit.userId;
      fields['CreatedDate'] = formatDatetime(now);
      fields['CreatedById'] = unit.userId;
      Object.assign(fields, this.rollUps.summaries(type.name, id));
      this.#fillOnSave(type, id, fields, now);
      return this.#write(unit, type, undefined, id, fields, now, { decision });
    });
  }

  /** @param existing as it is in the latest view */
  update(unit: Unit, draft: Draft, existing: StoredRecord, now: Date, decision: Decision): MaybePromise<void> {
    return andThen(this.#checkReferences(unit, this.#plan(draft.type), draft.values), () => {
      const fields = { ...existing.fields, ...draft.values };
      this.#fillOnSave(draft.type, existing.id, fields, now);
      return this.#write(unit, draft.type, existing, existing.id, fields, now, { decision });
    });
  }

  /** The record is gone from store, index and the summaries of its parents. */
  async delete(unit: Unit, type: ObjectType, record: StoredRecord, cause: Cause = {}): Promise<void> {
    await unit.delete(record.id);
    const before = wholeImage(record.fields, this.#plan(type).derived);
    unit.keep({ recordId: record.id, objectType: type.name, action: 'delete', before, ...cause });
    await this.#rollUp(unit, record, undefined);
  }

  /** The record is gone, and with it its history and whatever names it. Nothing is kept of it. */
  async erase(unit: Unit, id: string, record: StoredRecord | undefined): Promise<void> {
    await unit.erase(id);
    if (record !== undefined) await this.#rollUp(unit, record, undefined);
  }

  /** Gives fields the values they had, on-save updates not run again: they would fill what is being taken back. */
  async revert(
    unit: Unit,
    type: ObjectType,
    record: StoredRecord,
    values: Readonly<FieldValues>,
    now: Date,
    cause: Cause,
  ): Promise<void> {
    const fields = { ...record.fields, ...values };
    checkRequired(this.#plan(type), fields);
    await this.#checkReferences(unit, this.#plan(type), values);
    await this.#write(unit, type, record, record.id, fields, now, cause);
  }

  /** Puts a deleted record back under its Id, as it was; its summaries are those of its children now. */
  async restore(
    unit: Unit,
    type: ObjectType,
    id: string,
    values: Readonly<FieldValues>,
    now: Date,
    cause: Cause,
  ): Promise<void> {
    checkRequired(this.#plan(type), values);
    await this.#checkReferences(unit, this.#plan(type), values);
    const fields = { ...values, ...this.rollUps.summaries(type.name, id) };
    await this.#write(unit, type, undefined, id, fields, now, cause);
  }

  #fillOnSave(type: ObjectType, id: string, fields: FieldValues, now: Date): void {
    if (this.#plan(type).hasCompoundName) fields['Name'] = personName(fields);
    for (const update of this.onSave.get(type.name) ?? [])
      if (update.when((name) => (name === 'Id' ? id : storedValue(type.field(name), fields[name])), now))
        Object.assign(fields, update.set);
  }

  #write(
    unit: Unit,
    type: ObjectType,
    before: StoredRecord | undefined,
    id: string,
    fields: FieldValues,
    now: Date,
    cause: Cause,
  ): MaybePromise<void> {
    const plan = this.#plan(type);
    const time = formatDatetime(now);
    if (plan.hasCompoundName) fields['Name'] = personName(fields);
    fields['LastModifiedDate'] = time;
    fields['LastModifiedById'] = unit.userId;
    fields['SystemModstamp'] = time;
    const record: StoredRecord = { id, type: type.name, fields: withoutBlanks(fields) };
    return andThen(this.#put(unit, plan, record, before), () => {
      unit.keep({
        recordId: id,
        objectType: type.name,
        ...(before === undefined
          ? { action: 'create' }
          : { action: 'update', before: beforeImage(before.fields, record.fields, plan.derived) }),
        ...cause,
      });
      return this.rollUps.reads(type.name) ? this.#rollUp(unit, before, record) : undefined;
    });
  }

  /** @throws RecordError, before anything is staged, where a parent of its own object leads back to it */
  #put(unit: Unit, plan: SavePlan, record: StoredRecord, before: StoredRecord | undefined): MaybePromise<void> {
    const { id, fields } = record;
    const isUnchanged = plan.ownParents.every((name) => fields[name] === before?.fields[name]);
    if (isUnchanged) return unit.put(record, before);
    const checked = checkHierarchy((other) => unit.get(other), id, plan.ownParents, before?.fields, fields);
    return checked.then(() => unit.put(record, before));
  }

  #checkReferences(unit: Unit, plan: SavePlan, values: Readonly<FieldValues>): MaybePromise<void> {
    return plan.mustExist.length === 0 ? undefined : this.#checkThatExist(unit, plan, values);
  }

  async #checkThatExist(unit: Unit, plan: SavePlan, values: Readonly<FieldValues>): Promise<void> {
    for (const name of plan.mustExist) {
      const id = values[name] ?? null;
      if (typeof id === 'string' && (await this.users.record(id, unit.get(id))) === undefined) {
        throw new RecordError(
          'INVALID_CROSS_REFERENCE_KEY',
          `${name}: no record with Id ${id} is stored, and this reference must exist`,
        );
      }
    }
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
      await unit.put(record, parent);
      await this.#rollUp(unit, parent, record);
    }
  }
}

/** @param fields the saver's own: what has no blanks is not copied */
function withoutBlanks(fields: Readonly<FieldValues>): Readonly<FieldValues> {
  let hasBlanks = false;
  for (const name in fields) hasBlanks ||= fields[name] === null;
  if (!hasBlanks) return fields;
  const kept: FieldValues = {};
  for (const name of Object.keys(fields)) if (fields[name] !== null) kept[name] = fields[name]!;
  return kept;
}

function checkRequired(plan: SavePlan, fields: Readonly<FieldValues>): void {
  const absent = plan.required.filter((name) => (fields[name] ?? null) === null);
  if (absent.length > 0) throw missing(absent);
}

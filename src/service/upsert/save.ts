import type { CompiledUpdate } from '../../store/config/configuration.js';
import { autoNumberIn, renderAutoNumber } from '../../records/autonumber.js';
import { formatDatetime } from '../../records/dates.js';
import { personName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import type { Decision, HistoryEntry } from '../../store/history.js';
import { missing, type ValidatedRecord } from './validated-record.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { checkHierarchy } from './hierarchy.js';
import { RecordError } from '../../records/contract/record-error.js';
import type { RollUps } from '../../store/transactions/roll-ups.js';
import type { UserRecords } from '../../store/user-records.js';
import { beforeImage, savePlan, type SavePlan, wholeImage } from './save-plan.js';

type Cause = Pick<HistoryEntry, 'decision' | 'undoes' | 'mergedInto'>;

/**
 * Saves records in the platform's order: stored values, sent values, defaults and auto-numbers (new records only), the
 * compound name, on-save updates, audit fields, and finally the parents' roll-up summaries. Each change is added to the
 * record's history, except recalculated summaries.
 */
export class Saver {
  readonly #plans = new Map<string, SavePlan>();

  constructor(
    private readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>,
    private readonly rollUps: RollUps,
    private readonly users: UserRecords,
  ) {}

  /** @throws RecordError for missing required fields or references to missing records */
  create(transaction: Transaction, validated: ValidatedRecord, id: string, now: Date, decision: Decision): void {
    const { type } = validated;
    const plan = this.#plan(type);
    const fields: FieldValues = { ...validated.values };
    for (const [name, value] of plan.defaults) if (!Object.hasOwn(fields, name)) fields[name] = value;
    checkRequired(plan, fields);
    this.#checkReferences(transaction, plan, validated.values);
    for (const { name, counter, format } of plan.autoNumbers)
      fields[name] = renderAutoNumber(format, transaction.next(counter), now);
    if (plan.hasOwner && !Object.hasOwn(fields, 'OwnerId')) fields['OwnerId'] = transaction.userId;
    fields['CreatedDate'] = formatDatetime(now);
    fields['CreatedById'] = transaction.userId;
    Object.assign(fields, this.#summaries(transaction, type.name, id));
    this.#fillOnSave(type, id, fields, now);
    this.#write(transaction, type, undefined, id, fields, now, { decision });
  }

  update(
    transaction: Transaction,
    validated: ValidatedRecord,
    existing: StoredRecord,
    now: Date,
    decision: Decision,
  ): void {
    this.#checkReferences(transaction, this.#plan(validated.type), validated.values);
    const fields = { ...existing.fields, ...validated.values };
    this.#fillOnSave(validated.type, existing.id, fields, now);
    this.#write(transaction, validated.type, existing, existing.id, fields, now, { decision });
  }

  /** Gives a record the values of the records merged into it. On-save updates run as usual. */
  merge(
    transaction: Transaction,
    type: ObjectType,
    existing: StoredRecord,
    values: Readonly<FieldValues>,
    now: Date,
    cause: Cause,
  ): void {
    checkRequired(this.#plan(type), { ...existing.fields, ...values });
    this.#checkReferences(transaction, this.#plan(type), values);
    const fields = { ...existing.fields, ...values };
    this.#fillOnSave(type, existing.id, fields, now);
    this.#write(transaction, type, existing, existing.id, fields, now, cause);
  }

  delete(transaction: Transaction, type: ObjectType, record: StoredRecord, cause: Cause = {}): void {
    transaction.delete(record.id);
    const before = wholeImage(record.fields, this.#plan(type).derived);
    transaction.addHistory({ recordId: record.id, objectType: type.name, action: 'delete', before, ...cause });
    this.#rollUp(transaction, record, undefined);
  }

  erase(transaction: Transaction, id: string, record: StoredRecord | undefined): void {
    transaction.erase(id);
    if (record !== undefined) this.#rollUp(transaction, record, undefined);
  }

  /** Restores previous values without running on-save updates, which would fill the fields again. */
  revert(
    transaction: Transaction,
    type: ObjectType,
    record: StoredRecord,
    values: Readonly<FieldValues>,
    now: Date,
    cause: Cause,
  ): void {
    const fields = { ...record.fields, ...values };
    checkRequired(this.#plan(type), fields);
    this.#checkReferences(transaction, this.#plan(type), values);
    this.#write(transaction, type, record, record.id, fields, now, cause);
  }

  /** Restores a deleted record under its Id, and recalculates its summaries. */
  restore(
    transaction: Transaction,
    type: ObjectType,
    id: string,
    values: Readonly<FieldValues>,
    now: Date,
    cause: Cause,
  ): void {
    checkRequired(this.#plan(type), values);
    this.#checkReferences(transaction, this.#plan(type), values);
    const fields = { ...values, ...this.#summaries(transaction, type.name, id) };
    this.#write(transaction, type, undefined, id, fields, now, cause);
  }

  /**
   * Creates a record under its own Id from an export. On-save updates do not run again. Referenced records may be
   * created later.
   * @param kept values that the service usually sets: auto-numbers, author and times
   * @param columns fields of the row, even if blank
   */
  take(
    transaction: Transaction,
    { type, values }: ValidatedRecord,
    id: string,
    { kept, columns }: { readonly kept: Readonly<FieldValues>; readonly columns: ReadonlySet<string> },
    now: Date,
  ): void {
    const plan = this.#plan(type);
    const fields: FieldValues = { ...values };
    for (const [name, value] of plan.defaults)
      if (!Object.hasOwn(fields, name) && !columns.has(name)) fields[name] = value;
    checkRequired(plan, fields);
    transaction.takeId(id);
    for (const { name, counter, format } of plan.autoNumbers) {
      const text = kept[name];
      if (typeof text !== 'string') fields[name] = renderAutoNumber(format, transaction.next(counter), now);
      else transaction.raise(counter, autoNumberIn(format, text) ?? 0);
    }
    if (plan.hasOwner && !Object.hasOwn(fields, 'OwnerId')) fields['OwnerId'] = transaction.userId;
    fields['CreatedDate'] = formatDatetime(now);
    fields['CreatedById'] = transaction.userId;
    Object.assign(fields, kept, this.#summaries(transaction, type.name, id));
    this.#write(transaction, type, undefined, id, fields, now, { decision: { reason: 'idSent' } }, kept);
  }

  #fillOnSave(type: ObjectType, id: string, fields: FieldValues, now: Date): void {
    if (this.#plan(type).hasCompoundName) fields['Name'] = personName(fields);
    for (const update of this.onSave.get(type.name) ?? [])
      if (update.when((name) => (name === 'Id' ? id : storedValue(type.field(name), fields[name])), now))
        Object.assign(fields, update.set);
  }

  #write(
    transaction: Transaction,
    type: ObjectType,
    before: StoredRecord | undefined,
    id: string,
    fields: FieldValues,
    now: Date,
    cause: Cause,
    kept: Readonly<FieldValues> = {},
  ): void {
    const plan = this.#plan(type);
    const time = formatDatetime(now);
    if (plan.hasCompoundName) fields['Name'] = personName(fields);
    fields['LastModifiedDate'] = time;
    fields['LastModifiedById'] = transaction.userId;
    fields['SystemModstamp'] = time;
    Object.assign(fields, kept);
    const record: StoredRecord = { id, type: type.name, fields: withoutBlanks(fields) };
    const hasOtherParents = plan.ownParents.some((name) => record.fields[name] !== before?.fields[name]);
    // Check before anything is staged, so that a failure has no effect.
    if (hasOtherParents)
      checkHierarchy((other) => transaction.get(other), id, plan.ownParents, before?.fields, record.fields);
    transaction.put(record, before);
    transaction.addHistory({
      recordId: id,
      objectType: type.name,
      ...(before === undefined
        ? { action: 'create' }
        : { action: 'update', before: beforeImage(before.fields, record.fields, plan.derived) }),
      ...cause,
    });
    if (this.rollUps.reads(type.name)) this.#rollUp(transaction, before, record);
  }

  #checkReferences(transaction: Transaction, plan: SavePlan, values: Readonly<FieldValues>): void {
    for (const name of plan.mustExist) {
      const id = values[name] ?? null;
      if (typeof id === 'string' && this.users.record(id, transaction.get(id)) === undefined) {
        throw new RecordError(
          'INVALID_CROSS_REFERENCE_KEY',
          `${name}: no record with Id ${id} exists, but the reference requires one`,
        );
      }
    }
  }

  #plan(type: ObjectType): SavePlan {
    let plan = this.#plans.get(type.name);
    if (plan === undefined) this.#plans.set(type.name, (plan = savePlan(type)));
    return plan;
  }

  #summaries(transaction: Transaction, type: string, id: string): FieldValues {
    transaction.summarise(id);
    return this.rollUps.summaries(type, id);
  }

  #rollUp(transaction: Transaction, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    for (const parentId of this.rollUps.touched(before, after)) {
      transaction.summarise(parentId);
      const parent = transaction.get(parentId);
      if (parent === undefined) continue;
      const summaries = this.rollUps.summaries(parent.type, parentId);
      const changed = Object.entries(summaries).some(([name, value]) => (parent.fields[name] ?? null) !== value);
      if (!changed) continue;
      const record: StoredRecord = { ...parent, fields: withoutBlanks({ ...parent.fields, ...summaries }) };
      transaction.put(record, parent);
      this.#rollUp(transaction, parent, record);
    }
  }
}

/**
 * Returns the fields that are not blank. @param fields returned as is if it contains no blanks, so that it is rarely
 * copied
 */
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

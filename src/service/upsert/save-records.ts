import { RecordError } from '../../contract/record-error.js';
import { RequestError } from '../../contract/request-error.js';
import { shorten, unknownField } from '../../contract/unknown-field.js';
import { coerce } from '../../records/coercion.js';
import { normaliseId } from '../../records/ids.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import { sortKeyOf } from '../../records/sortable.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { DISCARDED_PAIR, DUPLICATE_PAIR } from '../../records/builtin/duplicate-check.js';
import { recordState, type Precondition } from '../../records/record-state.js';
import type { RecordView } from '../../store/record-view.js';
import type { Transaction } from '../../transactions/transaction.js';
import { sortKeyFor } from '../query/order-by.js';
import { notStored } from '../undo/entity-is-deleted.js';
import { givenPair, suspectGiven } from './given-pair.js';
import { duplicateOf, PARENT_FAILED, ROLLED_BACK, stageUpsert, type UpsertParts } from './upsert.js';

/** Records taken into a list between two yields. */
const PREPARED_AT_ONCE = 100;
/** More than one is too many; some are named. */
const MOST_HOLDERS = 20;

type Data = Readonly<Record<string, unknown>>;

/** A change of one record, made as it is told: no duplicate is updated instead. */
export type RecordWrite =
  | {
      readonly kind: 'create';
      readonly objectType: string;
      readonly data: Data;
      /** It points by a field to the record of an earlier write of the same request. */
      readonly parent?: { readonly write: number; readonly field: string } | undefined;
    }
  | (OnState & { readonly kind: 'update'; readonly objectType: string; readonly id: string; readonly data: Data })
  /** Updates the record that holds a value in an external Id field, or creates one. */
  | {
      readonly kind: 'upsert';
      readonly objectType: string;
      readonly field: string;
      readonly value: unknown;
      readonly data: Data;
    }
  | (OnState & { readonly kind: 'delete'; readonly objectType?: string; readonly id: string });

interface OnState {
  /** Absent: whatever state the record is in. */
  readonly precondition?: Precondition | undefined;
}

export interface WriteOptions {
  /** Nothing is saved where a record fails. */
  readonly allOrNone: boolean;
  /** A record that would be found as a duplicate is not created. */
  readonly refusesDuplicates: boolean;
  /** It is created, whatever the rule of its object, and the pair kept for review. */
  readonly reportsDuplicates?: boolean | undefined;
}

export interface WriteResult {
  readonly id: string | null;
  readonly isSuccess: boolean;
  readonly isCreated: boolean;
  /** Code and reason, as `UpsertDataOutput` has them; `null` on success. */
  readonly errorMessage: string | null;
  /** Records that hold the external Id it was to be found by. */
  readonly others: readonly string[];
  /** The record that it was not created beside. */
  readonly duplicate?: string | undefined;
}

/** Rows of a table, each to be saved as it is told. */
export interface RowWrites {
  readonly operation: 'insert' | 'update' | 'upsert' | 'delete';
  /** The field that an upsert finds records by; absent: Id. */
  readonly externalId?: string | undefined;
  /** A row that would be found as a duplicate is not inserted. */
  readonly refusesDuplicates: boolean;
}

/** A cell of the bulk interface that empties its field. */
const EMPTIES = '#N/A';

/** One row as a write. @param row values by field name; absent: left as they are */
export function writeOf(objectType: string, row: Data, { operation, externalId = 'Id' }: RowWrites): RecordWrite {
  const data = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === EMPTIES ? null : value]));
  const valueOf = (field: string): unknown =>
    Object.entries(data).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1];
  const given = valueOf('Id');
  const id = typeof given === 'string' ? given : '';
  switch (operation) {
    case 'insert':
      return { kind: 'create', objectType, data };
    case 'update':
      return { kind: 'update', objectType, id, data };
    case 'upsert':
      return { kind: 'upsert', objectType, field: externalId, value: valueOf(externalId), data };
    case 'delete':
      return { kind: 'delete', objectType, id };
  }
}

export type WriteParts = UpsertParts & { readonly store: Pick<RecordView, 'sorted'> };

/** Values that were saved within the same request, by field and value: not to be found in the committed records. */
type SavedValues = Map<string, string>;

/** Decides and stages a request's records in their order, each seeing those before it. */
export function* stageWrites(
  parts: WriteParts,
  transaction: Transaction,
  writes: readonly RecordWrite[],
  options: WriteOptions,
  now: Date,
): DecisionSteps<WriteResult[]> {
  const { allOrNone } = options;
  const saved: SavedValues = new Map();
  // Whoever holds an external Id is looked for among the committed records.
  if (writes.some(({ kind }) => kind === 'upsert')) yield parts.transactions.allCommitted();
  const results: WriteResult[] = [];
  for (const write of writes) {
    yield;
    const meant =
      write.kind === 'create' && write.parent !== undefined ? withParent(write, write.parent, results) : write;
    results.push(
      meant === undefined ? failed(PARENT_FAILED) : yield* stageOne(parts, transaction, meant, options, saved, now),
    );
  }
  if (!allOrNone || results.every(({ isSuccess }) => isSuccess)) return results;
  transaction.abort();
  return results.map((result) => (result.isSuccess ? failed(ROLLED_BACK) : result));
}

/** @returns `undefined` where the record that it points to was not saved */
function withParent(
  write: Extract<RecordWrite, { kind: 'create' }>,
  { write: index, field }: { readonly write: number; readonly field: string },
  results: readonly WriteResult[],
): RecordWrite | undefined {
  const id = results[index]?.id ?? null;
  return id === null ? undefined : { ...write, data: { ...write.data, [field]: id } };
}

function* stageOne(
  parts: WriteParts,
  transaction: Transaction,
  write: RecordWrite,
  options: WriteOptions,
  saved: SavedValues,
  now: Date,
): DecisionSteps<WriteResult> {
  try {
    switch (write.kind) {
      case 'delete':
        return yield* stageDelete(parts, transaction, write);
      case 'update':
        if (write.id === '') throw new RecordError('MISSING_ARGUMENT', 'Id not specified in an update call');
        checkState(transaction, write);
        return yield* stageSave(parts, transaction, write.objectType, { ...withoutId(write.data), Id: write.id }, now);
      case 'create': {
        if (Object.keys(write.data).some((name) => name.toLowerCase() === 'id'))
          throw new RecordError('INVALID_FIELD_FOR_INSERT_UPDATE', 'Id: cannot specify Id in an insert call');
        return yield* stageCreate(parts, transaction, write.objectType, write.data, options, now);
      }
      case 'upsert':
        return yield* stageByExternalId(parts, transaction, write, options, saved, now);
    }
  } catch (error) {
    if (error instanceof RecordError) return failed(error.message);
    throw error;
  }
}

function* stageSave(
  parts: WriteParts,
  transaction: Transaction,
  objectType: string,
  objectData: Data,
  now: Date,
  isReported = false,
): DecisionSteps<WriteResult> {
  const input = { objectType, objectData, duplicateCheck: isReported };
  const output = yield* stageUpsert(parts, transaction, input, now, isReported);
  const { objectId: id, isSuccess, isCreated, errorMessage } = output;
  return { id, isSuccess, isCreated, errorMessage, others: [] };
}

/** A new record, as the rule of its object for duplicates has it. */
function* stageCreate(
  parts: WriteParts,
  transaction: Transaction,
  objectType: string,
  data: Data,
  { refusesDuplicates, reportsDuplicates = false }: WriteOptions,
  now: Date,
): DecisionSteps<WriteResult> {
  const own = parts.configuration.registry.byName(objectType)?.duplicateRule ?? 'off';
  const rule = reportsDuplicates ? 'report' : own;
  const found =
    refusesDuplicates || rule === 'block' ? yield* duplicateOf(parts, transaction, objectType, data) : undefined;
  if (found !== undefined) return { ...failed('DUPLICATES_DETECTED: Use one of these records?'), duplicate: found };
  const name = parts.configuration.registry.byName(objectType)?.name;
  if (name === DISCARDED_PAIR)
    throw new RecordError(
      'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY',
      `${name}: decide that two records are not one instead`,
    );
  const pair = name === DUPLICATE_PAIR ? givenPair(parts, transaction, data) : undefined;
  const result = yield* stageSave(parts, transaction, objectType, data, now, rule === 'report');
  if (result.isSuccess && pair !== undefined) suspectGiven(transaction, pair, now);
  return result;
}

function* stageDelete(
  parts: WriteParts,
  transaction: Transaction,
  write: Extract<RecordWrite, { kind: 'delete' }>,
): DecisionSteps<WriteResult> {
  const { objectType, id: text } = write;
  const { registry } = parts.configuration;
  const id = normaliseId(text);
  const type = id === undefined ? undefined : registry.byPrefix(id.slice(0, 3));
  if (id === undefined || type === undefined || (objectType !== undefined && registry.byName(objectType) !== type))
    throw new RecordError('MALFORMED_ID', `malformed id ${shorten(text)}`);
  if (!transaction.mayChange(type.name))
    throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `no access to records of ${type.name}`);
  const record = transaction.get(id);
  if (record === undefined) throw yield* notStored(parts, type, id);
  checkState(transaction, write);
  parts.saver.delete(transaction, type, record);
  return { id, isSuccess: true, isCreated: false, errorMessage: null, others: [] };
}

/** A change that rests on another state of the record. */
export function preconditionFailed(): RequestError {
  return new RequestError(412, 'PRECONDITION_FAILED', 'The record is in another state than the request rests on');
}

/** @throws RecordError where the record is there, and in another state than the change rests on */
function checkState(transaction: Transaction, { id: text, precondition }: OnState & { readonly id: string }): void {
  const id = normaliseId(text);
  const record = id === undefined || precondition === undefined ? undefined : transaction.get(id);
  if (record === undefined || precondition!(recordState(record))) return;
  const { errorCode, message } = preconditionFailed();
  throw new RecordError(errorCode, message);
}

function* stageByExternalId(
  parts: WriteParts,
  transaction: Transaction,
  { objectType, field: name, value, data }: Extract<RecordWrite, { kind: 'upsert' }>,
  options: WriteOptions,
  saved: SavedValues,
  now: Date,
): DecisionSteps<WriteResult> {
  const { type, field } = externalField(parts, objectType, name);
  const own = Object.fromEntries(Object.entries(data).filter(([key]) => type.field(key) !== field));
  if (field.name === 'Id') {
    if (value === undefined || value === null || value === '')
      return yield* stageCreate(parts, transaction, type.name, own, options, now);
    return yield* stageSave(parts, transaction, type.name, { ...own, Id: value }, now);
  }
  const coerced = coerce(field, value ?? null);
  if (!coerced.ok) throw new RecordError(coerced.errorCode, coerced.message);
  if (coerced.value === null) throw new RecordError('MISSING_ARGUMENT', `${field.name} not specified`);
  const key = sortKeyOf(field, coerced.value)!;
  const place = `${type.name} ${field.name} ${key}`;
  const stored = yield* holders(parts, type, field, key);
  const mine = saved.get(place);
  const ids = mine === undefined ? stored : [...new Set([...stored, mine])];
  if (ids.length > 1)
    return failed(`DUPLICATE_EXTERNAL_ID: ${field.name}: more than one record found for external id field`, ids);
  const [id] = ids;
  // The value as it is sent: case counts where it is written.
  const values = { ...own, [field.name]: value };
  const result =
    id === undefined
      ? yield* stageCreate(parts, transaction, type.name, values, options, now)
      : yield* stageSave(parts, transaction, type.name, { ...values, Id: id }, now);
  if (result.id !== null) saved.set(place, result.id);
  return result;
}

/** @throws RequestError 404 where records cannot be found by the field */
export function externalField(
  { configuration }: Pick<UpsertParts, 'configuration'>,
  objectType: string,
  name: string,
): { readonly type: ObjectType; readonly field: Field } {
  const type = configuration.registry.byName(objectType);
  if (type === undefined) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  const field = type.field(name);
  if (field !== undefined && (field.externalId === true || field.name === 'Id')) return { type, field };
  const reason = field === undefined ? unknownField(type, name) : `${field.name} is no external Id of ${type.name}`;
  throw new RequestError(
    404,
    'NOT_FOUND',
    `Provided external ID field does not exist or is not accessible: ${shorten(name)}. ${reason}`,
  );
}

/**
 * Ids of the stored records that hold a value in an external Id field; steps that wait for nothing.
 *
 * @throws RequestError 404 where records cannot be found by the field
 */
export function* holdersOf(
  parts: Pick<WriteParts, 'configuration'> & { readonly store: Pick<RecordView, 'sorted' | 'get'> },
  objectType: string,
  name: string,
  text: string,
): Generator<undefined, string[], undefined> {
  const { type, field } = externalField(parts, objectType, name);
  if (field.name === 'Id') {
    const id = normaliseId(text);
    return id !== undefined && parts.store.get(id)?.type === type.name ? [id] : [];
  }
  const coerced = coerce(field, text);
  if (!coerced.ok || coerced.value === null) return [];
  return yield* holders(parts, type, field, sortKeyOf(field, coerced.value)!);
}

/** Ids of the stored records that hold a value. */
function* holders(
  { store }: { readonly store: Pick<RecordView, 'sorted'> },
  type: ObjectType,
  field: Field,
  key: string | number,
): Generator<undefined, string[], undefined> {
  const list = store.sorted(type.name, sortKeyFor(field));
  while (list.prepared < 1) {
    list.prepare(PREPARED_AT_ONCE);
    yield;
  }
  const ids: string[] = [];
  for (let rank = list.rank({ key, id: '' }); ids.length < MOST_HOLDERS; rank++) {
    const [place] = list.slice(rank, 1);
    if (place?.key !== key) break;
    ids.push(place.id);
  }
  return ids;
}

function withoutId(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name.toLowerCase() !== 'id'));
}

function failed(errorMessage: string, others: readonly string[] = []): WriteResult {
  return { id: null, isSuccess: false, isCreated: false, errorMessage, others };
}

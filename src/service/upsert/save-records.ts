import { RecordError } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import { coerce } from '../../records/coercion.js';
import { normaliseId } from '../../records/ids.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import { sortKeyOf } from '../../records/sortable.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { DISCARDED_PAIR, DUPLICATE_PAIR } from '../../records/standard-objects.js';
import { recordState, type Precondition } from '../../records/record-state.js';
import type { RecordView } from '../../store/record-view.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { notStored } from '../undo/entity-is-deleted.js';
import { holders } from './holders.js';
import { duplicateOf, PARENT_FAILED, ROLLED_BACK, stageUpsert, type UpsertParts } from './upsert.js';
import type { StoredRecord } from '../../records/record.js';

type Data = Readonly<Record<string, unknown>>;

/** A change to exactly one record, without looking for duplicates to update. */
export type RecordWrite =
  | {
      readonly kind: 'create';
      readonly objectType: string;
      readonly data: Data;
      /** A reference to the record of an earlier write in the same request. */
      readonly parent?: { readonly write: number; readonly field: string } | undefined;
    }
  | (OnState & { readonly kind: 'update'; readonly objectType: string; readonly id: string; readonly data: Data })
  /** Updates the record with the given value in an external Id field, or creates the record. */
  | {
      readonly kind: 'upsert';
      readonly objectType: string;
      readonly field: string;
      readonly value: unknown;
      readonly data: Data;
    }
  | (OnState & { readonly kind: 'delete'; readonly objectType?: string; readonly id: string });

interface OnState {
  /** If absent, the record may have any state. */
  readonly precondition?: Precondition | undefined;
}

export interface WriteOptions {
  /** Whether nothing is saved if one record fails. */
  readonly allOrNone: boolean;
  readonly refusesDuplicates: boolean;
  /** Duplicates are created with a suspected pair, regardless of the object's rule. */
  readonly reportsDuplicates?: boolean | undefined;
}

export interface WriteResult {
  readonly id: string | null;
  readonly isSuccess: boolean;
  readonly isCreated: boolean;
  /** Code and reason, as in `UpsertDataOutput`. `null` on success. */
  readonly errorMessage: string | null;
  readonly others: readonly string[];
  readonly duplicate?: string | undefined;
}

export interface RowWrites {
  readonly operation: 'insert' | 'update' | 'upsert' | 'delete';
  /** External Id field of an upsert. Default: Id. */
  readonly externalId?: string | undefined;
  readonly refusesDuplicates: boolean;
}

const EMPTIES = '#N/A';

/** Converts a row to a write. @param row values by field name; absent fields are not changed */
export function writeOf(objectType: string, row: Data, { operation, externalId = 'Id' }: RowWrites): RecordWrite {
  const data = emptied(row);
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

/** Replaces `#N/A`, the value that clears a field, with null. Parents named by external Ids are objects. */
function emptied(row: Data): Data {
  const cell = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) return emptied(value as Data);
    return value === EMPTIES ? null : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));
}

type SavedValues = Map<string, string>;

/** Decides and stages a request's records in order. Each sees the records before it. */
export function* stageWrites(
  parts: UpsertParts,
  transaction: Transaction,
  writes: readonly RecordWrite[],
  options: WriteOptions,
  now: Date,
): DecisionSteps<WriteResult[]> {
  const { allOrNone } = options;
  const saved: SavedValues = new Map();
  // Wait for all commits, because the search for external Ids sees only committed records.
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

function withParent(
  write: Extract<RecordWrite, { kind: 'create' }>,
  { write: index, field }: { readonly write: number; readonly field: string },
  results: readonly WriteResult[],
): RecordWrite | undefined {
  const id = results[index]?.id ?? null;
  return id === null ? undefined : { ...write, data: { ...write.data, [field]: id } };
}

function* stageOne(
  parts: UpsertParts,
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
  parts: UpsertParts,
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

function* stageCreate(
  parts: UpsertParts,
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
      `${name}: instead, record a decision that the records are not duplicates`,
    );
  const pair = name === DUPLICATE_PAIR ? givenPair(parts, transaction, data) : undefined;
  const result = yield* stageSave(parts, transaction, objectType, data, now, rule === 'report');
  if (result.isSuccess && pair !== undefined) suspectGiven(transaction, pair, now);
  return result;
}

function* stageDelete(
  parts: UpsertParts,
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

export function preconditionFailed(): RequestError {
  return new RequestError(412, 'PRECONDITION_FAILED', 'The record has changed since it was read');
}

/** @throws RecordError if the record's state differs from the expected state */
function checkState(transaction: Transaction, { id: text, precondition }: OnState & { readonly id: string }): void {
  const id = normaliseId(text);
  const record = id === undefined || precondition === undefined ? undefined : transaction.get(id);
  if (record === undefined || precondition!(recordState(record))) return;
  const { errorCode, message } = preconditionFailed();
  throw new RecordError(errorCode, message);
}

function* stageByExternalId(
  parts: UpsertParts,
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
  // Preserve the value's case as sent.
  const values = { ...own, [field.name]: value };
  const result =
    id === undefined
      ? yield* stageCreate(parts, transaction, type.name, values, options, now)
      : yield* stageSave(parts, transaction, type.name, { ...values, Id: id }, now);
  if (result.id !== null) saved.set(place, result.id);
  return result;
}

/** @throws RequestError 404 if the field is not an external Id */
function externalField(
  { configuration }: Pick<UpsertParts, 'configuration'>,
  objectType: string,
  name: string,
): { readonly type: ObjectType; readonly field: Field } {
  const type = configuration.registry.byName(objectType);
  if (type === undefined) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  const field = type.field(name);
  if (field !== undefined && (field.externalId === true || field.name === 'Id')) return { type, field };
  const reason = field === undefined ? unknownField(type, name) : `${field.name} is not an external Id of ${type.name}`;
  throw new RequestError(
    404,
    'NOT_FOUND',
    `Provided external ID field does not exist or is not accessible: ${shorten(name)}. ${reason}`,
  );
}

/** Reads without waiting for commits. @throws RequestError 404 if the field is not an external Id */
export function* holdersOf(
  parts: Pick<UpsertParts, 'configuration'> & { readonly store: Pick<RecordView, 'sorted' | 'get'> },
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

function withoutId(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name.toLowerCase() !== 'id'));
}

export function failed(errorMessage: string, others: readonly string[] = []): WriteResult {
  return { id: null, isSuccess: false, isCreated: false, errorMessage, others };
}

interface GivenPair {
  readonly source: StoredRecord;
  readonly match: StoredRecord;
  /** Percent. */
  readonly score: number;
}

/** Returns the records of a pair created by a client. @throws RecordError if one of them is not stored */
function givenPair(
  { configuration }: Pick<UpsertParts, 'configuration'>,
  transaction: Transaction,
  data: Readonly<Record<string, unknown>>,
): GivenPair {
  const valueOf = (name: string): unknown =>
    Object.entries(data).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const recordOf = (name: string): StoredRecord => {
    const given = valueOf(name);
    const id = typeof given === 'string' ? normaliseId(given) : undefined;
    const record = id === undefined ? undefined : transaction.get(id);
    if (record === undefined || configuration.registry.byName(record.type) === undefined)
      throw new RecordError('INVALID_CROSS_REFERENCE_KEY', `${name}: no record has this Id`);
    if (!transaction.mayChange(record.type))
      throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `no access to records of ${record.type}`);
    return record;
  };
  const [source, match] = [recordOf('dupcheck__SourceObject__c'), recordOf('dupcheck__MatchObject__c')];
  if (source.id === match.id)
    throw new RecordError('INVALID_CROSS_REFERENCE_KEY', 'dupcheck__MatchObject__c: both Ids refer to the same record');
  const score = Number(valueOf('dupcheck__Score__c') ?? 100);
  return { source, match, score: score >= 0 && score <= 100 ? Math.floor(score) : 100 };
}

/** Adds the pair for review, like a pair from an upsert. Records of two objects are never merged. */
function suspectGiven(transaction: Transaction, { source, match, score }: GivenPair, now: Date): void {
  if (source.type !== match.type) return;
  const id = `pair-${String(transaction.next('suspectedPair')).padStart(12, '0')}`;
  const records = { objectType: source.type, createdId: match.id, matchedId: source.id };
  const pair = { id, ...records, score, scenarioScores: [], time: now.toISOString() };
  transaction.add({ kind: 'suspect', pair });
}

import { CheckpointMovedError } from '../../records/contract/checkpoint-moved.js';
import type { Likeness, KeptIds } from '../likeness.js';
import type { UpsertDataOutput } from '../../records/contract/schemas.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { stageWrites, writeOf, type RowWrites } from './save-records.js';
import { type UpsertParts, failure, stageUpsert } from './upsert.js';
import type { OnDuplicate } from '../../records/on-duplicate.js';
import { RecordError } from '../../records/contract/record-error.js';
import { coerce } from '../../records/coercion.js';
import { COMMON_INSTALLATION, idNumber, installationOf, keyPrefixOf, makeId, normaliseId } from '../../records/ids.js';
import { isKeptField, type ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import { idCounter, installationCounter } from '../../store/installation.js';
import { notStored } from '../undo/entity-is-deleted.js';
import { checkUnique } from './unique.js';
import { validateRecord } from './validated-record.js';

type Args = Parameters<Likeness['importBatch']>;

/**
 * Decides and stages the rows of a batch, and its checkpoint. @param rows steps of the rows, which must not have been
 * started
 */
export function* stageBatch(
  transaction: Transaction,
  { checkpoint, beforeCommit }: Pick<Args[2], 'checkpoint' | 'beforeCommit'>,
  rows: DecisionSteps<UpsertDataOutput[]>,
): DecisionSteps<UpsertDataOutput[]> {
  if (checkpoint?.from !== undefined) {
    const at = transaction.counter(checkpoint.name);
    if (at !== checkpoint.from) throw new CheckpointMovedError(checkpoint.name, checkpoint.from, at);
  }
  const outputs = yield* rows;
  yield beforeCommit?.(outputs);
  if (checkpoint !== undefined) transaction.set(checkpoint.name, checkpoint.value);
  return outputs;
}

/** Stages rows as upserts. Each row sees the rows before it. */
export function* stageRows(
  parts: UpsertParts,
  transaction: Transaction,
  objectType: string,
  rows: Args[1],
  options: RowOptions,
  now: Date,
): DecisionSteps<UpsertDataOutput[]> {
  const outputs: UpsertDataOutput[] = [];
  for (const objectData of rows) {
    yield;
    outputs.push(yield* stageRow(parts, transaction, objectType, objectData, options, now));
  }
  return outputs;
}

export function* stageRowsAsTold(
  parts: UpsertParts,
  transaction: Transaction,
  objectType: string,
  rows: Args[1],
  writes: RowWrites,
  now: Date,
): DecisionSteps<UpsertDataOutput[]> {
  const told = rows.map((row) => writeOf(objectType, row, writes));
  const options = { allOrNone: false, refusesDuplicates: writes.refusesDuplicates };
  const results = yield* stageWrites(parts, transaction, told, options, now);
  return results.map(({ id, isSuccess, isCreated, errorMessage }, i) => ({
    ...{ isSuccess, isCreated, errorMessage, objectId: id, objectData: { ...rows[i] }, relatedList: [] },
  }));
}

/** Maximum gap between a new Id and the last Id, because the index reserves space for the Ids between them. */
const MOST_LEFT_OUT = 10_000_000;

interface RowOptions {
  readonly check: boolean;
  readonly duplicateScore?: number;
  readonly onDuplicate?: OnDuplicate;
  readonly reportsDuplicates?: boolean;
  readonly keepIds?: KeptIds | undefined;
  /** Whether the outputs contain reasons. */
  readonly isTrial?: boolean;
}

type Data = Readonly<Record<string, unknown>>;

/** Decides and stages one row of an import: as an upsert, or as a record with its own Id. */
function* stageRow(
  parts: UpsertParts,
  transaction: Transaction,
  objectType: string,
  row: Data,
  { check, duplicateScore, onDuplicate, reportsDuplicates = false, keepIds, isTrial }: RowOptions,
  now: Date,
): DecisionSteps<UpsertDataOutput> {
  const type = keepIds && parts.configuration.registry.byName(objectType);
  const upsert = (objectData: Data) => {
    const input = { objectType, objectData, duplicateCheck: check, duplicateScore, onDuplicate };
    return stageUpsert(parts, transaction, input, now, reportsDuplicates, isTrial);
  };
  if (type === undefined) return yield* upsert(row);
  const { own, kept } = parted(type, row);
  const id = typeof own['Id'] === 'string' ? normaliseId(own['Id']) : undefined;
  const isNew = id?.startsWith(type.keyPrefix) === true && transaction.get(id) === undefined;
  if (!isNew) return yield* upsert(own);
  try {
    if (!transaction.mayChange(type.name))
      throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `no access to records of ${type.name}`);
    yield* checkAvailable(parts, transaction, type, id);
    const validated = validateRecord(parts.configuration.registry, type.name, own);
    yield* checkUnique(parts, transaction, type, id, validated.values);
    const columns = new Set(keepIds!.columns.map((name) => type.field(name)?.name ?? name));
    parts.saver.take(transaction, validated, id, { kept: coerced(type, kept), columns }, now);
    return {
      isSuccess: true,
      isCreated: true,
      errorMessage: null,
      objectId: id,
      objectData: { ...validated.values, Id: id },
      relatedList: [],
    };
  } catch (error) {
    if (error instanceof RecordError) return failure(error.message, row);
    throw error;
  }
}

function parted(type: ObjectType, row: Data): { own: Record<string, unknown>; kept: Record<string, unknown> } {
  const own: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const field = type.field(name);
    if (field !== undefined && isKeptField(field)) kept[field.name] = value;
    else own[field?.name ?? name] = value;
  }
  return { own, kept };
}

/** Checks that a new Id is the largest, as the indexes require. @throws RecordError */
function* checkAvailable(
  parts: UpsertParts,
  transaction: Transaction,
  type: ObjectType,
  id: string,
): DecisionSteps<void> {
  const number = idNumber(id);
  if (number === undefined)
    throw new RecordError('MALFORMED_ID', `Id: ${id} was not assigned by this service; do not map a column to Id`);
  const prefix = keyPrefixOf(id);
  const last = transaction.counter(idCounter(prefix));
  const installation = transaction.counter(installationCounter(prefix)) || COMMON_INSTALLATION;
  if (number > last + MOST_LEFT_OUT)
    throw new RecordError('MALFORMED_ID', `Id: ${id} is more than ${MOST_LEFT_OUT} above the last known Id`);
  if (number > last && installationOf(id)! >= installation) return;
  const { message } = yield* notStored(parts, type, id);
  throw new RecordError(
    'NOT_FOUND',
    `${message.replace(/^\w+: /, '')}, and no new record can get this Id, because Ids up to ${makeId(prefix, last, installation)} are already assigned. Import into an empty store, or do not map a column to Id`,
  );
}

function coerced(type: ObjectType, kept: Data): FieldValues {
  const values: FieldValues = {};
  for (const [name, value] of Object.entries(kept)) {
    const result = coerce(type.field(name)!, value);
    if (!result.ok) throw new RecordError(result.errorCode, result.message);
    if (result.value !== null) values[name] = result.value;
  }
  return values;
}

import { CheckpointMovedError } from '../../records/contract/checkpoint-moved.js';
import type { Likeness } from '../likeness.js';
import type { UpsertDataOutput } from '../../records/contract/schemas.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { stageRow, type RowOptions } from './import-row.js';
import { stageWrites, writeOf, type RowWrites } from './save-records.js';
import type { UpsertParts } from './upsert.js';

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

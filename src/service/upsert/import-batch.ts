import { CheckpointMovedError } from '../../contract/checkpoint-moved.js';
import type { Likeness } from '../likeness.js';
import type { UpsertDataOutput } from '../../contract/schemas.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Transaction } from '../../transactions/transaction.js';
import { stageRow } from './import-row.js';
import type { UpsertParts } from './upsert.js';

type Args = Parameters<Likeness['importBatch']>;

/** Decides and stages the rows of a batch, each seeing those before it, and its checkpoint. */
export function* stageBatch(
  parts: UpsertParts,
  transaction: Transaction,
  objectType: string,
  rows: Args[1],
  options: Args[2],
  now: Date,
): DecisionSteps<UpsertDataOutput[]> {
  const { checkpoint, beforeCommit } = options;
  if (checkpoint?.from !== undefined) {
    const at = transaction.counter(checkpoint.name);
    if (at !== checkpoint.from) throw new CheckpointMovedError(checkpoint.name, checkpoint.from, at);
  }
  const outputs: UpsertDataOutput[] = [];
  for (const objectData of rows) {
    yield;
    outputs.push(yield* stageRow(parts, transaction, objectType, objectData, options, now));
  }
  yield beforeCommit?.(outputs);
  if (checkpoint !== undefined) transaction.set(checkpoint.name, checkpoint.value);
  return outputs;
}

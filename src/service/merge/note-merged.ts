import type { ObjectType } from '../../records/object-type.js';
import { MERGED_COUNTER } from '../../store/merged-ids.js';
import type { RecordView } from '../../store/record-view.js';
import type { Transaction } from '../../transactions/transaction.js';

/** Stages where a record's Id leads from now on. @param into its own Id: it is back */
export function noteMerged(
  store: Pick<RecordView, 'lastMerge'>,
  transaction: Transaction,
  type: ObjectType,
  id: string,
  into: string,
  now: Date,
): void {
  const number = transaction.next(MERGED_COUNTER);
  const time = now.toISOString();
  // Pages of a time rely on its order, and a clock may go back.
  const ordered = time < store.lastMerge ? store.lastMerge : time;
  transaction.add({ kind: 'merged', entry: { number, objectType: type.name, id, into, time: ordered } });
}

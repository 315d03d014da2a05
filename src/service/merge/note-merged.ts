import type { ObjectType } from '../../records/object-type.js';
import { MERGED_COUNTER } from '../../store/merged-ids.js';
import type { RecordView } from '../../store/record-view.js';
import type { Transaction } from '../../store/transactions/transaction.js';

/** Stages the record that an Id leads to. @param into its own Id: it is restored */
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
  // Pages by time rely on ascending order, and a clock may go back.
  const ordered = time < store.lastMerge ? store.lastMerge : time;
  transaction.add({ kind: 'merged', entry: { number, objectType: type.name, id, into, time: ordered } });
}

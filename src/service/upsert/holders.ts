import type { Field, ObjectType } from '../../records/object-type.js';
import { sortKeyOf } from '../../records/sortable.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { RecordView } from '../../store/record-view.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import { sortKeyFor } from '../query/order-by.js';

/** Number of records added to a list between two yields. */
const PREPARED_AT_ONCE = 100;
/** Maximum number of records named in an error. Two records are already an error. */
const MOST_HOLDERS = 20;

interface Committed {
  readonly store: Pick<RecordView, 'sorted'>;
}

/** Returns Ids of the stored records with a value. @param key sort key of the value */
export function* holders(
  { store }: Committed,
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

export interface CommittedParts extends Committed {
  readonly transactions: Pick<TransactionManager, 'allCommitted'>;
}

/** Like `holders`, within a decision. Includes pending changes and the decision's own changes. */
export function* holdersInDecision(
  parts: CommittedParts,
  transaction: Transaction,
  type: ObjectType,
  field: Field,
  key: string | number,
): DecisionSteps<string[]> {
  yield parts.transactions.allCommitted();
  const changed = transaction.changedIds;
  const ids = (yield* holders(parts, type, field, key)).filter((id) => !changed.has(id));
  for (const id of changed) {
    const record = transaction.get(id);
    const value = record?.type === type.name ? (record.fields[field.name] ?? null) : null;
    if (value !== null && sortKeyOf(field, value) === key) ids.push(id);
  }
  for (const id of ids) transaction.get(id);
  return ids;
}

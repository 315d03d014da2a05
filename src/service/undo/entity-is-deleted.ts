import { RecordError } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { RecordView } from '../../store/record-view.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';

interface Parts {
  readonly store: Pick<RecordView, 'survivorOf' | 'isDeleted'>;
  readonly transactions: Pick<TransactionManager, 'allCommitted'>;
}

const DELETED = 'entity is deleted';

/** Returns the error for a record that is not stored, because it was deleted or merged into another record. */
export function gone(store: Parts['store'], id: string): RequestError {
  const survivor = store.survivorOf(id);
  if (survivor === undefined && store.isDeleted(id)) return new RequestError(404, 'ENTITY_IS_DELETED', DELETED);
  if (survivor === undefined) return new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return new RequestError(404, 'ENTITY_IS_DELETED', mergedMessage(id, survivor), [], survivor);
}

function mergedMessage(id: string, survivor: string): string {
  return `Record ${id} was merged into ${survivor}`;
}

/** Returns the error from `gone` within a decision, after waiting for pending merges. */
export function* notStored(
  { transactions, store }: Parts,
  { name }: ObjectType,
  id: string,
): DecisionSteps<RecordError> {
  yield transactions.allCommitted();
  const survivor = store.survivorOf(id);
  if (survivor !== undefined) return new RecordError('ENTITY_IS_DELETED', mergedMessage(id, survivor));
  if (store.isDeleted(id)) return new RecordError('ENTITY_IS_DELETED', DELETED);
  return new RecordError('NOT_FOUND', `No ${name} with Id ${id} exists`);
}

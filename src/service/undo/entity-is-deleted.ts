import { RecordError } from '../../contract/record-error.js';
import { RequestError } from '../../contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { RecordView } from '../../store/record-view.js';
import type { TransactionManager } from '../../transactions/transaction-manager.js';

interface Parts {
  readonly store: Pick<RecordView, 'survivorOf'>;
  readonly transactions: Pick<TransactionManager, 'allCommitted'>;
}

/** The error for a record that is not stored: it says where it went, if it was merged. */
export function gone(store: Pick<RecordView, 'survivorOf'>, id: string): RequestError {
  const survivor = store.survivorOf(id);
  if (survivor === undefined) return new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return new RequestError(404, 'ENTITY_IS_DELETED', mergedMessage(id, survivor), [], survivor);
}

function mergedMessage(id: string, survivor: string): string {
  return `Record ${id} was merged into ${survivor}`;
}

/** A merge may be on its way to the disk. */
export function* notStored(
  { transactions, store }: Parts,
  { name }: ObjectType,
  id: string,
): DecisionSteps<RecordError> {
  yield transactions.allCommitted();
  const survivor = store.survivorOf(id);
  return survivor === undefined
    ? new RecordError('NOT_FOUND', `No ${name} with Id ${id} is stored`)
    : new RecordError('ENTITY_IS_DELETED', mergedMessage(id, survivor));
}

import { RequestError } from '../contract/request-error.js';
import type { RecordView } from '../store/record-view.js';

/** What is said of a record that is not stored: where it went, if it was merged. */
export function gone(store: Pick<RecordView, 'survivorOf'>, id: string): RequestError {
  const survivor = store.survivorOf(id);
  if (survivor === undefined) return new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return new RequestError(404, 'ENTITY_IS_DELETED', mergedMessage(id, survivor), [], survivor);
}

export function mergedMessage(id: string, survivor: string): string {
  return `Record ${id} was merged into ${survivor}`;
}

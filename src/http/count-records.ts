import type { Client } from '../service/auth/client.js';
import type { AppContext } from './endpoint.js';
import type { HttpError } from './response/http-error.js';

/**
 * Counts each record that a request changes as a request. The first record is covered by the request itself. @param
 * allOrNone whether to count either all records or none
 * @returns the number of records that may be changed, and the error for the rest
 * @throws HttpError 403
 */
export function countRecords(
  { rateLimit, apiUsage }: AppContext,
  { client_id: id }: Client,
  records: number,
  allOrNone: boolean,
): { readonly counted: number; readonly refusal?: HttpError } {
  const more = Math.max(0, records - 1);
  if (allOrNone) rateLimit.count(id, more);
  const { counted, refusal } = allOrNone ? { counted: more } : rateLimit.countSome(id, more);
  apiUsage.countInner(counted);
  return { counted: counted + 1, ...(refusal && { refusal }) };
}

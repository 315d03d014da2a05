import type { Client } from '../service/auth/client.js';
import type { AppContext } from './endpoint.js';
import type { HttpError } from './response/http-error.js';

/**
 * Counts each record that a request changes as a request; the first is the request itself.
 * @param allOrNone counts all of them, or refuses
 * @returns how many may be changed, and why not the others
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

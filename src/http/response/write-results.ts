import { z } from 'zod';
import { partsOf } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { WriteResult } from '../../service/upsert/save-records.js';

const errorSchema = z.strictObject({
  statusCode: z.string(),
  message: z.string(),
  fields: z.array(z.string()),
});

export const writeResultSchema = z
  .strictObject({
    id: z.string().optional(),
    success: z.boolean(),
    created: z.boolean().optional().describe('Present for an upsert'),
    errors: z.array(errorSchema),
  })
  .meta({ id: 'SaveResult' });

type ShownResult = z.output<typeof writeResultSchema>;

export function shownResult({ id, isSuccess, isCreated, errorMessage }: WriteResult, isUpsert = false): ShownResult {
  if (isSuccess && id !== null) return { id, success: true, ...(isUpsert && { created: isCreated }), errors: [] };
  const { code, message, fields } = partsOf(errorMessage);
  return { success: false, ...(isUpsert && { created: false }), errors: [{ statusCode: code, message, fields }] };
}

const NOT_THERE = new Set(['NOT_FOUND', 'ENTITY_IS_DELETED', 'MALFORMED_ID']);

/** Returns the only result. @throws RequestError if the write failed: 404 for a missing record, otherwise 400 */
export function onlyResult([result]: readonly WriteResult[]): { readonly id: string; readonly isCreated: boolean } {
  const { id, isSuccess, isCreated, errorMessage } = result!;
  if (isSuccess && id !== null) return { id, isCreated };
  const { code, message, fields } = partsOf(errorMessage);
  if (NOT_THERE.has(code)) throw new RequestError(404, code, message, fields);
  const status = code === 'INSUFFICIENT_ACCESS_OR_READONLY' ? 403 : code === 'PRECONDITION_FAILED' ? 412 : 400;
  throw new RequestError(status, code, message, fields);
}

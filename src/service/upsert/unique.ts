import { RecordError } from '../../records/contract/record-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import { sortKeyOf } from '../../records/sortable.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { holdersInDecision, type CommittedParts } from './holders.js';

const NONE: ReadonlySet<string> = new Set();

/**
 * Rejects values of unique fields that other records have. Decisions are made one at a time, so two records cannot
 * get the same value at once.
 * @param values by declared name; values that the record already has are not checked
 * @param leaving records that the same decision deletes or gives another value
 * @throws RecordError DUPLICATE_VALUE
 */
export function* checkUnique(
  parts: CommittedParts,
  transaction: Transaction,
  type: ObjectType,
  id: string,
  values: Readonly<FieldValues>,
  leaving = NONE,
): DecisionSteps<void> {
  for (const name of type.uniqueFields) {
    const field = type.field(name)!;
    const key = sortKeyOf(field, values[name] ?? null);
    if (key === null || sortKeyOf(field, transaction.get(id)?.fields[name] ?? null) === key) continue;
    const ids = yield* holdersInDecision(parts, transaction, type, field, key);
    const other = ids.find((holder) => holder !== id && !leaving.has(holder));
    if (other !== undefined)
      throw new RecordError(
        'DUPLICATE_VALUE',
        `duplicate value found: ${name} duplicates value on record with id: ${other}`,
      );
  }
}

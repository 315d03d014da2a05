import type { Configuration } from '../../store/config/configuration.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ReviewInput } from './review-types.js';
import { shorten } from '../../records/contract/unknown-field.js';
import { keyPrefixOf, normaliseId } from '../../records/ids.js';
import type { ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { RecordStore } from '../../store/record-store.js';
import { withoutMove, type SuspectedPair } from '../../store/suspected-pairs.js';
import { DECISION_COUNTER, decisionId, decisionNumber, type ReviewDecision } from '../../store/review-decisions.js';
import { gone } from '../undo/entity-is-deleted.js';
import { stageMerge, type MergeParts } from '../merge/merge.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { References } from '../../store/transactions/references.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import { judgedRecord } from './judgements.js';
import type { SearchTexts } from '../search/search-texts.js';
import { noAccess } from '../refusals.js';

export interface ReviewParts {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  readonly transactions: TransactionManager;
  readonly texts: SearchTexts;
}

const MOST_RECORDS = 50;
/** Maximum decisions per record. All decisions about a record are read when an upsert would update the record. */
const MOST_OF_RECORD = 200;
/** Maximum number of decisions. Each decision takes about a kilobyte of memory. */
const MOST_DECISIONS = 1_000_000;
const MOST_PAIRS = 1_000;

/**
 * Stages a decision about records. The decision replaces an earlier decision about exactly the same records. If
 * decisions overlap, the newest decision about two records applies. `duplicate` merges the records in the same
 * transaction.
 * @param references needed for `duplicate`
 * @throws RequestError 400, 403, 404, 409
 */
export function* stageReview(
  parts: Omit<MergeParts, 'references'> & ReviewParts,
  transaction: Transaction,
  references: References | undefined,
  input: ReviewInput,
  clientId: string,
  now: Date,
): DecisionSteps<ReviewDecision> {
  yield parts.transactions.allCommitted();
  const { masterId, fields: given, verdict } = input;
  if (verdict !== 'duplicate' && (masterId !== undefined || given !== undefined))
    throw wrong(`masterId and fields are only for the verdict duplicate, not for ${verdict}`, ['masterId', 'fields']);
  if (verdict !== 'later' && input.assignedTo !== undefined)
    throw wrong(`assignedTo is only for the verdict later, not for ${verdict}`, ['assignedTo']);
  const { type, records } = subjectOf(parts, transaction, input);
  const ids = records.map(({ id }) => id);
  const replaced = sameRecords(parts, ids);
  if (replaced === undefined) checkRoom(parts, ids);
  const fields = parts.texts.fields(type);
  const pairs = [...(replaced?.pairs ?? []), ...pairsAmong(parts, ids)];
  const judged = records.map((record) => judgedRecord(parts, type, record, fields));
  let changeId: string | null = null;
  if (verdict === 'duplicate') {
    const merge = { objectType: type.name, ids, masterId, fields: given };
    ({ changeId } = yield* stageMerge({ ...parts, references: references! }, transaction, merge, now));
  }
  const decision: ReviewDecision = {
    id: decisionId(transaction.next(DECISION_COUNTER)),
    objectType: type.name,
    verdict,
    records: judged,
    fields,
    clientId,
    time: now.toISOString(),
    ...(input.note !== undefined && input.note !== '' && { note: input.note }),
    ...(input.assignedTo !== undefined && { assignedTo: input.assignedTo }),
    ...(changeId !== null && { changeId }),
    pairs,
  };
  if (replaced !== undefined) transaction.add({ kind: 'revoke', id: replaced.id });
  transaction.add({ kind: 'review', decision });
  return decision;
}

/** Stages a revocation. @throws RequestError 403, 404 */
export function* stageRevocation(
  parts: ReviewParts,
  transaction: Transaction,
  id: string,
): DecisionSteps<ReviewDecision> {
  yield parts.transactions.allCommitted();
  const decision = decisionNumber(id) === undefined ? undefined : parts.store.reviewDecision(id);
  if (decision === undefined) throw new RequestError(404, 'NOT_FOUND', `Decision '${shorten(id)}' does not exist`);
  if (!transaction.mayChange(decision.objectType)) throw noAccess(decision.objectType);
  const { changeId } = decision;
  const merged = decision.records.find((judged) => transaction.get(judged.id) === undefined);
  if (changeId !== undefined && merged !== undefined && parts.store.survivorOf(merged.id) !== undefined)
    throw new RequestError(409, 'REVOKE_REFUSED', `${merged.id} is merged: undo ${changeId} first`);
  transaction.add({ kind: 'revoke', id });
  for (const pair of decision.pairs)
    if (transaction.get(pair.createdId) !== undefined && transaction.get(pair.matchedId) !== undefined)
      transaction.add({ kind: 'suspect', pair });
  return decision;
}

function subjectOf(
  parts: ReviewParts,
  transaction: Transaction,
  { recordIds, pairId }: ReviewInput,
): { type: ObjectType; records: StoredRecord[] } {
  if ((recordIds === undefined) === (pairId === undefined))
    throw wrong('expected either recordIds or pairId', ['recordIds', 'pairId']);
  const ids = recordIds === undefined ? idsOfPair(parts, pairId!) : recordIds.map(knownForm);
  if (ids.length < 2 || ids.length > MOST_RECORDS)
    throw wrong(`recordIds: expected 2 to ${MOST_RECORDS} Ids, got ${ids.length}`, ['recordIds']);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw wrong(`recordIds: ${twice} is given twice`, ['recordIds']);
  const type = parts.configuration.registry.byPrefix(keyPrefixOf(ids[0]!));
  const records = ids.map((id) => {
    const record = transaction.get(id);
    if (record === undefined) throw gone(parts.store, id);
    if (record.type !== type?.name)
      throw wrong(`recordIds: ${ids[0]!} and ${id} belong to different objects`, ['recordIds']);
    return record;
  });
  if (!transaction.mayChange(type!.name)) throw noAccess(type!.name);
  return { type: type!, records: records.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function idsOfPair({ store }: ReviewParts, pairId: string): string[] {
  const pair = store.suspectedPair(pairId);
  if (pair === undefined)
    throw new RequestError(
      404,
      'NOT_FOUND',
      `Suspected pair '${shorten(pairId)}' does not exist; it may already have been decided`,
      ['pairId'],
    );
  return [pair.createdId, pair.matchedId];
}

function knownForm(id: string): string {
  const normalised = normaliseId(id);
  if (normalised === undefined)
    throw new RequestError(400, 'MALFORMED_ID', `recordIds: '${shorten(id)}' is not an Id`, ['recordIds']);
  return normalised;
}

/** @param ids ascending */
function sameRecords({ store }: ReviewParts, ids: readonly string[]): ReviewDecision | undefined {
  for (const decision of store.reviewDecisionsOf(ids[0]!))
    if (decision.records.length === ids.length && decision.records.every(({ id }, i) => id === ids[i])) return decision;
  return undefined;
}

function checkRoom({ store }: ReviewParts, ids: readonly string[]): void {
  const full = ids.find((id) => store.reviewCount(id) >= MOST_OF_RECORD);
  if (full !== undefined) throw limit(`${full} already has ${MOST_OF_RECORD} decisions, the maximum for a record`);
  if (store.statistics().reviewDecisions >= MOST_DECISIONS)
    throw limit(`the service already has ${MOST_DECISIONS} decisions, the maximum`);
}

function pairsAmong({ store }: ReviewParts, ids: readonly string[]): SuspectedPair[] {
  const among = new Map<string, SuspectedPair>();
  for (const id of ids) {
    let looked = 0;
    for (const pair of store.suspectedPairsOf(id)) {
      if (++looked > MOST_PAIRS) break;
      if (ids.includes(pair.createdId) && ids.includes(pair.matchedId)) among.set(pair.id, withoutMove(pair));
    }
  }
  return [...among.values()];
}

function wrong(message: string, fields: string[]): RequestError {
  return new RequestError(400, 'JSON_PARSER_ERROR', message, fields);
}

function limit(message: string): RequestError {
  return new RequestError(409, 'LIMIT_EXCEEDED', `${message}; revoke decisions that are no longer needed`);
}

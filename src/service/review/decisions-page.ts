import { RequestError } from '../../records/contract/request-error.js';
import type { DecisionsPage, DecisionsQuery, ShownDecision } from './review-types.js';
import { shorten } from '../../records/contract/unknown-field.js';
import { normaliseId } from '../../records/ids.js';
import { decisionId, decisionNumber, type ReviewDecision } from '../../store/review-decisions.js';
import { changeNumber } from '../undo/change-id.js';
import { isAsJudged } from './judgements.js';
import type { ReviewParts } from './review.js';
import { momentOf, objectNamed } from '../refusals.js';

/** Maximum decisions checked, and records shown, per page. Each takes a few milliseconds. */
const MOST_LOOKED_AT = 1_000;
const MOST_SHOWN = 200;

export function decisionsPage(parts: ReviewParts, query: DecisionsQuery): DecisionsPage {
  const { store } = parts;
  const { recordId, before, pageSize, texts = false } = query;
  const { since, isWanted } = chosenDecisions(parts, query);
  const from = before === undefined ? undefined : decisionNumber(before);
  if (before !== undefined && from === undefined)
    throw new RequestError(400, 'INVALID_FIELD', `before: '${shorten(before)}' is not the Id of a decision`, [
      'before',
    ]);
  const record = recordId === undefined ? undefined : (normaliseId(recordId) ?? recordId);
  const records: ShownDecision[] = [];
  let looked = 0;
  let shown = 0;
  let last: string | undefined;
  for (const decision of record === undefined ? store.reviewDecisions(from) : store.reviewDecisionsOf(record)) {
    if (records.length === pageSize || looked === MOST_LOOKED_AT || shown >= MOST_SHOWN)
      return { records, next: last! };
    if (from !== undefined && decision.id >= decisionId(from)) continue;
    if (decision.time < since) break;
    looked += 1;
    last = decision.id;
    if (!isWanted(decision)) continue;
    records.push(shownDecision(parts, decision, texts));
    shown += decision.records.length;
  }
  return { records, next: null };
}

/**
 * Parses the conditions of a query.
 * @returns `since` in the format of a decision's time. Older decisions are not listed
 * @throws RequestError 400
 */
export function chosenDecisions(
  { configuration }: Pick<ReviewParts, 'configuration'>,
  {
    objectType,
    verdict,
    clientId,
    assignedTo,
    since,
  }: Pick<DecisionsQuery, 'objectType' | 'verdict' | 'clientId' | 'assignedTo' | 'since'>,
): { since: string; isWanted: (decision: ReviewDecision) => boolean } {
  const type = objectType === undefined ? undefined : objectNamed(configuration.registry, objectType);
  return {
    since: momentOf(since, 'since') ?? '',
    isWanted: (decision) =>
      (type === undefined || decision.objectType === type.name) &&
      (verdict === undefined || decision.verdict === verdict) &&
      (assignedTo === undefined || decision.assignedTo === assignedTo) &&
      (clientId === undefined || decision.clientId === clientId),
  };
}

export function shownDecision(parts: ReviewParts, decision: ReviewDecision, withTexts = false): ShownDecision {
  const { id, objectType, verdict, clientId, time, note = null, assignedTo = null, changeId = null } = decision;
  const type = parts.configuration.registry.byName(objectType);
  const records = decision.records.map((judged): ShownDecision['records'][number] => {
    const record = parts.transactions.committed(judged.id);
    const isUnchanged = type !== undefined && isAsJudged(parts, type, record, judged, decision);
    const state = record === undefined ? 'deleted' : isUnchanged ? 'unchanged' : 'changed';
    const name = record === undefined ? judgedName(judged.texts) : record.fields['Name'];
    const named = typeof name === 'string' && name !== '' ? { name } : {};
    return { id: judged.id, state, ...named, ...(withTexts && { texts: { ...judged.texts } }) };
  });
  const undone = undoneBy(parts, decision);
  const inForce = records.filter(({ state }) => state === 'unchanged').length > 1;
  return { id, objectType, verdict, records, clientId, time, note, assignedTo, changeId, undone, inForce };
}

/** Returns the name that a deleted record had at the time of the decision. */
function judgedName({ Name, FirstName = '', LastName = '' }: Readonly<Record<string, string>>): string {
  return Name ?? [FirstName, LastName].filter((part) => part !== '').join(' ');
}

const MOST_CHANGES = 50;

/** Returns who undid the merge of a decision, even if the restored records have changed since. */
export function undoneBy(
  { store }: Pick<ReviewParts, 'store'>,
  { changeId, records }: ReviewDecision,
): ShownDecision['undone'] {
  const merge = changeId === undefined ? undefined : changeNumber(changeId);
  if (merge === undefined) return null;
  for (const { id } of records) {
    let looked = 0;
    for (const { number, undoes, client, time } of store.history(id)) {
      if (++looked > MOST_CHANGES || number < merge) break;
      const taken = undoes === undefined ? undefined : store.change(undoes);
      if (taken?.action === 'delete' && taken.group === merge) return { clientId: client, time };
    }
  }
  return null;
}

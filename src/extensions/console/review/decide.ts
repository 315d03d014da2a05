import { call, session } from '../api/call.js';
import type { ListedDecision, Verdict } from '../api/types.js';
import { NO_CHOICE, type Choice } from './choice.js';
import { startOfDay } from './day.js';
import type { Item } from './items.js';

export interface Remark {
  readonly note?: string;
  /** Id of the client that will decide later. */
  readonly assignedTo?: string;
}

/** Saves a decision about an item. Excluded records are not part of the decision. */
export async function decideAbout(
  item: Item,
  verdict: Verdict,
  { masterId, fields, without }: Choice = NO_CHOICE,
  { note = '', assignedTo = '' }: Remark = {},
): Promise<ListedDecision> {
  const survival = verdict === 'duplicate' ? { masterId, fields } : {};
  const recordIds = item.records.filter(({ state }) => state !== 'deleted').map(({ id }) => id);
  const subject =
    item.kind === 'pair' ? { pairId: item.id } : { recordIds: recordIds.filter((id) => !without.includes(id)) };
  const remark = {
    ...(note !== '' && { note }),
    ...(assignedTo !== '' && verdict === 'later' && { assignedTo }),
  };
  return call('decide', { body: { verdict, ...survival, ...subject, ...remark } });
}

/** Undoes a decision. A decision that merged records is still listed, but marked as undone. */
export async function takeBack(decision: ListedDecision): Promise<void> {
  if (decision.changeId !== null && decision.verdict === 'duplicate')
    await call('undo', { params: { changeId: decision.changeId } });
  else await call('revokeDecision', { params: { decisionId: decision.id } });
}

/**
 * Undoes the user's last decision of today, from any page.
 *
 * @returns whether there was a decision to undo
 */
export async function takeBackLast(objectType: string): Promise<boolean> {
  const clientId = session.value?.clientId ?? '';
  const asked = { clientId, since: startOfDay(), objectType: objectType === '' ? undefined : objectType };
  for (let before: string | undefined; ;) {
    const { records, next } = await call('decisions', { query: { ...asked, before, pageSize: 20 } });
    const last = records.find(({ undone }) => undone === null);
    if (last !== undefined) {
      await takeBack(last);
      return true;
    }
    if (next === null) return false;
    before = next;
  }
}

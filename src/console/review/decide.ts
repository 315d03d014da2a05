import { call, session } from '../api/call.js';
import type { Verdict } from '../api/types.js';
import type { Choice } from './choice.js';
import { startOfDay } from './day.js';
import type { Item } from './items.js';

/** Decides about what is looked at; records that are left out are not spoken of. */
export async function decideAbout(item: Item, verdict: Verdict, { masterId, fields, without }: Choice): Promise<void> {
  const survival = verdict === 'duplicate' ? { masterId, fields } : {};
  const recordIds = item.records.filter(({ state }) => state !== 'deleted').map(({ id }) => id);
  const subject =
    item.time === undefined ? { recordIds: recordIds.filter((id) => !without.includes(id)) } : { pairId: item.id };
  await call('decide', { body: { verdict, ...survival, ...subject } });
}

/**
 * Takes back what was decided last today, by whoever is logged in, in this page or another one.
 *
 * @returns whether there was anything
 */
export async function takeBackLast(objectType: string): Promise<boolean> {
  const clientId = session.value?.clientId ?? '';
  const asked = { clientId, since: startOfDay(), objectType, pageSize: 1 };
  const [last] = (await call('decisions', { query: asked })).records;
  if (last === undefined) return false;
  const isMerged = last.changeId !== null && last.records.some(({ state }) => state === 'deleted');
  if (isMerged) await call('undo', { params: { changeId: last.changeId! } });
  await call('revokeDecision', { params: { decisionId: last.id } });
  return true;
}

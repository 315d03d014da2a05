import { session } from '../api/call.js';
import { decide, lastDecision, revokeDecision } from '../api/review-calls.js';
import { undo } from '../api/service-calls.js';
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
  await decide({ verdict, ...survival, ...subject });
}

/**
 * Takes back what was decided last today, by whoever is logged in, in this page or another one.
 *
 * @returns whether there was anything
 */
export async function takeBackLast(objectType: string): Promise<boolean> {
  const clientId = session.value?.clientId ?? '';
  const last = await lastDecision({ clientId, since: startOfDay(), objectType });
  if (last === undefined) return false;
  const isMerged = last.changeId !== null && last.records.some(({ state }) => state === 'deleted');
  if (isMerged) await undo(last.changeId!);
  await revokeDecision(last.id);
  return true;
}

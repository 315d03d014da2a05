import type { Configuration } from '../config/configuration.js';
import type { KeptChange } from '../store/history.js';
import type { RecordStore } from '../store/record-store.js';
import { changeId, changeNumber } from './change-id.js';
import { shorten } from './draft.js';
import type { Ledger } from './ledger.js';
import { RecordError } from './record-error.js';
import { RequestError } from './request-error.js';
import type { Saver } from './save.js';
import { giveWay } from './turns.js';
import { UndoneChanges } from './undone-changes.js';
import type { Unit } from './unit.js';

interface UndoParts {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  readonly ledger: Ledger;
  readonly saver: Saver;
}

/**
 * Stages the taking back of a change. Runs while no other decision does.
 *
 * - An update: the fields it changed get the values they had, those that on-save updates filled included; on-save updates are not run again. Summaries and a person's
 *   Name are worked out anew. Refused when a change in force since then changed one of the fields, or any field where the object has on-save updates (they may have read them).
 * - A create: the record is deleted. Refused when a change in force has been made to it since.
 * - A delete: the record is back under its Id as it was. Its suspected pairs are not: they went with it.
 *
 * A change that has been undone, and the undo of it, are not in force. References that must exist and required fields are checked as on every save.
 *
 * @returns the change that is taken back
 * @throws RequestError 404, 409
 */
export async function stageUndo(parts: UndoParts, unit: Unit, id: string, now: Date): Promise<KeptChange> {
  await parts.ledger.settled();
  const number = changeNumber(id);
  const change = number === undefined ? undefined : await parts.store.change(number);
  if (change === undefined)
    throw new RequestError(404, 'NOT_FOUND', `No change '${shorten(id)}' is kept: see the history of the record`);
  if (!unit.mayChange(change.objectType))
    throw new RequestError(403, 'INSUFFICIENT_ACCESS', `This client has no access to records of ${change.objectType}`);
  const type = parts.configuration.registry.byName(change.objectType);
  if (type === undefined) throw refused(change, `object type ${change.objectType} is no longer configured`);
  const hasOnSave = (parts.configuration.onSave.get(type.name) ?? []).length > 0;
  const hindrance = await hindranceSince(parts.store, change, hasOnSave);
  const record = await unit.get(change.recordId);
  const cause = { decision: { reason: 'undo' }, undoes: change.number } as const;
  const values = change.before ?? {};
  try {
    if (change.action === 'delete') {
      if (record !== undefined) throw refused(change, `record ${change.recordId} is stored again`);
      await parts.saver.restore(unit, type, change.recordId, values, now, cause);
      return change;
    }
    if (hindrance !== undefined) throw refused(change, hindrance);
    if (record === undefined) throw refused(change, `record ${change.recordId} is not stored`);
    if (change.action === 'create') await parts.saver.delete(unit, type, record, cause);
    else await parts.saver.revert(unit, type, record, values, now, cause);
    return change;
  } catch (error) {
    if (error instanceof RecordError) throw refused(change, error.message);
    throw error;
  }
}

/**
 * What of the changes in force since stands on a change, the newest first. A record may have been changed a hundred
 * thousand times, so others have their turns meanwhile; no other decision is made, and what had been decided is on
 * disk, so the history stays as it is.
 *
 * @throws RequestError when the change has been undone already
 */
async function hindranceSince(store: RecordStore, change: KeptChange, hasOnSave: boolean): Promise<string | undefined> {
  const undone = new UndoneChanges();
  let hindrance: string | undefined;
  for await (const met of store.history(change.recordId)) {
    const others = giveWay();
    if (others !== undefined) await others;
    const by = undone.meet(met);
    if (met.number === change.number) {
      if (by !== undefined) throw refused(change, `it has been undone already, by ${changeId(by)}`);
      break;
    }
    // An undo of what is newer than the change makes no difference; one of what is older does.
    const isNeutral = by !== undefined || (met.undoes !== undefined && met.undoes > change.number);
    if (!isNeutral) hindrance ??= hindranceOf(change, met, hasOnSave);
  }
  return hindrance;
}

function hindranceOf(
  change: KeptChange,
  { number, action, before, time }: KeptChange,
  hasOnSave: boolean,
): string | undefined {
  const which = `${changeId(number)} of ${time}`;
  if (action === 'delete') return `the record was deleted since, by ${which}: undo that first`;
  if (change.action === 'create') return `the record was changed since, by ${which}`;
  if (hasOnSave) return `the record was changed since, by ${which}, and on-save updates may have read what it changed`;
  const shared = Object.keys(before ?? {}).filter((name) => Object.hasOwn(change.before ?? {}, name));
  return shared.length > 0 ? `${shared.join(', ')} was changed again since, by ${which}` : undefined;
}

function refused(change: KeptChange, why: string): RequestError {
  return new RequestError(409, 'UNDO_REFUSED', `${changeId(change.number)} cannot be undone: ${why}`);
}

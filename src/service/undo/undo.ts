import { RecordError } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { MOST_MERGED_REFERENCES } from '../../store/config/config-limits.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { RecordChange } from '../../store/history.js';
import type { RecordStore } from '../../store/record-store.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { MOST_MERGED } from '../merge/merge.js';
import { followPairs, noteMerged, returnDecided, returnPairs } from '../merge/merged-pairs.js';
import { noAccess } from '../refusals.js';
import { asDeclared } from '../stored-names.js';
import type { Saver } from '../upsert/save.js';
import { checkUnique } from '../upsert/unique.js';
import { changeId, changeNumber } from './change-id.js';

/** Receives the changes to a record, newest first, and finds which of them later changes have undone. */
export class UndoneChanges {
  readonly #by = new Map<number, number>();

  /**
   * Receives the next change. @returns the number of the change that undid it, or `undefined` if the change is in force
   */
  meet({ number, undoes }: Pick<RecordChange, 'number' | 'undoes'>): number | undefined {
    const by = this.#by.get(number);
    // An undo that was itself undone has no effect.
    if (undoes !== undefined && by === undefined) this.#by.set(undoes, number);
    return by;
  }
}

/** Maximum changes in a group. The largest groups are merges. */
export const MOST_CHANGES = MOST_MERGED + MOST_MERGED_REFERENCES;

interface UndoParts {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  readonly transactions: TransactionManager;
  readonly saver: Saver;
}

export interface UndoOutcome {
  readonly id: string;
  /** `null` if the history no longer has the change. */
  readonly recordId: string | null;
  /** Is `undoneBefore` if the change had already been undone, and `left` if the change was not undone. */
  readonly how: 'undone' | 'undoneBefore' | 'left';
  readonly why: string | null;
}

class UndoneBefore extends RequestError {}

/**
 * Stages the undo of several changes, and skips changes that cannot be undone. @param ids changes to different records,
 * none of them in a group
 */
export function* stageUndos(
  parts: UndoParts,
  transaction: Transaction,
  ids: readonly string[],
  now: Date,
): DecisionSteps<UndoOutcome[]> {
  yield parts.transactions.allCommitted();
  const outcomes: UndoOutcome[] = [];
  for (const id of ids) {
    yield;
    try {
      const { recordId } = yield* stageOne(parts, transaction, id, now);
      outcomes.push({ id, recordId, how: 'undone', why: null });
    } catch (error) {
      outcomes.push(leftBy(parts.store, id, error));
    }
  }
  return outcomes;
}

/** Converts a rejected undo into an outcome. @throws any other error */
export function leftBy(store: RecordStore, id: string, error: unknown): UndoOutcome {
  if (!(error instanceof RequestError) || error.status >= 500) throw error;
  const recordId = store.change(changeNumber(id) ?? 0)?.recordId ?? null;
  const isBefore = error instanceof UndoneBefore;
  return { id, recordId, how: isBefore ? 'undoneBefore' : 'left', why: isBefore ? null : error.message };
}

/** Splits a list of changes into batches for `stageUndos`. A change that belongs to a group is a separate batch. */
export function* undoPortions(
  store: Pick<RecordStore, 'change'>,
  ids: readonly string[],
  most: number,
): Generator<{ readonly ids: readonly string[]; readonly isTogether: boolean }> {
  let portion: string[] = [];
  let records = new Set<string>();
  for (const id of ids) {
    const { group, recordId = '' } = store.change(changeNumber(id) ?? 0) ?? {};
    const isTogether = group !== undefined;
    if (portion.length > 0 && (isTogether || records.has(recordId) || portion.length === most)) {
      yield { ids: portion, isTogether: false };
      portion = [];
      records = new Set();
    }
    if (isTogether) yield { ids: [id], isTogether };
    else {
      portion.push(id);
      records.add(recordId);
    }
  }
  if (portion.length > 0) yield { ids: portion, isTogether: false };
}

/**
 * Stages the undo of a change, while no other decision runs.
 *
 * - Update: restores the former values of its fields, including fields filled by on-save updates. These updates do not
 * run again. Recalculates summaries and a person's Name. Fails if a later change in force changed one of the fields, or
 * any field if the object has on-save updates, because these may have read the field.
 * - Create: deletes the record. Fails if a later change is in force.
 * - Delete: restores the record under its Id, and its suspected pairs whose other record exists. If a decision merged
 * the record, restores the pairs that the decision removed from the list.
 *
 * Changes made together, such as the changes of a merge, are undone together, no matter which of them the request
 * names. An undone change and its undo are not in force. Required fields and references that must exist are checked as
 * on every save.
 *
 * @returns the undone change
 * @throws RequestError 404, 409
 */
export function* stageUndo(
  parts: UndoParts,
  transaction: Transaction,
  id: string,
  now: Date,
): DecisionSteps<RecordChange> {
  yield parts.transactions.allCommitted();
  return yield* stageOne(parts, transaction, id, now);
}

function* stageOne(parts: UndoParts, transaction: Transaction, id: string, now: Date): DecisionSteps<RecordChange> {
  const number = changeNumber(id);
  const change = number === undefined ? undefined : parts.store.change(number);
  if (change === undefined)
    throw new RequestError(404, 'NOT_FOUND', `Change '${shorten(id)}' does not exist: see the history of the record`);
  const together = yield* changesMadeWith(parts.store, change);
  if (together.length > 1) transaction.beginGroup();
  // Undo the last change first, because it may depend on earlier changes.
  const leaving = new Set(together.map(({ recordId }) => recordId));
  for (const each of together.toReversed()) yield* takeBack(parts, transaction, each, change, leaving, now);
  pairsOfMerges(parts, transaction, together);
  return change;
}

function pairsOfMerges({ store }: UndoParts, transaction: Transaction, together: readonly RecordChange[]): void {
  const again = new Map<string, { id: string }[]>();
  for (const change of together) {
    const { recordId: id, mergedInto } = change;
    if (mergedInto !== undefined) returnDecided(store, transaction, id, change.group ?? change.number);
    const into = mergedAgainInto(store, change);
    if (into !== undefined) again.set(into, [...(again.get(into) ?? []), { id }]);
  }
  for (const [masterId, losers] of again) followPairs(store, transaction, masterId, losers);
}

/** For a creation that undid a merge, returns the record into which this undo merges it again. */
function mergedAgainInto(store: RecordStore, { action, undoes }: RecordChange): string | undefined {
  return action !== 'create' || undoes === undefined ? undefined : store.change(undoes)?.mergedInto;
}

function* changesMadeWith(store: RecordStore, change: RecordChange): DecisionSteps<RecordChange[]> {
  const { group } = change;
  if (group === undefined) return [change];
  // The oldest changes are dropped first, so if the first exists, all exist except those of erased records.
  if (store.change(group) === undefined)
    throw refused(change, `it belongs to the same merge as ${changeId(group)}, which is no longer stored`);
  const changes: RecordChange[] = [];
  for (let number = group; number < group + MOST_CHANGES; number++) {
    yield;
    const member = store.change(number);
    if (member !== undefined && member.group !== group) break;
    if (member !== undefined) changes.push(member);
  }
  return changes;
}

/**
 * Stages the undo of one change. @param asked the change that the request names, for error messages
 * @param leaving the records of all changes that are undone together
 */
function* takeBack(
  parts: UndoParts,
  transaction: Transaction,
  change: RecordChange,
  asked: RecordChange,
  leaving: ReadonlySet<string>,
  now: Date,
): DecisionSteps<void> {
  const { recordId, objectType } = change;
  const refusal = (why: string) => refused(asked, change === asked ? why : `of ${recordId}: ${why}`);
  if (!transaction.mayChange(objectType)) throw noAccess(objectType);
  const type = parts.configuration.registry.byName(objectType);
  if (type === undefined) throw refusal(`object type ${objectType} is no longer configured`);
  const hasOnSave = (parts.configuration.onSave.get(type.name) ?? []).length > 0;
  const conflict = yield* conflictSince(parts.store, change, hasOnSave);
  const record = transaction.get(recordId);
  const cause = { decision: { reason: 'undo' }, undoes: change.number } as const;
  const values = asDeclared(type, change.before ?? {});
  try {
    yield* checkUnique(parts, transaction, type, recordId, values, leaving);
    if (change.action === 'delete') {
      if (record !== undefined) throw refusal(`record ${recordId} exists again`);
      parts.saver.restore(transaction, type, recordId, values, now, cause);
      if (change.mergedInto !== undefined) {
        noteMerged(parts.store, transaction, type, recordId, recordId, now);
        returnPairs(parts.store, transaction, change.mergedInto, recordId);
      }
      return;
    }
    if (conflict !== undefined) throw refusal(conflict);
    if (record === undefined) throw refusal(`record ${recordId} does not exist`);
    if (change.action === 'update') parts.saver.revert(transaction, type, record, values, now, cause);
    else {
      const into = mergedAgainInto(parts.store, change);
      parts.saver.delete(transaction, type, record, { ...cause, ...(into !== undefined && { mergedInto: into }) });
      if (into !== undefined) noteMerged(parts.store, transaction, type, recordId, into, now);
    }
  } catch (error) {
    if (error instanceof RecordError) throw refusal(error.message);
    throw error;
  }
}

/**
 * Returns the newest later change in force that depends on a change. A record may have a hundred thousand changes, so
 * other work can run between steps. The history does not change, because no other decision is made and earlier
 * decisions are on disk.
 * @throws RequestError if the change has already been undone
 */
function* conflictSince(
  store: RecordStore,
  change: RecordChange,
  hasOnSave: boolean,
): DecisionSteps<string | undefined> {
  const undone = new UndoneChanges();
  let conflict: string | undefined;
  for (const met of store.history(change.recordId)) {
    yield;
    const by = undone.meet(met);
    if (met.number === change.number) {
      if (by !== undefined) throw refused(change, `it was already undone by ${changeId(by)}`, UndoneBefore);
      break;
    }
    // Ignore the undo of a newer change, but not the undo of an older change.
    const isNeutral = by !== undefined || (met.undoes !== undefined && met.undoes > change.number);
    if (!isNeutral) conflict ??= conflictOf(change, met, hasOnSave);
  }
  return conflict;
}

function conflictOf(
  change: RecordChange,
  { number, action, before, time }: RecordChange,
  hasOnSave: boolean,
): string | undefined {
  const which = `${changeId(number)} of ${time}`;
  if (action === 'delete') return `${which} deleted the record: undo that change first`;
  if (change.action === 'create') return `${which} changed the record`;
  if (hasOnSave) return `${which} changed the record, and on-save updates may have used the changed values`;
  const shared = Object.keys(before ?? {}).filter((name) => Object.hasOwn(change.before ?? {}, name));
  return shared.length > 0 ? `${which} also changed ${shared.join(', ')}` : undefined;
}

function refused(change: RecordChange, why: string, Refusal = RequestError): RequestError {
  return new Refusal(409, 'UNDO_REFUSED', `${changeId(change.number)} cannot be undone: ${why}`);
}

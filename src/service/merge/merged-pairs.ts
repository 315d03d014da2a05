import type { ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import { MERGED_COUNTER } from '../../store/merged-ids.js';
import type { RecordView } from '../../store/record-view.js';
import type { SuspectedPair } from '../../store/suspected-pairs.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import { changeId } from '../undo/change-id.js';

const MOST_PAIRS = 1_000;

type Pairs = Pick<RecordView, 'suspectedPairsOf'>;

/**
 * Stages the move of the deleted records' suspected pairs to the master, and settles pairs among the merged records.
 * Must be called after the deletion, which removes their pairs from the list.
 */
export function followPairs(
  store: Pairs,
  transaction: Transaction,
  masterId: string,
  losers: readonly Pick<StoredRecord, 'id'>[],
): void {
  const merged = new Set([masterId, ...losers.map(({ id }) => id)]);
  const known = new Set([...first(store, masterId)].map((pair) => otherOf(pair, merged)));
  for (const { id } of losers)
    for (const pair of first(store, id)) {
      const other = otherOf(pair, merged);
      if (other === undefined || known.has(other)) continue;
      known.add(other);
      const ends = pair.createdId === other ? { matchedId: masterId } : { createdId: masterId };
      transaction.add({ kind: 'suspect', pair: { ...pair, ...ends, moved: pair } });
    }
}

export function returnPairs(store: Pairs, transaction: Transaction, masterId: string, id: string): void {
  for (const { moved } of first(store, masterId))
    if (moved !== undefined && (moved.createdId === id || moved.matchedId === id))
      transaction.add({ kind: 'suspect', pair: moved });
}

/** Stages the restoration of suspected pairs that a decision to merge had removed from the list. */
export function returnDecided(
  store: Pick<RecordView, 'reviewDecisionsOf'>,
  transaction: Transaction,
  id: string,
  group: number,
): void {
  for (const { changeId: merge, pairs } of store.reviewDecisionsOf(id))
    if (merge === changeId(group))
      for (const pair of pairs)
        if (transaction.get(pair.createdId) !== undefined && transaction.get(pair.matchedId) !== undefined)
          transaction.add({ kind: 'suspect', pair });
}

function* first(store: Pairs, id: string): Iterable<SuspectedPair> {
  let looked = 0;
  for (const pair of store.suspectedPairsOf(id)) {
    if (looked++ === MOST_PAIRS) return;
    yield pair;
  }
}

function otherOf({ createdId, matchedId }: SuspectedPair, merged: ReadonlySet<string>): string | undefined {
  return [createdId, matchedId].find((id) => !merged.has(id));
}

/** Stages the record that an Id resolves to. @param into the Id itself if the record is restored */
export function noteMerged(
  store: Pick<RecordView, 'lastMerge'>,
  transaction: Transaction,
  type: ObjectType,
  id: string,
  into: string,
  now: Date,
): void {
  const number = transaction.next(MERGED_COUNTER);
  const time = now.toISOString();
  // Paging by time requires ascending times, but the clock may have been set back.
  const ordered = time < store.lastMerge ? store.lastMerge : time;
  transaction.add({ kind: 'merged', entry: { number, objectType: type.name, id, into, time: ordered } });
}

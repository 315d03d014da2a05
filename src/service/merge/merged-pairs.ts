import type { StoredRecord } from '../../records/record.js';
import type { RecordView, SuspectedPair } from '../../store/record-view.js';
import type { Transaction } from '../../transactions/transaction.js';
import { changeId } from '../undo/change-id.js';

/** Suspected pairs of one record that are looked at. */
const MOST_PAIRS = 1_000;

type Pairs = Pick<RecordView, 'suspectedPairsOf'>;

/**
 * Stages that the suspected pairs of records that go become the master's; those among themselves are settled. To be
 * called after their deletion, which takes their pairs out of the list.
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

/** Stages that pairs which a merge moved to its master are those of a record again that is back. */
export function returnPairs(store: Pairs, transaction: Transaction, masterId: string, id: string): void {
  for (const { moved } of first(store, masterId))
    if (moved !== undefined && (moved.createdId === id || moved.matchedId === id))
      transaction.add({ kind: 'suspect', pair: moved });
}

/** Stages that pairs are there again that a decision took from the list when it merged a record. */
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

/** The record of a pair that is not among the merged; `undefined`: both are. */
function otherOf({ createdId, matchedId }: SuspectedPair, merged: ReadonlySet<string>): string | undefined {
  return [createdId, matchedId].find((id) => !merged.has(id));
}

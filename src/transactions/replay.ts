import type { StoredRecord } from '../records/record.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import type { FollowingStore } from '../store/following-store.js';
import type { JournalCommit } from '../store/journal-entry.js';
import type { LatestView } from './latest-view.js';

/** Records put into the indexes in one step. */
const RECORDS_AT_ONCE = 16;

export type Shown = readonly [store: FollowingStore, commits: readonly JournalCommit[]];

/**
 * Shows commits of a log that another process appends to, each as a whole: its records go into the indexes in steps, as
 * those of an uncommitted transaction do, and readers see none of them before the last step.
 */
export function* replay(latest: LatestView, ...[store, commits]: Shown): DecisionSteps<{ committed: Promise<void> }> {
  for (const commit of commits) {
    const staged = new Set<string>();
    const stage = (id: string, record: StoredRecord | undefined): void => {
      latest.stage(commit, id, latest.get(id), record);
      staged.add(id);
    };
    const { changes, ready } = store.prepare(commit);
    for (const [i, change] of commit.changes.entries()) {
      if (change.kind === 'put') stage(change.record.id, change.record);
      else if (change.kind === 'delete' || change.kind === 'erase') stage(change.id, undefined);
      if (i % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) yield;
    }
    if (ready !== undefined) yield ready;
    store.show(commit, changes);
    for (const id of staged) latest.release(commit, id);
    yield;
  }
  return { committed: Promise.resolve() };
}

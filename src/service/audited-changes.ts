import type { HistoryEntry } from '../store/history.js';
import type { Caller } from './caller.js';
import { changeId } from './undo/change-id.js';

export interface AuditedChange {
  readonly action: 'deleted' | 'merged' | 'undone';
  /** Ids of records and changes, at most `MOST_TARGETS`. For a merge: the master, the merged records and the change. */
  readonly target: readonly string[];
}

/** Called after each deletion, merge or undo has been written to disk. `caller` is the change's author. */
export type Auditor = (caller: Caller, change: AuditedChange) => void;

/** Maximum number of Ids per audit entry. A larger batch is split into several entries. */
const MOST_TARGETS = 200;

/** Returns the deletions, merges and undos in one commit, as entries for the audit log. */
export function auditedChanges(entries: readonly HistoryEntry[]): AuditedChange[] {
  const deleted: string[] = [];
  const undone: string[] = [];
  const merges = new Map<string, { readonly losers: string[]; readonly change: number }>();
  for (const { recordId, undoes, mergedInto, group, number } of entries) {
    if (undoes !== undefined) undone.push(recordId, changeId(undoes));
    else if (mergedInto === undefined) deleted.push(recordId);
    else {
      const merge = merges.get(mergedInto);
      if (merge === undefined) merges.set(mergedInto, { losers: [recordId], change: group ?? number });
      else merge.losers.push(recordId);
    }
  }
  const merged = [...merges].flatMap(([master, { losers, change }]) =>
    portions('merged', [master, ...losers, changeId(change)]),
  );
  return [...portions('deleted', deleted), ...merged, ...portions('undone', undone)];
}

function portions(action: AuditedChange['action'], target: readonly string[]): AuditedChange[] {
  const entries: AuditedChange[] = [];
  for (let from = 0; from < target.length; from += MOST_TARGETS)
    entries.push({ action, target: target.slice(from, from + MOST_TARGETS) });
  return entries;
}

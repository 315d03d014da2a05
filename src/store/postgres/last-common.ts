import type { BlockChange } from '../change-block.js';
import type { LoggedCommit } from '../commit-log.js';
import { decodeEntry, recordOf } from '../history-entry.js';
import type { HistoryTable } from '../history-table.js';
import { readEntry } from '../journal-entry.js';
import { OwnChanges, type ChangeMark } from '../own-changes.js';
import { joinId } from '../record-key.js';
import type { Query } from './database-snapshot.js';

/** Up to where a view and a log are the same. */
export interface LastCommon {
  /** Number of the last change that both have; 0: none is known to be in both. */
  readonly change: number;
  /** Position in the log of a commit that both have, none known after it; absent where a snapshot has it. */
  readonly position?: number;
  /** The log holds nothing at all. */
  readonly isEmpty: boolean;
}

interface Found {
  readonly position: number;
  readonly change: number;
  readonly isOwn: boolean;
}

/**
 * Finds up to where a view is of the log in the database, by the changes in both: each has a number, and who made it of
 * which record, when and by which request. Both agree up to one commit and in none after it, so a few commits tell, and
 * neither is held in memory.
 *
 * @param history of the view, which is not changed meanwhile
 * @param schema quoted identifier
 * @param eachSnapshotChange shows the changes in the database's snapshot, in the order of their numbers, until told to
 *   stop by `false`: asked where the log begins behind what both have
 */
export async function lastCommon(
  history: HistoryTable,
  query: Query,
  schema: string,
  eachSnapshotChange: (visit: (change: BlockChange) => boolean) => Promise<void>,
): Promise<LastCommon> {
  const [head] = await query<{ position: string; trimmed: string }>(`select position, trimmed from ${schema}.head`);
  const [trimmed, end] = [Number(head!.trimmed), Number(head!.position)];
  const own = new OwnChanges(history);
  let best: Found | undefined;
  for (let [low, high] = [trimmed, end]; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    const found = await latestUpTo(middle, trimmed, own, query, schema);
    if (found?.isOwn === false) high = found.position - 1;
    else {
      low = middle;
      best = found ?? best;
    }
  }
  if (best !== undefined) return { change: best.change, position: best.position, isEmpty: false };
  let change = 0;
  if (trimmed > 0)
    await eachSnapshotChange((block) => {
      const isOwn = own.has(block.number, markOf(block));
      if (isOwn === true) change = block.number;
      return isOwn !== false;
    });
  return { change, isEmpty: end === 0 };
}

/** The latest commit up to a position of which can be told whether the view has it; `undefined`: none. */
async function latestUpTo(
  position: number,
  trimmed: number,
  own: OwnChanges,
  query: Query,
  schema: string,
): Promise<Found | undefined> {
  for (let at = position; at > trimmed;) {
    const [row] = await query<{ position: string; body: string }>(
      `select position, body from ${schema}.commits
       where position between $1 and $2 and body like '%"kind":"history"%' order by position desc limit 1`,
      [trimmed + 1, at],
    );
    if (row === undefined) return undefined;
    const commit = readEntry(`{"s":${row.position},${row.body.slice(1)}`);
    for (const { number, mark } of marksOf(commit)) {
      const isOwn = own.has(number, mark);
      if (isOwn !== undefined) return { position: commit.position, change: number, isOwn };
    }
    at = commit.position - 1;
  }
  return undefined;
}

/** The changes of a commit, the last one first. */
function marksOf({ changes, by }: LoggedCommit): { number: number; mark: ChangeMark }[] {
  if (by === undefined) return [];
  const { client, request } = by;
  const time = Date.parse(by.time);
  return changes.toReversed().flatMap((change) => {
    if (change.kind !== 'history') return [];
    const { number, recordId, action } = change.entry;
    return [{ number, mark: { recordId, action, client, time, ...(request !== undefined && { request }) } }];
  });
}

function markOf({ context: { action, client }, series, bytes }: BlockChange): ChangeMark {
  const { time, request } = decodeEntry(bytes, false);
  const recordId = joinId(series, recordOf(bytes).record);
  return { recordId, action, client, time, ...(request !== undefined && { request }) };
}

import { setTimeout as pause } from 'node:timers/promises';
import { beyondInWords, writeBeyond } from '../../../store/beyond-file.js';
import { systemFiles } from '../../../store/store-files.js';
import type { StoreState } from '../../../store/store-state.js';
import { isPassing, pauseBefore } from './database-errors.js';
import type { DatabaseSnapshots } from './database-snapshot.js';
import type { LogConnection, Query } from './log-connection.js';
import type { BlockChange } from '../../../store/change-block.js';
import type { LoggedCommit } from '../../../store/commit-log.js';
import { decodeEntry, recordOf } from '../../../store/history-entry.js';
import type { HistoryTable } from '../../../store/history-table.js';
import { readEntry } from '../../../store/journal-entry.js';
import { OwnChanges, type ChangeMark } from '../../../store/own-changes.js';
import { joinId } from '../../../store/record-key.js';

export interface DivergedView {
  /** A state that no longer changes. */
  readonly state: StoreState;
  readonly beside: Pick<LogConnection, 'query' | 'schema'>;
  readonly snapshots: Pick<DatabaseSnapshots, 'eachChange'>;
  /** The node's folder. `undefined` if it has none. */
  readonly folder: string | undefined;
  readonly now: () => number;
}

/**
 * Saves commits that the log has lost to a file in the node's folder, for operators. Never throws.
 * @param why the log does not match the view @param signal aborts waiting for an unavailable database
 * @returns a message
 */
export async function keepBeyond(view: DivergedView, why: string, signal: AbortSignal): Promise<string> {
  const { state, folder, now } = view;
  if (folder === undefined) return 'this node has no data folder in which to keep the changes lost from the log';
  try {
    const { change, position, isEmpty } = await whileAway(() => commonOf(view), signal);
    const kept = await writeBeyond(systemFiles, folder, { state, change, position, isAll: isEmpty, why }, now());
    return beyondInWords(kept);
  } catch (error) {
    return `changes that the log has lost could not be saved: ${(error as Error).message}`;
  }
}

function commonOf({ state, beside, snapshots }: DivergedView): Promise<LastCommon> {
  return lastCommon(
    state.history,
    (text, values) => beside.query(text, values),
    beside.schema,
    (visit) => snapshots.eachChange(visit),
  );
}

async function whileAway<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  ended.catch(() => undefined);
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await Promise.race([ask(), ended]);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(pauseBefore(attempt));
    }
  }
}

interface LastCommon {
  /** Number of the last common change. 0 if no common change is known. */
  readonly change: number;
  /** Position of the last known common commit. Omitted if that commit is in a snapshot. */
  readonly position?: number;
  /** Whether the log is empty. */
  readonly isEmpty: boolean;
}

interface Found {
  readonly position: number;
  readonly change: number;
  readonly isOwn: boolean;
}

/**
 * Compares changes by number, record, author, time and request. A view and a log agree up to one commit and differ
 * after it, so a few commits are enough.
 * @param history History of the view, which must not change
 * @param eachSnapshotChange visits the changes of the database's snapshot in order until it returns `false`; used if
 * the log begins after the common part
 */
async function lastCommon(
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

/** Returns `undefined` if no commit can be compared with the view. */
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

import { csvLine, guard } from '../../files/write/csv.js';
import type { ChangeCondition } from '../../store/home/home.js';
import type { Likeness } from '../likeness.js';
import type { Caller } from '../caller.js';
import { changeId } from '../undo/change-id.js';
import type { KeptFile } from './file-job.js';
import type { BatchedContent } from './import-notes.js';
import type { Told } from './kept-files.js';

const AT_ONCE = 500;
const MOST_AT_ONCE = 10_000;
const HEADER = csvLine(['Id', 'change', 'reason']);

export interface UndoWork {
  readonly likeness: Pick<Likeness, 'undoAll' | 'changesOf' | 'events'>;
  readonly caller: Caller;
  readonly left: BatchedContent;
  readonly condition: ChangeCondition;
  readonly signal: AbortSignal;
  readonly tell: (told: Told) => void;
}

export interface UndoneImport {
  readonly undone: number;
  /** Number of changes that were not undone because later changes depend on them. */
  readonly left: number;
  /** Whether old changes may be missing from the history. Such changes are neither undone nor listed. */
  readonly isForgotten: boolean;
}

/**
 * Undoes every change of an import, latest first. If later changes depend on a change, it is not undone, but listed in
 * a result of the file. A change that was already undone counts as undone, so that the call can be repeated.
 */
export async function undoImport(file: KeptFile, work: UndoWork): Promise<UndoneImport> {
  const { likeness, caller, left, condition, signal, tell } = work;
  // The oldest changes are removed from the history first.
  const isForgotten = likeness.events.oldest.change > file.after;
  const ids = await changesOf(file, likeness, signal);
  let count = 0;
  for (let done = 0; done < ids.length; done += AT_ONCE) {
    signal.throwIfAborted();
    tell({ progress: { phase: 'undo', done, total: ids.length } });
    const outcomes = await likeness.undoAll(ids.slice(done, done + AT_ONCE), caller);
    const lines = outcomes
      .filter(({ how }) => how === 'left')
      .map(({ id, recordId, why }) => csvLine([recordId ?? '', id, guard(why ?? '')]));
    await left.put(done, HEADER, lines, condition);
    count += lines.length;
  }
  return { undone: ids.length - count, left: count, isForgotten };
}

async function changesOf(
  { id, after }: KeptFile,
  likeness: UndoWork['likeness'],
  signal: AbortSignal,
): Promise<string[]> {
  const numbers: number[] = [];
  for (let next: number | null = after; next !== null;) {
    signal.throwIfAborted();
    const found: ReturnType<Likeness['changesOf']> = likeness.changesOf(id, next, MOST_AT_ONCE);
    for (const { number } of found.changes) numbers.push(number);
    ({ next } = found);
    await new Promise(setImmediate);
  }
  return numbers.reverse().map(changeId);
}

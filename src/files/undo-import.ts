import { csvLine, guard } from '../batch/output/csv.js';
import type { ChangeCondition } from '../home/home.js';
import type { Caller, Likeness } from '../service/likeness.js';
import { changeId } from '../service/undo/change-id.js';
import type { KeptFile } from './file-job.js';
import type { BatchedContent } from './import-notes.js';
import type { Told } from './kept-files.js';

/** Changes taken back before the next word on how far it is. */
const AT_ONCE = 500;
const MOST_AT_ONCE = 10_000;
const HEADER = csvLine(['Id', 'change', 'reason']);

export interface UndoWork {
  readonly likeness: Pick<Likeness, 'undoAll' | 'changesOf' | 'events'>;
  readonly caller: Caller;
  /** Takes the changes that stay; it is empty. */
  readonly left: BatchedContent;
  /** Without it nothing is noted. */
  readonly condition: ChangeCondition;
  readonly signal: AbortSignal;
  readonly tell: (told: Told) => void;
}

export interface UndoneImport {
  /** Changes that are taken back. */
  readonly undone: number;
  /** Changes that stay, because later ones stand on them. */
  readonly left: number;
  /** Some of its changes may be kept no longer: they stay, and nobody knows which. */
  readonly isForgotten: boolean;
}

/**
 * Takes back every change that an import has made, the last one first. Changes on which later ones stand stay: they
 * are listed in a result of the file. One that was taken back before counts as taken back, so it can be done again.
 */
export async function undoImport(file: KeptFile, work: UndoWork): Promise<UndoneImport> {
  const { likeness, caller, left, condition, signal, tell } = work;
  // Changes are forgotten oldest first.
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

/** Ids of the changes that are kept, the last one first. */
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

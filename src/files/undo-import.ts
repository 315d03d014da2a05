import { csvLine, guard } from '../batch/output/csv.js';
import type { ChangeCondition, Home } from '../home/home.js';
import type { Caller, Likeness } from '../service/likeness.js';
import { changeId } from '../service/undo/change-id.js';
import type { KeptFile } from './file-job.js';
import { leftOf } from './file-names.js';
import type { Told } from './kept-files.js';

/** Changes taken back before the next word on how far it is. */
const AT_ONCE = 500;
const MOST_AT_ONCE = 10_000;
const HEADER = csvLine(['Id', 'change', 'reason']);

export interface UndoWork {
  readonly likeness: Pick<Likeness, 'undoAll' | 'changesOf' | 'scheduler'>;
  readonly home: Pick<Home, 'put' | 'remove'>;
  readonly caller: Caller;
  /** Without it nothing is noted. */
  readonly condition: () => ChangeCondition;
  readonly signal: AbortSignal;
  readonly tell: (told: Told) => void;
}

/**
 * Takes back every change that an import has made, the last one first. Changes on which later ones stand stay: they
 * are listed in a result of the file. What was taken back before counts as taken back, so it can be done again.
 *
 * @returns changes that are taken back, and those that stay
 */
export async function undoImport(file: KeptFile, work: UndoWork): Promise<{ undone: number; left: number }> {
  const { likeness, home, caller, condition, signal, tell } = work;
  const name = leftOf(file.id);
  const ids = await changesOf(file, likeness, signal);
  if (!(await home.remove(name, condition()))) throw cancelled();
  let position = 0;
  let left = 0;
  for (let done = 0; done < ids.length; done += AT_ONCE) {
    signal.throwIfAborted();
    tell({ progress: { phase: 'undo', done, total: ids.length } });
    const outcomes = await likeness.undoAll(ids.slice(done, done + AT_ONCE), caller);
    const lines = outcomes
      .filter(({ how }) => how === 'left')
      .map(({ id, recordId, why }) => csvLine([recordId ?? '', id, guard(why ?? '')]));
    if (lines.length === 0) continue;
    left += lines.length;
    const bytes = Buffer.from((position === 0 ? HEADER : '') + lines.join(''));
    if (!(await home.put(name, position, bytes, condition()))) throw cancelled();
    position += bytes.length;
  }
  return { undone: ids.length - left, left };
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

function cancelled(): Error {
  return new Error('it was cancelled, or another process takes it back by now');
}

import { Presets, SingleBar } from 'cli-progress';
import type { Listener, Progress } from '../../runtime/notes.js';
import { isTerminal, printError } from './print.js';

export const terminal: Listener = {
  note: (text) => printError(`likeness: ${text}\n`),
  progress: (what, total) => (isTerminal() ? bar(what, total) : lines(what, total)),
};

/** Milliseconds between two progress lines. Shorter work prints no line. */
const PAUSE = 15_000;

/** Reports progress as lines, for logs and pipes. */
function lines(what: string, total: number): Progress {
  let last = performance.now();
  const update = (done: number, note: string): void => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    const share = total > 0 ? ` ${Math.floor((100 * Math.min(done, total)) / total)} %` : '';
    printError(`likeness: ${what}:${share}${note === '' ? '' : `, ${note}`}\n`);
  };
  return { update, stop: () => undefined };
}

function bar(what: string, total: number): Progress {
  const drawn = new SingleBar(
    {
      format: `${what} [{bar}] {percentage}% | {note} | {eta_formatted} left`,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.legacy,
  );
  drawn.start(total, 0, { note: '' });
  return { update: (done, note) => drawn.update(Math.min(done, total), { note }), stop: () => drawn.stop() };
}

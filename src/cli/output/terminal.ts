import { Presets, SingleBar } from 'cli-progress';
import type { Listener, Progress } from '../../runtime/notes.js';
import { isTerminal, printError } from './print.js';

/** Prints notes, and draws progress as a bar with an estimate of the time left. */
export const terminal: Listener = {
  note: (text) => printError(`likeness: ${text}\n`),
  // Logs and pipes stay clean.
  progress: (what, total) => (isTerminal() ? bar(what, total) : { update: () => undefined, stop: () => undefined }),
};

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
  return {
    update: (done, note) => drawn.update(Math.min(done, total), { note }),
    stop: () => drawn.stop(),
  };
}

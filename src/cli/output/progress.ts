import { Presets, SingleBar } from 'cli-progress';
import type { FromFileProcess } from '../../files/messages.js';
import { isTerminal } from './print.js';

export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

/** A progress bar on a terminal (with an estimate of the time left), nothing elsewhere: logs and pipes stay clean. */
export function progress(what: string, total: number): Progress {
  if (process.send !== undefined) return toParent(what, total);
  if (!isTerminal()) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: `${what} [{bar}] {percentage}% | {note} | {eta_formatted} left`,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.legacy,
  );
  bar.start(total, 0, { note: '' });
  return {
    update: (done, note) => bar.update(Math.min(done, total), { note }),
    stop: () => bar.stop(),
  };
}

/** Milliseconds between two messages. */
const PAUSE = 200;

/** A service that has a file worked on in this process shows how far it is. */
function toParent(phase: string, total: number): Progress {
  let last = 0;
  const update = (done: number): void => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    const message: FromFileProcess = { kind: 'progress', phase, done: Math.min(done, total), total };
    process.send!(message);
  };
  return { update, stop: () => undefined };
}

import { Presets, SingleBar } from 'cli-progress';
import { isTerminal } from './print.js';

export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

/** A progress bar on a terminal (with an estimate of the time left), nothing elsewhere: logs and pipes stay clean. */
export function progress(what: string, total: number): Progress {
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

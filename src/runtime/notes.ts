import { AsyncLocalStorage } from 'node:async_hooks';

export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

export interface Listener {
  /** Shows a message to the user: counts, hints, warnings. */
  note(text: string): void;
  /** @param what the work, such as `reading` @param total the final value of `done` */
  progress(what: string, total: number): Progress;
}

const UNSHOWN: Progress = { update: () => undefined, stop: () => undefined };

/** Without a listener, notes go to standard error, so that none is lost. */
let otherwise: Listener = {
  note: (text) => void process.stderr.write(`likeness: ${text}\n`),
  progress: () => UNSHOWN,
};

const listening = new AsyncLocalStorage<Listener>();
const listener = (): Listener => listening.getStore() ?? otherwise;

/**
 * Sends all notes and progress of the process to `to`, except inside `tellingTo`. The first `tellingTo` makes Node.js
 * track every promise of the process, which would slow down every request to a service.
 */
export function tellAlwaysTo(to: Listener): void {
  otherwise = to;
}

/** Runs work with its own listener, so that several runs can share a process. */
export function tellingTo<Result>(to: Partial<Listener>, run: () => Result): Result {
  return listening.run({ note: () => undefined, progress: () => UNSHOWN, ...to }, run);
}

export function note(text: string): void {
  listener().note(text);
}

export function progress(what: string, total: number): Progress {
  return listener().progress(what, total);
}

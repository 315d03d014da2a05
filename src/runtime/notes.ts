import { AsyncLocalStorage } from 'node:async_hooks';

/** How far a piece of work is. */
export interface Progress {
  update(done: number, note: string): void;
  stop(): void;
}

/** Who is told what a piece of work notices and how far it is. */
export interface Listener {
  /** For people, not for programs: counts, hints, warnings. */
  note(text: string): void;
  /** @param what the work, such as `reading`. @param total what `done` counts up to */
  progress(what: string, total: number): Progress;
}

const UNSHOWN: Progress = { update: () => undefined, stop: () => undefined };

/** Notes go to the standard error output where nobody listens: none is lost. */
let otherwise: Listener = {
  note: (text) => void process.stderr.write(`likeness: ${text}\n`),
  progress: () => UNSHOWN,
};

const listening = new AsyncLocalStorage<Listener>();
const listener = (): Listener => listening.getStore() ?? otherwise;

/**
 * Notes and progress of the whole process go to `to`, except in runs of `tellingTo`. From the first of those on, Node
 * follows every promise of the process, which a service would pay for at each request.
 */
export function tellAlwaysTo(to: Listener): void {
  otherwise = to;
}

/** Runs work whose notes and progress go to `to`: several runs may share a process. */
export function tellingTo<Result>(to: Partial<Listener>, run: () => Result): Result {
  return listening.run({ note: () => undefined, progress: () => UNSHOWN, ...to }, run);
}

export function note(text: string): void {
  listener().note(text);
}

export function progress(what: string, total: number): Progress {
  return listener().progress(what, total);
}

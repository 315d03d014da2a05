import { AsyncLocalStorage } from 'node:async_hooks';

export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export const STANDARD_OUTPUT = '-';

interface Run extends Streams {
  /** Whether a result is written to standard output. Messages then go to standard error. */
  isTaken: boolean;
}

const given = new AsyncLocalStorage<Run>();
const whole: Run = { stdout: process.stdout, stderr: process.stderr, isTaken: false };

/** Runs with streams other than the process's own, because several runs may share a process. */
export function writingTo<Result>({ stdout, stderr }: Streams, run: () => Result): Result {
  return given.run({ stdout, stderr, isTaken: false }, run);
}

export const streams = (): Run => given.getStore() ?? whole;

/** Reserves standard output for a result, so that no message gets into the result. */
export function takeStandardOutput(): NodeJS.WritableStream {
  const run = streams();
  run.isTaken = true;
  return run.stdout;
}

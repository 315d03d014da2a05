import type { ChildProcess } from 'node:child_process';

/** Maximum number of characters. */
const LONGEST = 2_000;

/** Collects the end of a process's standard error output. */
export function complaintOf({ stderr }: ChildProcess): () => string {
  let complaint = '';
  stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-LONGEST);
  });
  return () => complaint;
}

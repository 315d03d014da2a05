import type { ChildProcess } from 'node:child_process';

/** Characters kept. */
const LONGEST = 2_000;

/** The end of what a process writes to its standard error output, as far as it has come. */
export function complaintOf({ stderr }: ChildProcess): () => string {
  let complaint = '';
  stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-LONGEST);
  });
  return () => complaint;
}

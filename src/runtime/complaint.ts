import type { ChildProcess } from 'node:child_process';

const LONGEST = 2_000;

export function complaintOf({ stderr }: ChildProcess): () => string {
  let complaint = '';
  stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-LONGEST);
  });
  return () => complaint;
}

import { Writable } from 'node:stream';
import { inOptions } from './likeness-error.js';
import { writingTo } from '../cli/output/print.js';

/** Runs what tells people of what it noticed. @returns its result, and the notes as sentences */
export async function withNotes<Result>(run: () => Promise<Result>): Promise<{ result: Result; notes: string[] }> {
  let text = '';
  const into = (take: (chunk: string) => void) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        take(chunk.toString());
        done();
      },
    });
  const result = await writingTo({ stdout: into(() => undefined), stderr: into((chunk) => (text += chunk)) }, run);
  const lines = text.split(/^likeness: /m).map((line) => inOptions(line.trimEnd()));
  return { result, notes: lines.filter((line) => line !== '') };
}

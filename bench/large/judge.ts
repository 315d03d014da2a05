import { createReadStream } from 'node:fs';
import { measure, type Measure } from '../../src/files/evaluation/curve.js';
import type { Contacts } from '../synthetic/contacts.js';
import { rowsWithDuplicates } from '../synthetic/tasks.js';

/** The person of each row of a generated file, and the number of true pairs. */
export interface Persons {
  readonly of: Int32Array;
  readonly pairs: number;
}

/** Uses four bytes per row. A pair is true if both rows belong to the same person. */
export function personsOf(contacts: Contacts, size: number): Persons {
  const of = new Int32Array(size);
  const rows = new Int32Array(size);
  let [row, pairs] = [0, 0];
  for (const { duplicateOf } of rowsWithDuplicates(contacts, size)) {
    const person = duplicateOf ?? row;
    of[row++] = person;
    pairs += rows[person]!++;
  }
  return { of, pairs };
}

/** Counts the true pairs in a file `id1,id2,score` of any length. @param least minimum score in percent */
export async function judgeFile(path: string, { of, pairs }: Persons, least = 0): Promise<Measure> {
  let [found, correct] = [0, 0];
  let rest = '';
  const judge = (line: string): void => {
    const [a, b, score] = line.split(',') as [string, string, string];
    // NaN in the header.
    if (!(Number(score) >= least)) return;
    found++;
    if (of[Number(a)] === of[Number(b)]) correct++;
  };
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop()!;
    lines.forEach(judge);
  }
  if (rest !== '') judge(rest);
  return measure(correct, found, pairs);
}

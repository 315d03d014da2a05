import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileMemory } from '../../../src/service/import/file-memory.js';
import { inFileProcess } from '../../../src/service/import/file-process.js';
import { newFolder } from '../../support/temporary-folder.js';

/** Records which processes read files. The unusual memory limit prevents sharing processes with other tests. */
class WatchedMemory extends FileMemory {
  megabytesAllowed = 301;
  readonly pids: number[] = [];

  override watch(watched: Parameters<FileMemory['watch']>[0]): () => void {
    this.pids.push(watched.pid);
    return super.watch(watched);
  }
}
const memory: WatchedMemory = new WatchedMemory(() => memory.megabytesAllowed * 1024 * 1024);

async function inspect(content: string, name = 'people.csv'): Promise<unknown> {
  const folder = newFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  const signal = new AbortController().signal;
  for await (const message of inFileProcess({ kind: 'inspect', path }, signal, memory))
    if (message.kind === 'inspected') return message.inspection.columns.map(({ label }) => label);
  return undefined;
}
const PEOPLE = 'First name,Last name\nAda,Lovelace\n';
const LARGE = `First name,Last name,Note\n${`Ada,Lovelace,${'x'.repeat(990)}\n`.repeat(1_001)}`;

it('small files are read by one process, one after the other', async () => {
  expect(await inspect(PEOPLE)).toEqual(['First name', 'Last name']);
  expect(await inspect('E-mail,City\na@b.example,Cork\n')).toEqual(['E-mail', 'City']);
  const [first, second] = memory.pids.splice(0);
  expect(second).toBe(first);
});

it('two at a time are read by two, and what comes after a large or a refused file by a new one', async () => {
  await Promise.all([inspect(PEOPLE), inspect(PEOPLE)]);
  expect(new Set(memory.pids.splice(0)).size).toBe(2);
  expect(await inspect(LARGE)).toEqual(['First name', 'Last name', 'Note']);
  expect(await inspect(PEOPLE)).toEqual(['First name', 'Last name']);
  await expect(inspect('not a workbook', 'people.xlsx')).rejects.toThrow();
  expect(await inspect(PEOPLE)).toEqual(['First name', 'Last name']);
  const [large, afterLarge, refused, afterRefused] = memory.pids.splice(0);
  expect(afterLarge).not.toBe(large);
  expect(afterRefused).not.toBe(refused);
});

it('a limit that has changed applies to the next file, and small files share a process again', async () => {
  await inspect(PEOPLE);
  memory.megabytesAllowed = 302;
  await inspect(PEOPLE);
  await inspect(PEOPLE);
  const [before, after, again] = memory.pids.splice(0);
  expect(after).not.toBe(before);
  expect(again).toBe(after);
});

import { mkdtemp, readdir, readFile, readlink } from 'node:fs/promises';
import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemFiles } from '../../src/store/store-files.js';
import { openFileStore } from '../../src/store/open-file-store.js';

const temporary = () => mkdtemp(join(tmpdir(), 'likeness-files-'));

/** Returns the flags (`open(2)`) of a file that this process has open, on Linux. */
async function flagsOf(path: string): Promise<number[]> {
  const flags: number[] = [];
  for (const fd of await readdir('/proc/self/fd')) {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => '')) !== path) continue;
    flags.push(Number.parseInt(/^flags:\s*(\d+)$/m.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'))![1]!, 8));
  }
  return flags;
}

describe('files of the store', () => {
  it.skipIf(process.platform !== 'linux')(
    'an append to the journal waits for the disk by itself, new or resumed (skipped: only Linux shows how a file is open)',
    async () => {
      const folder = await temporary();
      for (let life = 0; life < 2; life++) {
        const store = await openFileStore(folder);
        const journals = (await readdir(folder)).filter((name) => name.startsWith('journal'));
        expect(journals).toHaveLength(1);
        const flags = await flagsOf(join(folder, journals[0]!));
        await store.close();
        expect(flags.map((of) => of & constants.O_DSYNC)).toEqual([constants.O_DSYNC]);
      }
    },
  );

  it.each([undefined, 'through'] as const)('read back as written, cut and written on (%s)', async (through) => {
    const path = join(await temporary(), 'file');
    const created = await systemFiles.open(path, 'create', through);
    await created.write(Buffer.from('abcdef'), 0);
    await created.sync();
    await created.truncate(4);
    await created.sync();
    await created.close();
    await expect(systemFiles.open(path, 'create', through)).rejects.toThrow('EEXIST');
    const again = await systemFiles.open(path, 'write', through);
    onTestFinished(() => again.close());
    await again.write(Buffer.from('XY'), 3);
    await again.sync();
    expect(await readFile(path, 'utf8')).toBe('abcXY');
    expect(await again.size()).toBe(5);
  });
});

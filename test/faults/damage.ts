import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDamagedError } from '../../src/store/store-errors.js';
import { copyStore, fill, IN_SNAPSHOT, opened } from '../store/filled-folder.js';
import type { Outcome } from './outcome.js';

const NEWLINE = 10;

interface Filled {
  readonly folder: string;
  readonly names: readonly string[];
  readonly pictures: string[];
}

async function filled(folder: string): Promise<Filled> {
  await mkdir(folder);
  const pictures = await fill(folder);
  return { folder, names: (await readdir(folder)).filter((name) => name.endsWith('.log')), pictures };
}

/** Flips single bits. The store must refuse to open. */
export async function flippedBits(root: string, times: number, random: () => number): Promise<Outcome> {
  const { folder, names, pictures } = await filled(join(root, 'flips'));
  const broken: string[] = [];
  for (let i = 0; i < times; i++) {
    const { name, copy, bytes } = await copied(folder, names, random);
    const [place, bit] = [Math.floor(random() * bytes.length), Math.floor(random() * 8)];
    bytes[place]! ^= 1 << bit;
    await writeFile(join(copy, name), bytes);
    const found = await opened(copy, pictures);
    if (!(found instanceof StoreDamagedError))
      broken.push(`${name}: bit ${bit} of byte ${place} was flipped, and the store opened`);
    else if (!found.message.includes(name)) broken.push(`${name}: the message names another file: ${found.message}`);
  }
  return {
    fault: 'one bit flipped anywhere in snapshot or journal',
    times,
    told: times - broken.length,
    checked: `${times - broken.length} of ${times} told at the start, with the file`,
    broken,
  };
}

/**
 * Truncates a file. The store must refuse to open, except if an unacknowledged write at the end of the journal was cut.
 * In that case, a whole number of transactions must remain.
 */
export async function cutFiles(root: string, times: number, random: () => number): Promise<Outcome> {
  const { folder, names, pictures } = await filled(join(root, 'cuts'));
  const broken: string[] = [];
  let told = 0;
  for (let i = 0; i < times; i++) {
    const { name, copy, bytes } = await copied(folder, names, random);
    const length = Math.floor(random() * bytes.length);
    await truncate(join(copy, name), length);
    const found = await opened(copy, pictures);
    if (found instanceof StoreDamagedError) told++;
    else if (name.startsWith('snapshot')) broken.push(`${name}: cut at ${length}, and the store opened`);
    else {
      // The header is a line too.
      const expected = IN_SNAPSHOT - 1 + bytes.subarray(0, length).filter((byte) => byte === NEWLINE).length;
      if (found !== expected)
        broken.push(`${name}: cut at ${length}, and ${found} transactions are there, expected ${expected}`);
    }
  }
  return {
    fault: 'snapshot or journal truncated anywhere',
    times,
    told,
    checked: `${told} told at the start, ${times - told} torn tails cut back to a whole transaction`,
    broken,
  };
}

async function copied(
  folder: string,
  names: readonly string[],
  random: () => number,
): Promise<{ name: string; copy: string; bytes: Buffer }> {
  const name = names[Math.floor(random() * names.length)]!;
  const copy = join(folder, 'copy');
  await copyStore(folder, copy, [...names]);
  return { name, copy, bytes: await readFile(join(folder, name)) };
}

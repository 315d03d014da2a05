import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, afterAll, expect, it } from 'vitest';
import {
  ArrayFileError,
  readArrayFile,
  readArrays,
  writeArrayFile,
} from '../../src/service/index-snapshot/array-file.js';
import { systemFiles } from '../../src/store/store-files.js';
import { newFolder } from '../support/temporary-folder.js';

let folder: string;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(document: unknown): Promise<Buffer> {
  const path = join(folder, 'arrays');
  await rm(path, { force: true });
  const file = await systemFiles.open(path, 'create');
  const bytes = await writeArrayFile(file, document);
  await file.close();
  const content = await readFile(path);
  expect(content.length).toBe(bytes);
  return content;
}

async function read(content: Buffer): Promise<unknown> {
  const path = join(folder, 'again');
  await writeFile(path, content);
  const file = await systemFiles.open(path, 'read');
  try {
    return await readArrays(file, await readArrayFile(file));
  } finally {
    await file.close();
  }
}

const small = {
  name: 'ä "quoted"',
  list: [1, -1, null, true, { ids: Int32Array.of(-5, 0, 7), none: new Uint32Array(0) }],
  words: Uint32Array.of(0xffffffff, 1),
  bytes: Uint8Array.from([0, 255, 10]),
};

it('gives back what was written, in arrays of their own', async () => {
  expect(await read(await written(small))).toEqual(small);
  const arrays = fc.oneof(fc.uint8Array(), fc.int32Array(), fc.uint32Array());
  const values = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), arrays);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: fc.string(), inner: fc.array(values) }), { maxLength: 5 }),
      async (document) => {
        expect(await read(await written(document))).toEqual(document);
      },
    ),
    { numRuns: 60 },
  );
});

it('an array of many pieces comes back, and a flipped bit in any piece is reported by its offset', async () => {
  const large = Int32Array.from({ length: (5 << 18) + 3 }, (_, i) => Math.imul(i, 0x9e3779b1));
  const content = await written({ small: Uint8Array.of(1, 2, 3), large });
  const again = (await read(content)) as { large: Int32Array };
  expect(Buffer.from(again.large.buffer).equals(Buffer.from(large.buffer))).toBe(true);
  for (let piece = 0; piece < 6; piece++) {
    const at = 16 + 3 + (piece << 20) + 5;
    content[at]! ^= 8;
    await expect(read(content)).rejects.toThrow(new RegExp(`bytes from offset ${19 + (piece << 20)} is`));
    content[at]! ^= 8;
  }
});

it('every flipped bit is detected', async () => {
  const content = await written(small);
  for (let at = 0; at < content.length; at++) {
    const flipped = Buffer.from(content);
    flipped[at]! ^= 1 << (at % 8);
    await expect(read(flipped), `byte ${at} of ${content.length}`).rejects.toBeInstanceOf(ArrayFileError);
  }
});

it('a file cut short anywhere, or longer than it was, is detected', async () => {
  const content = await written(small);
  for (let length = 0; length < content.length; length++)
    await expect(read(content.subarray(0, length)), `${length} of ${content.length}`).rejects.toBeInstanceOf(
      ArrayFileError,
    );
  for (const more of [Buffer.from([0]), Buffer.alloc(40), content])
    await expect(read(Buffer.concat([content, more]))).rejects.toBeInstanceOf(ArrayFileError);
});

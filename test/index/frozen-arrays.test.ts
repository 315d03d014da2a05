import { expect, it } from 'vitest';
import { createMemoryIndex, MemoryIndex, type MemoryIndexImage } from '../../src/index/memory-index.js';
import { FrozenArrays, willChange } from '../../src/runtime/memory/frozen-arrays.js';
import { arraysIn, share } from '../../src/runtime/memory/image.js';
import { ListPool } from '../../src/runtime/memory/list-pool.js';
import { readArrayFile, readArrays, writeArrayFile } from '../../src/service/index-snapshot/array-file.js';
import { drawQuery, drawScenarios, drawValues, idOf } from './cases.js';
import { freshSeed, Random } from './random.js';
import { RecordedScan, shape } from './scan-index.js';

it('arrays are read as they were when they were frozen, in any portions and whatever changes in between', () => {
  const seed = freshSeed('frozen arrays');
  for (let n = 0; n < 200; n++) {
    const random = new Random(seed + n);
    const arrays = Array.from({ length: 1 + random.below(4) }, () => {
      const length = random.below(random.pick([10, 3_000, 40_000]));
      return random.chance(0.5) ? new Int32Array(length) : new Uint8Array(length);
    });
    for (const array of arrays) for (let i = 0; i < array.length; i++) array[i] = random.below(256);
    const before = arrays.map((array) => array.slice());
    const change = (): void => {
      const array = random.pick(arrays);
      if (array.length === 0) return;
      const from = random.below(array.length);
      const to = Math.min(array.length, from + 1 + random.below(random.pick([1, 10, 5_000])));
      willChange(array, from, to);
      array.fill(random.below(256), from, to);
    };
    const frozen = new FrozenArrays(arrays);
    expect(() => new FrozenArrays([arrays[0]!])).toThrow('already frozen');
    for (const [i, array] of arrays.entries()) {
      const read = Buffer.alloc(array.byteLength);
      for (let at = 0; at < read.length;) {
        for (let changes = random.below(5); changes > 0; changes--) change();
        const portion = read.subarray(at, at + 1 + random.below(20_000));
        frozen.read(array, portion);
        at += portion.length;
      }
      expect(read.equals(Buffer.from(before[i]!.buffer)), `seed ${seed + n}, array ${i}`).toBe(true);
    }
    frozen.end();
    // The frozen copy is released, so changes no longer save old values.
    change();
    expect(frozen.keptBytes).toBe(0);
  }
});

it('keeps only what changes before it is read', () => {
  const array = new Int32Array(1 << 20);
  const frozen = new FrozenArrays([array]);
  frozen.read(array, new Uint8Array(1 << 21));
  for (let i = 0; i < 1 << 19; i++) willChange(array, i, i + 1);
  expect(frozen.keptBytes).toBe(0);
  for (let i = 0; i < 100; i++) willChange(array, array.length - 1 - i, array.length - i);
  expect(frozen.keptBytes).toBe(1 << 20);
  frozen.end();
});

it('long lists are read as they were, wherever in them entries come and go', () => {
  const random = new Random(freshSeed('frozen lists'));
  const pool = new ListPool();
  const heads = [0, 0, 0];
  const change = (shrinks: boolean): void => {
    const list = random.below(heads.length);
    const entry = 1 + random.below(6_000);
    heads[list] = shrinks ? pool.remove(heads[list]!, entry) : pool.insert(heads[list]!, entry);
  };
  for (let n = 0; n < 8_000; n++) change(false);
  for (let round = 0; round < 60; round++) {
    const image = pool.image();
    const expected = image.pages.map((page) => page.slice());
    const frozen = new FrozenArrays(image.pages);
    for (let n = random.below(30); n >= 0; n--) change(round % 2 === 0);
    for (const [i, page] of image.pages.entries()) {
      const read = new Int32Array(page.length);
      frozen.read(page, new Uint8Array(read.buffer));
      expect(read, `round ${round}, page ${i}`).toEqual(expected[i]);
    }
    frozen.end();
  }
});

/** A file in memory. @param between runs before each write */
function fileInMemory(between: () => void) {
  let content = Buffer.alloc(0);
  return {
    write: (bytes: Buffer, position: number): Promise<void> => {
      between();
      const end = position + bytes.length;
      if (end > content.length) content = Buffer.concat([content, Buffer.alloc(end - content.length)]);
      bytes.copy(content, position);
      return Promise.resolve();
    },
    read: (buffer: Buffer, position: number): Promise<number> => Promise.resolve(content.copy(buffer, 0, position)),
    size: (): Promise<number> => Promise.resolve(content.length),
    sync: (): Promise<void> => Promise.resolve(),
  };
}

it('an index written while it changes is, byte for byte, the index of the beginning, and catches up by what has changed', async () => {
  const seed = freshSeed('index written in slices');
  const counts = { writes: 0, changes: 0, compactions: 0, hits: 0 };
  for (let n = 0; n < 40; n++) {
    const random = new Random(seed + n);
    const where = `seed ${seed + n}`;
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    const index = createMemoryIndex({ scenarios });
    const oracle = new RecordedScan(scenarios);
    const deleted = new Set<string>();
    let last = 0;
    const change = (): string => {
      const known = [...oracle.records.keys()];
      const kind = random.below(10);
      const again = kind < 6 && known.length > 0 ? random.pick(known) : '';
      const back = kind === 6 && deleted.size > 0 ? random.pick([...deleted]) : '';
      const id = again || back || idOf(++last);
      if (kind < 3 && again !== '') {
        index.delete(id);
        oracle.delete(id);
        deleted.add(id);
      } else {
        const values = drawValues(random, vocabulary, 0.3);
        index.put(id, values);
        oracle.put(id, values);
        deleted.delete(id);
      }
      return id;
    };
    for (let step = random.below(300); step >= 0; step--) change();

    const atBegin = index.image({ keeps: () => true });
    const expected = share(atBegin);
    const changed = new Set<string>();
    const file = fileInMemory(() => {
      counts.writes++;
      if (random.chance(0.05)) {
        index.compact();
        counts.compactions++;
      }
      index.compactFurther(random.below(20));
      for (let changes = random.below(3); changes > 0; changes--) changed.add(change());
    });
    const frozen = new FrozenArrays(arraysIn(atBegin));
    await writeArrayFile(file, atBegin, frozen);
    frozen.end();
    counts.changes += changed.size;

    const image = (await readArrays(file, await readArrayFile(file))) as MemoryIndexImage;
    expect(image, where).toEqual(expected);
    const restored = new MemoryIndex(scenarios, {}, image);
    for (const id of [...changed].sort()) {
      const values = oracle.records.get(id);
      restored.put(id, values ?? {});
      if (values === undefined) restored.delete(id);
    }
    for (const each of [index, restored]) {
      expect(each.statistics().records, where).toBe(oracle.records.size);
      for (let search = 0; search < 5; search++) {
        const query = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.3));
        const answer = oracle.search(query);
        expect(shape(each.search(query)), where).toEqual(shape(answer));
        counts.hits += answer.matches.length;
      }
    }
  }
  console.log(`index written in slices: ${JSON.stringify(counts)}`);
  expect(counts.changes).toBeGreaterThan(500);
  expect(counts.compactions).toBeGreaterThan(20);
  expect(counts.hits).toBeGreaterThan(100);
});

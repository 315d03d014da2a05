import { expect, it } from 'vitest';
import { mapBulk, share, type Bulk } from '../../src/runtime/memory/image.js';
import { createMemoryIndex, MemoryIndex, type MemoryIndexImage } from '../../src/index/memory-index.js';
import { allMethods, drawQuery, drawScenarios, drawValues, wordsOf, idOf } from './cases.js';
import { RecordedScan, shape } from './scan-index.js';
import { freshSeed, Random } from './random.js';

/** Copies an image as if it were read from a file: shares no memory; everything except arrays went through JSON. */
function copyOf(image: MemoryIndexImage): MemoryIndexImage {
  const arrays: Bulk[] = [];
  const text = JSON.stringify(mapBulk(share(image), (array) => ({ array: arrays.push(array) - 1 }) as never));
  return JSON.parse(text, (_, value: { array?: number } | null) =>
    typeof value?.array === 'number' ? arrays[value.array] : value,
  ) as MemoryIndexImage;
}

it('an index made of an image answers as before, takes changes as before, and can be imaged again', () => {
  const seed = freshSeed('image');
  let images = 0;
  let withHits = 0;
  for (let n = 0; n < 150; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    let index = createMemoryIndex({ scenarios });
    const oracle = new RecordedScan(scenarios);
    const deleted = new Set<string>();
    let last = 0;
    for (let step = 0; step < 120; step++) {
      const known = [...oracle.records.keys()];
      const kind = random.below(12);
      if (kind < 3 && known.length > 0) {
        const id = random.pick(known);
        index.delete(id);
        oracle.delete(id);
        deleted.add(id);
      } else if (kind === 3) {
        // Half of the deleted Ids are never used again.
        for (const id of [...deleted].filter(() => random.chance(0.5))) deleted.delete(id);
        const unused = index.fields.map((field) => field.unusedValues);
        index = new MemoryIndex(scenarios, {}, copyOf(index.image({ keeps: (id) => deleted.has(id) })));
        expect(
          index.fields.map((field) => field.unusedValues),
          'what a compaction goes by',
        ).toEqual(unused);
        images++;
      } else {
        const again = random.chance(0.4) ? random.pick([...known, ...deleted, '']) : '';
        const id = again === '' ? idOf(++last) : again;
        const values = drawValues(random, vocabulary, 0.3);
        index.put(id, values);
        oracle.put(id, values);
        deleted.delete(id);
      }
      if (step % 4 > 0) continue;
      const query = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.3));
      const expected = oracle.search(query);
      expect(shape(index.search(query)), `seed ${seed + n}, step ${step}`).toEqual(shape(expected));
      if (expected.matches.length > 0) withHits++;
    }
    expect(index.statistics().records).toBe(oracle.records.size);
  }
  expect(images).toBeGreaterThan(500);
  expect(withHits).toBeGreaterThan(1_000);
});

it('new Ids must still come in ascending order', () => {
  const { scenarios } = drawScenarios(new Random(1), 1);
  const index = createMemoryIndex({ scenarios });
  index.put('003b', {});
  index.put('003d', {});
  index.delete('003d');
  const restored = new MemoryIndex(scenarios, {}, copyOf(index.image()));
  expect(() => restored.put('003c', {})).toThrow("'003c' follows '003d'");
  const without = new MemoryIndex(scenarios, {}, copyOf(index.image({ keeps: () => false })));
  expect(() => without.put('003a', {})).toThrow("'003a' follows '003b'");
  without.put('003e', {});
  const empty = new MemoryIndex(scenarios, {}, copyOf(createMemoryIndex({ scenarios }).image()));
  empty.put('003a', {});
  expect(empty.statistics().records).toBe(1);
});

it('values and Ids of records that are gone are not in the image; all others are', () => {
  const { scenarios } = drawScenarios(new Random(7), 1);
  const [field] = scenarios[0]!.fields;
  const exact = allMethods.find(({ name }) => name === 'exact')!;
  const scenario = { ...scenarios[0]!, model: undefined, fields: [{ ...field!, fields: ['F'], method: exact }] };
  const index = createMemoryIndex({ scenarios: [scenario] });
  const long = 'x'.repeat(300);
  index.put('003000001', { F: 'Aardvark' });
  index.put('003000002', { F: `Beetle ${long} ń` });
  index.put('003000003', { F: 'Cuckoo' });
  index.put('003000004', { F: 'Dormouse' });
  index.put('003000002', { F: 'Earwig' });
  index.delete('003000003');
  index.delete('003000004');
  const bytes: Buffer[] = [];
  mapBulk(share(index.image({ keeps: (id) => id === '003000004' })), (array) => {
    bytes.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength));
    return array;
  });
  const held = Buffer.concat(bytes).toString('latin1').toLowerCase();
  for (const there of ['aardvark', 'earwig', '003000001', '003000002', '003000004']) expect(held).toContain(there);
  for (const gone of ['beetle', 'xxx', 'cuckoo', 'dormouse', '003000003']) expect(held).not.toContain(gone);
});

it.each(allMethods.map((method) => [method.name, method] as const))(
  '%s can compare anything with a value that was left out',
  (_, method) => {
    const nothing = method.prepare('');
    for (const word of wordsOf(method)) {
      const normal = method.normalise([word]);
      if (normal === '') continue;
      expect(method.compare(method.prepare(normal), nothing)).toBeGreaterThanOrEqual(0);
    }
  },
);

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, crc32In, tableCrc32 } from '../../src/store/checksum.js';
import { makeId } from '../../src/records/ids.js';
import { joinId, numberOf, seriesOf } from '../../src/store/record-key.js';
import { RecordTable } from '../../src/store/record-table.js';
import { parsed } from './parsed.js';

it('the checksums are one, of parts too, and CRC-32', () => {
  expect(tableCrc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  const some = fc.uint8Array({ maxLength: 2_000, size: 'max' });
  fc.assert(
    fc.property(some, fc.nat(2_000), fc.nat(2_000), (bytes, one, other) => {
      const [start, end] = [one, other].map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b) as [
        number,
        number,
      ];
      const [part, rest] = [bytes.subarray(start, end), bytes.subarray(end)];
      expect(tableCrc32(bytes)).toBe(crc32(bytes));
      expect(crc32In(bytes, start, end)).toBe(crc32(part));
      expect(tableCrc32(rest, crc32(part))).toBe(crc32(rest, crc32(part)));
    }),
  );
});

it('an Id taken apart and joined is the same Id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 62 ** 8 - 1 }), (number) => {
      const id = makeId('00Q', number);
      expect(joinId(seriesOf(id), numberOf(id))).toBe(id);
    }),
  );
  for (const wrong of ['', 'x', '003', makeId('003', 1).slice(0, 15), '003LK000000000ÿYAA', '003LK0000000-01YAA'])
    expect(numberOf(wrong)).toBe(-1);
});

it('keeps every record, and little garbage, however often records change size', () => {
  const table = new RecordTable();
  const sizes = new Map<number, number>();
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let i = 0; i < 60_000; i++) {
    const number = random(2_000);
    const size = random(4_000);
    sizes.set(number, size);
    const record = { id: makeId('003', number), type: 'Contact', fields: { Text: 'é'.repeat(size), Number: number } };
    const { shape, text } = table.shapes.encode(record);
    table.put(record.id, shape, text);
    if (i % 7 === 0) {
      const gone = random(2_000);
      table.delete(makeId('003', gone));
      sizes.delete(gone);
    }
  }
  expect(table.size).toBe(sizes.size);
  let bytes = 0;
  for (const [number, size] of sizes) {
    expect(table.get(makeId('003', number))?.fields).toEqual({ Text: 'é'.repeat(size), Number: number });
    bytes += size * 2;
  }
  // The limit allows for 16 MB slabs (one being filled, one being emptied) and a quarter of garbage.
  expect(table.bytes).toBeLessThan(bytes * 1.5 + 3 * (16 << 20));
});

it('gives the values of a record unparsed as they are parsed', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', 'n', ' ', '\n', 'é', '\ud800', '\u2028', '😀') }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D', '__proto__'), value), (fields) => {
      const table = new RecordTable();
      const id = makeId('003', 1);
      const { shape, text } = table.shapes.encode({ id, type: 'Contact', fields });
      table.put(id, shape, text);
      expect(parsed(table.getJson(id))).toEqual(table.get(id));
    }),
  );
  expect(new RecordTable().getJson(makeId('003', 1))).toBeUndefined();
});

it('keeps records of more field sets than it gives shapes to', () => {
  const table = new RecordTable();
  const count = 66_000;
  for (let i = 0; i < count; i++) {
    const { shape, text } = table.shapes.encode({ id: makeId('003', i), type: 'Contact', fields: { [`F${i}`]: i } });
    table.put(makeId('003', i), shape, text);
  }
  for (const i of [0, 65_535, 65_536, count - 1])
    for (const record of [table.get(makeId('003', i)), parsed(table.getJson(makeId('003', i)))])
      expect(record).toEqual({ id: makeId('003', i), type: 'Contact', fields: { [`F${i}`]: i } });
});

it('gives a record as it is now, however often it was asked for before, moved, changed and deleted', () => {
  const table = new RecordTable();
  const now = new Map<number, string>();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), fc.constantFrom('put', 'delete', 'ask', 'ask'), fc.nat(5_000)), { maxLength: 400 }),
      (steps) => {
        for (const [number, step, size] of steps) {
          const id = makeId('003', number);
          if (step === 'put') {
            now.set(number, `${size}`.repeat(1 + (size % 1_500)));
            const { shape, text } = table.shapes.encode({ id, type: 'Contact', fields: { Text: now.get(number)! } });
            table.put(id, shape, text);
          } else if (step === 'delete') {
            table.delete(id);
            now.delete(number);
          }
          const text = now.get(number);
          expect(table.getJson(id)?.values).toEqual(text === undefined ? undefined : [JSON.stringify(text)]);
        }
      },
    ),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntColumn } from '../../src/runtime/memory/buffers.js';

/** Long enough for a column to grow in slices more than once. */
const LONG = 60_000;

describe('IntColumn', () => {
  it('contains what was set last, whatever is set while it grows', () => {
    const change = fc.record({ back: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.integer() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 500 }), (changes) => {
        const column = new IntColumn();
        const expected = new Int32Array(LONG);
        for (let i = 0; i < LONG; i++) {
          const { back, value } = changes[i % changes.length]!;
          column.set(i, i + 1);
          expected[i] = i + 1;
          column.set(Math.floor(back * i), value);
          expected[Math.floor(back * i)] = value;
        }
        expect(Buffer.from(column.data.buffer, 0, LONG * 4).equals(Buffer.from(expected.buffer))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is larger before it is full, once it is long: no set copies it all', () => {
    const column = new IntColumn();
    let times = 0;
    for (let i = 0; i < LONG; i++) {
      const { data } = column;
      column.set(i, 1);
      if (data.length < 20_000 || column.data === data) continue;
      expect(i).toBeLessThan(data.length);
      times++;
    }
    expect(times).toBeGreaterThan(2);
  });

  it('reads 0 where nothing was set, and keeps what is before a gap', () => {
    const column = new IntColumn(Int32Array.from([7, 8]));
    column.set(70_000, 9);
    expect([0, 1, 2, 70_000, 1_000_000].map((i) => column.get(i))).toEqual([7, 8, 0, 9, 0]);
  });
});

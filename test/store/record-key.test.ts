import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeId, parseId } from '../../src/records/ids.js';
import { KeyReader, numberOf, seriesOf } from '../../src/store/record-key.js';

it('reads Ids out of bytes as they are read as texts, and refuses what is none', () => {
  const ids = fc
    .tuple(fc.constantFrom('001', '003', 'a0B'), fc.integer({ min: 1, max: 62 ** 6 }))
    .map(([prefix, number]) => makeId(prefix, number));
  const damage = fc.option(fc.tuple(fc.nat(17), fc.nat(255)), { freq: 2 });
  const texts = fc.array(fc.tuple(ids, damage), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.nat(3), (all, before) => {
      const keys = new KeyReader();
      for (const [id, change] of all) {
        const bytes = Buffer.from(`${' '.repeat(before)}${id}"`, 'latin1');
        if (change !== null) bytes[before + change[0]] = change[1];
        const text = bytes.toString('latin1', before, before + 18);
        const isId = parseId(text).ok;
        expect(keys.read(bytes, before)).toBe(isId ? numberOf(text) : -1);
        if (isId) expect(keys.series).toBe(seriesOf(text));
        expect(keys.read(bytes.subarray(0, before + 17), before)).toBe(-1);
      }
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLine, LineEncoder } from '../../src/store/lines.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Long ones, and ones that take three bytes a unit, make the room grow in the middle of a batch.
  fc
    .tuple(fc.constantFrom('a', 'ü', '漢', '\u{1f600}'), fc.integer({ min: 1, max: 60_000 }))
    .map(([c, n]) => c.repeat(n)),
);

describe('Lines of a batch', () => {
  it('are the lines one by one, whatever was encoded before', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 12 }), { maxLength: 5 }), (batches) => {
        const encoder = new LineEncoder();
        for (const payloads of batches)
          expect(encoder.encode(payloads).equals(Buffer.concat(payloads.map(encodeLine)))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('are right before and after one of megabytes', () => {
    const encoder = new LineEncoder();
    for (const payload of ['{"s":1}', 'é'.repeat(1 << 20), '{"s":2}'])
      expect(encoder.encode([payload, '{}']).equals(Buffer.concat([encodeLine(payload), encodeLine('{}')]))).toBe(true);
  });
});

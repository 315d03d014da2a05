import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachLine, encodeLine, LineEncoder, type Line } from '../../src/store/lines.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Long lines, and characters of three bytes, make the buffer grow within a batch.
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

/** Reads repeatedly from a source that returns this many bytes at a time. */
async function read(bytes: Buffer, pieces: readonly number[]) {
  let reads = 0;
  const file = {
    read: (into: Buffer, position: number) =>
      Promise.resolve(
        bytes.copy(into, 0, position, position + Math.min(into.length, pieces[reads++ % pieces.length]!)),
      ),
  };
  const lines: (Omit<Line, 'payload'> & { readonly payload: string | undefined })[] = [];
  await eachLine(file, ({ payload, ...line }) => lines.push({ ...line, payload: payload?.toString() }));
  return lines;
}

describe('Lines of a file', () => {
  const payloads = fc.array(
    text.filter((one) => !one.includes('\n')),
    { minLength: 1, maxLength: 8 },
  );
  const pieces = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 4 });

  it('are what was written, at their places, however much is read at a time', async () => {
    await fc.assert(
      fc.asyncProperty(payloads, pieces, async (written, sizes) => {
        const encoded = written.map(encodeLine);
        const found = await read(Buffer.concat(encoded), sizes);
        let offset = 0;
        const expected = encoded.map((line, i) => {
          const begin = offset;
          offset += line.length;
          const payload = line.subarray(9, -1).toString();
          return { number: i + 1, offset: begin, end: offset, payload, complete: true };
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are known as damaged by any other byte, and as unfinished without their end', async () => {
    await fc.assert(
      fc.asyncProperty(payloads, pieces, fc.nat(), fc.integer({ min: 1, max: 255 }), async (written, sizes, at, by) => {
        const bytes = Buffer.concat(written.map(encodeLine));
        const changed = at % bytes.length;
        bytes[changed]! ^= by;
        const found = await read(bytes, sizes);
        expect(found.filter(({ payload }) => payload !== undefined).length).toBeLessThan(written.length);
        bytes[changed]! ^= by;
        const cut = await read(bytes.subarray(0, -1), sizes);
        expect(cut.at(-1)).toMatchObject({ payload: undefined, complete: false });
      }),
      { numRuns: 60 },
    );
  });

  it('may be longer than what is read at a time', async () => {
    const long = 'x'.repeat(9 << 20);
    const found = await read(Buffer.concat(['short', long, 'last'].map(encodeLine)), [3 << 20]);
    expect(found.map(({ payload }) => payload?.length)).toEqual([5, long.length, 4]);
  });
});

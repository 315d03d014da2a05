import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecords } from '../../../src/files/read/csv-records.js';
import { draws } from '../../support/draws.js';

const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

async function recordsOf(chunks: readonly string[], { delimiter = ',', longest = Infinity } = {}) {
  const left = [...chunks];
  // eslint-disable-next-line @typescript-eslint/require-await
  const source = (async function* () {
    while (left.length > 0) yield left.shift()!;
  })();
  const cells: (readonly string[])[] = [];
  const texts: string[] = [];
  const broken: number[] = [];
  for await (const batch of csvRecords(source, { delimiter, above: 0, longest }, 'a.csv')) {
    cells.push(...batch.records);
    texts.push(...(batch.texts ?? batch.records.map((record) => record.join(delimiter))));
    broken.push(...batch.broken.values());
  }
  return { cells, texts, broken };
}

function chunked(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...[...cuts].sort((a, b) => a - b).map((cut) => Math.min(cut, text.length)), text.length];
  return places.slice(1).map((end, i) => text.slice(places[i], end));
}

const cuts = fc.array(fc.nat(60), { maxLength: 6 });
const lineEnds = ['\r\n', '\n', '\r'];
const delimiters = fc.constantFrom(',', ';', '\t', '|');

it('reads what is well written as csv-parse does, byte for byte, however it is cut', async () => {
  const piece = fc.constantFrom('a', 'é', ' ', ',', ';', '\t', '|', '\n', '\r\n', '\r', '"', '7');
  const cell = fc.tuple(fc.array(piece, { maxLength: 6 }), fc.boolean());
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
    );
  await fc.assert(
    fc.asyncProperty(
      ...[
        table,
        delimiters,
        fc.array(fc.constantFrom(...lineEnds), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        cuts,
      ],
      async (rows, delimiter, ends, hasMark, endsLast, places) => {
        const written = rows.map((row) =>
          row
            .map(([pieces, inQuotes]) => {
              const text = pieces.join('');
              const needsQuotes = inQuotes || /["\r\n]/.test(text) || text.includes(delimiter);
              return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
            })
            .join(delimiter),
        );
        const lines = written.map((line, i) =>
          endsLast || i + 1 < written.length ? line + ends[i % ends.length]! : line,
        );
        const text = (hasMark ? '\uFEFF' : '') + lines.join('');
        const { cells, texts, broken } = await recordsOf(chunked(text, places), { delimiter });
        expect(cells).toEqual(parse(text, { ...options, delimiter, record_delimiter: lineEnds }));
        expect(texts).toEqual(written.filter((line) => line !== ''));
        expect(broken).toEqual([]);
      },
    ),
    { numRuns: draws(1_000) },
  );
});

it('reads text without line ends in quotes as csv-parse does, with quotes anywhere', async () => {
  const pieces = fc.constantFrom('a', 'bc', ' ', ',', ',', '\n', 'é', '""', 'x"', '"y"');
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), cuts, async (all, places) => {
      const text = all.join('');
      // Spaces around quoted cells are ignored.
      if (/(?:^|,|\n) +"|" +(?:,|\n|$)/.test(text)) return;
      let expected: string[][];
      try {
        expected = parse(text, options);
      } catch {
        return;
      }
      // A cell with several lines may result from an unclosed quote.
      if (expected.flat().some((cell) => cell.includes('\n'))) return;
      expect((await recordsOf(chunked(text, places))).cells).toEqual(expected);
    }),
    { numRuns: draws(2_000) },
  );
});

it('loses no character of any text, and finds the same however it is cut', async () => {
  const piece = fc.constantFrom('a', 'b', ',', ',', '\n', '\n', '"', '"', '""');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), cuts, async (pieces, places) => {
      const text = pieces.join('');
      const whole = await recordsOf([text]);
      expect(await recordsOf(chunked(text, places))).toEqual(whole);
      expect(whole.texts.join('\n').replace(/\n+/g, '\n')).toBe(text.replace(/^\n+|\n+$/g, '').replace(/\n+/g, '\n'));
      const letters = (from: string) => from.replace(/[^ab]/g, '');
      expect(letters(whole.cells.flat().join(''))).toBe(letters(text));
    }),
    { numRuns: draws(1_000) },
  );
});

it('takes line ends of all kinds, and leaves those in quotes', async () => {
  expect((await recordsOf(['"a\nb",c\r', '\n1,2\n3\r\n'])).cells).toEqual([['a\nb', 'c'], ['1', '2'], ['3']]);
});

it('costs the time of the text, though every line opens a quote, and a row at the end is still read', async () => {
  const header = `${'c,'.repeat(2_000)}c\n`;
  for (const line of ['x,"a\n', '"a\n', '"",""a",\n', 'x,"a""\n', 'a","b\n', '",\n']) {
    const { cells } = await recordsOf([header, ...Array.from({ length: 30 }, () => line.repeat(2_000)), '1,2\n']);
    expect(cells.length).toBeGreaterThan(20);
    expect(cells.at(-1)).toEqual(['1', '2']);
  }
});

it('gives up on a quote at the longest row, and refuses a longer line', async () => {
  const { cells, broken } = await recordsOf(['h,i\n', '1,"a\n', 'b,c\n'.repeat(50), '2,"d"\n'], { longest: 100 });
  expect(cells[1]).toEqual(['1', '"a']);
  expect(cells).toHaveLength(53);
  expect(broken).toEqual([2]);
  await expect(recordsOf(['1,2\n', `3,"${'a'.repeat(200)}`], { longest: 100 })).rejects.toThrow(
    /a\.csv: not readable as CSV: line 2: the row is longer than the limit of 100 characters/,
  );
});

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLines } from '../../../src/batch/input/split-lines.js';

const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

function parsed(text: string, lineEnd?: string): string[][] | 'no CSV' {
  try {
    return parse(text, { ...options, ...(lineEnd !== undefined && { record_delimiter: lineEnd }) });
  } catch {
    return 'no CSV';
  }
}

/** @returns what was split, and what the parser makes of the rest */
async function split(chunks: readonly string[], longest = Infinity) {
  const left = [...chunks];
  // eslint-disable-next-line @typescript-eslint/require-await
  const source = (async function* () {
    while (left.length > 0) yield left.shift()!;
  })();
  const records: (readonly string[])[] = [];
  const batches = splitLines(source, ',', longest);
  for (;;) {
    const { done, value } = await batches.next();
    if (done !== true) records.push(...value.records);
    else {
      const rest = value && parsed(value.begin + left.join(''), value.lineEnd);
      return { records, rest, lines: value?.lines };
    }
  }
}

const pieces = fc.constantFrom('a', 'bc', ' ', ',', ',', '\n', '\n', '\r\n', '\r', '"', '""', 'é', '\uFFFD');

it('splits what has no quotes as the parser does, and leaves the rest to it, however the text is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 40 }),
      fc.array(fc.nat(40), { maxLength: 5 }),
      fc.boolean(),
      async (text, cuts, hasMark) => {
        const whole = (hasMark ? '\uFEFF' : '') + text.join('');
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((end, i) => whole.slice(places[i], end));
        const { records, rest } = await split(chunks);
        const expected = parsed(whole);
        if (rest === 'no CSV' || expected === 'no CSV') expect(rest).toBe(expected);
        else expect([...records, ...(rest ?? [])]).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('leaves the chunk with the first quote to the parser, from the beginning of its first line', async () => {
  expect(await split(['a,b\n1,', '2\n3,"', 'x"\n'])).toEqual({
    records: [['a', 'b']],
    rest: [
      ['1', '2'],
      ['3', 'x'],
    ],
    lines: 1,
  });
});

it('leaves a line that is too long to the parser, which says so', async () => {
  expect((await split(['a\n', 'b'.repeat(50)], 40)).rest).toEqual([['b'.repeat(50)]]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostFrequent } from '../../../src/files/read/layout.js';
import { json } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

describe('what separates the cells of a CSV file', () => {
  it.each([
    ['FirstName,LastName', ','],
    ['FirstName;LastName;Phone', ';'],
    ['FirstName\tLastName', '\t'],
    ['FirstName|LastName', '|'],
    ['LastName', ','],
    ['', ','],
    ['\uFEFFName;"a, b, c, d";City\n1,2,3,4,5', ';'],
    ['\r\n\r\nName;City\r\n', ';'],
    ['"first\nline, and, more, commas";City\nx', ';'],
  ])('%j: %j', (header, delimiter) => expect(mostFrequent(header)).toBe(delimiter));

  it('is found for any column names that are quoted where they must be', () => {
    const name = fc.string({
      minLength: 1,
      maxLength: 10,
      unit: fc.constantFrom('a', 'b', ' ', ',', ';', '\t', '|', '"', '\n'),
    });
    const delimiter = fc.constantFrom(',', ';', '\t', '|');
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), delimiter, (names, between) => {
        const header = names.map((column) => `"${column.replaceAll('"', '""')}"`).join(between);
        expect(mostFrequent(`${header}\nx,x;x|x\tx,,,,,;;;;;`)).toBe(between);
      }),
    );
  });

  it.each([
    ['semicolons.csv', ';'],
    ['tabs.tsv', '\t'],
  ])('%s is imported as it is', async (file, between) => {
    const folder = newFolder();
    const lines = [
      ['FirstName', 'LastName'],
      ['Anna', 'Berg, the elder'],
    ].map((cells) => cells.join(between));
    const counts = await json<Record<string, unknown>>([
      ...[
        'import',
        '--no-check',
        fileIn(folder, file, lines.join('\n')),
        '--object',
        'Contact',
        '--data',
        folder,
        '--json',
      ],
    ]);
    expect(counts).toMatchObject({ read: 1, created: 1, rejected: 0 });
  });
});

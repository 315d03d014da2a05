import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/read/open-input.js';
import { cli } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

async function read(text: string) {
  const { columns, rows } = await openInput(fileIn(newFolder(), 'a.csv', text));
  const all: (readonly unknown[])[] = [];
  const faults: string[] = [];
  for await (const { cells, fault } of rows) {
    all.push(cells);
    if (fault !== undefined) faults.push(fault);
  }
  return { columns, rows: all, faults };
}

const BEFORE = Array.from({ length: 6 }, (_, i) => `${-5 + i},Zoe,Rom\n`).join('');
const HEAD = `Id,Name,Town\n${BEFORE}1,Anna,Ulm\n2,"Bert, jun.",Bonn\n`;
const BROKEN = 'unclosed quote';

describe('a quote that is not closed', () => {
  it.each([
    ['to the end of the file', '3,"Carl,Kiel\n4,Dora,Bern\n5,Emil,Wien\n', 3],
    ['and other cells have quotes', '3,"Carl,Kiel\n4,"Dora, sen.",Bern\n5,Emil,"Wien, Hietzing"\n', 3],
    ['and all cells have quotes', '"3","Carl","Kiel\n"4","Dora","Bern"\n"5","Emil","Wien"\n', 3],
    ['and a later cell with a mark for inches closes it', '3,"Carl,Kiel\n4,Dora,Bern\n5,Emil 5",Wien\n', 3],
    ['and a last quote closes it, in the last cell', '3,Carl,"Kiel\n4,Dora,Bern\n5,Emil,Wien\n6,Fe,Graz"\n', 4],
    ['in two rows, one after the other', '3,"Carl,Kiel\n4,"Dora,Bern\n5,Emil,Wien\n', 3],
  ])('%s: its line is named, and no other row is lost', async (_case, rest, rows) => {
    for (const lineEnd of ['\n', '\r\n']) {
      const found = await read((HEAD + rest).replaceAll('\n', lineEnd));
      expect(found.rows).toHaveLength(8 + rows);
      expect(found.faults[0]).toBe(`line 10: ${BROKEN}`);
      expect(found.rows.slice(6).map(([id]) => String(id).replaceAll('"', ''))).toEqual(
        Array.from({ length: 2 + rows }, (__, i) => String(i + 1)),
      );
    }
  });

  it('is named by the line that it is in, below cells of several lines and empty lines', async () => {
    const { faults, rows } = await read(`${HEAD}\n3,"Carl\nCarlsson",Kiel\n4,"Do\n5,Emil,Wien\n6,Fe,"Graz`);
    expect(faults).toEqual([`line 13: ${BROKEN}`, `line 15: ${BROKEN}`]);
    expect(rows.slice(8)).toEqual([
      ['3', 'Carl\nCarlsson', 'Kiel'],
      ['4', '"Do'],
      ['5', 'Emil', 'Wien'],
      ['6', 'Fe', '"Graz'],
    ]);
  });

  it('in the header is an error that names the line', async () => {
    await expect(read('Id,"Name\n1,Anna\n')).rejects.toThrow(
      /a\.csv: not readable as CSV: line 1 \(the header\): unclosed quote/,
    );
  });

  it('is not seen in what is well written: cells of several lines, quotes in them, other line ends in them', async () => {
    const cells = ['1', 'says ""hi"", she\r\nand, well,\r\n""no""', 'a\nb'].map((cell) => `"${cell}"`).join(',');
    const { rows, faults } = await read(`"Id","Na\nme",Town\r\n${cells}\r\n2,5" of "x",y\r\n`);
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      ['1', 'says "hi", she\r\nand, well,\r\n"no"', 'a\nb'],
      ['2', '5" of "x"', 'y'],
    ]);
  });
});

describe('commands', () => {
  const PEOPLE = 'FirstName,LastName,Email\nAnna,Keller,a@k.example\nBert,"Maier,b@m.example\nCarl,Otto,c@o.example\n';

  it('clean and dedupe keep the row unchanged, and show its line', async () => {
    const file = fileIn(newFolder(), 'people.csv', PEOPLE);
    for (const command of [
      ['clean', file],
      ['dedupe', file, '--out', `${file}.pairs.csv`],
    ]) {
      const { stderr, code } = await cli(command);
      expect(stderr).toContain(`people.csv: line 3: ${BROKEN}; the row is read unchanged`);
      expect([0, 3]).toContain(code);
    }
  });
});

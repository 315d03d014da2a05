import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/read/open-input.js';
import { textOf } from '../../../src/files/read/input-table.js';
import { newFolder } from '../../support/temporary-folder.js';

/** Returns the columns of each business card, or its error. */
async function read(content: string | Buffer, name = 'people.vcf') {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  const table = await openInput(path);
  const found: (Record<string, string> | string)[] = [];
  for await (const { cells, fault } of table.rows) {
    const texts = table.columns.map((column, i) => [column, textOf(cells[i])] as const);
    found.push(fault ?? Object.fromEntries(texts.filter(([, text]) => text !== '')));
  }
  return found;
}

const crlf = (text: string) => text.trimStart().replaceAll('\n', '\r\n');

describe('cards (.vcf) are read', () => {
  it('as an address book writes them: grouped lines, folded lines, several of a kind, pictures left out', async () => {
    const cards = crlf(`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iOS 17.0//EN
N:Müller;Anna;Maria;Dr.;
FN:Dr. Anna Maria Müller
ORG:Example \\, Sons;Sales;
TITLE:Head of Sales
EMAIL;type=INTERNET;type=HOME:anna@example.org
EMAIL;type=INTERNET;type=WORK;type=pref:anna.mueller@example.com
TEL;type=CELL;type=VOICE:+49 170 1234567
TEL;type=HOME;type=VOICE:030 123456
TEL;type=WORK;type=FAX:030 999
item1.TEL:030 555
item1.X-ABLabel:_$!<Other>!$_
item2.ADR;type=HOME;type=pref:;;Musterstraße 1\\nHinterhaus;Berlin;;10115;Germany
ADR;type=WORK:PO Box 12;;;Leeds;;LS1;
BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12
NOTE:met in Lisbon\\; likes tea and
  long walks
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ
 SkZJRg==
END:VCARD
`);
    expect(await read(cards)).toEqual([
      {
        'First Name': 'Anna',
        'Middle Name': 'Maria',
        'Last Name': 'Müller',
        Prefix: 'Dr.',
        Company: 'Example , Sons',
        Department: 'Sales',
        Title: 'Head of Sales',
        Email: 'anna.mueller@example.com',
        'Email 2': 'anna@example.org',
        'Mobile Phone': '+49 170 1234567',
        'Home Phone': '030 123456',
        Fax: '030 999',
        Phone: '030 555',
        Street: 'Musterstraße 1\nHinterhaus',
        City: 'Berlin',
        'Postal Code': '10115',
        Country: 'Germany',
        'Other Address': 'PO Box 12, Leeds, LS1',
        'Birthday as written': '--04-12',
        Note: 'met in Lisbon; likes tea and long walks',
      },
    ]);
  });

  it('as telephones and old mail programs write them: version 2.1, quoted-printable, other character sets', async () => {
    const cards = crlf(`
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=D0=B0=D0=BD=D0=BE=D0=B2;=D0=98=D0=B2=
=D0=B0=D0=BD;;;
TEL;CELL;PREF:+7 912 000-00-00
TEL;CELL:+7 913 000-00-00
END:VCARD

BEGIN:VCARD
VERSION:2.1
N;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:M=FCller;J=F6rg
ADR;WORK;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:;;Hauptstra=DFe 5;K=F6ln;;50667;Deutschland
BDAY:19850412
END:VCARD
`);
    expect(await read(cards)).toEqual([
      {
        'First Name': 'Иван',
        'Last Name': 'Иванов',
        'Mobile Phone': '+7 912 000-00-00',
        'Other Phone': '+7 913 000-00-00',
      },
      {
        'First Name': 'Jörg',
        'Last Name': 'Müller',
        Street: 'Hauptstraße 5',
        City: 'Köln',
        'Postal Code': '50667',
        Country: 'Deutschland',
        Birthdate: '1985-04-12',
      },
    ]);
  });

  it('of version 4.0, with links for numbers, and packed by gzip', async () => {
    const card = [
      ...['BEGIN:VCARD', 'VERSION:4.0', 'FN:Example Trading', 'KIND:org', 'GENDER:F;woman'],
      ...[
        'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+1-555-555-5555',
        'URL:https://example.com/a:b',
        'UID:urn:uuid:4f',
      ],
      'END:VCARD',
    ].join('\n');
    expect(await read(gzipSync(card), 'people.vcf.gz')).toEqual([
      {
        'First Name': 'Example',
        'Last Name': 'Trading',
        Gender: 'F',
        'Home Phone': '+1-555-555-5555',
        Website: 'https://example.com/a:b',
        UID: 'urn:uuid:4f',
      },
    ]);
  });
});

describe('incomplete cards', () => {
  it('are named by their line, and the others kept', async () => {
    const cards = 'BEGIN:VCARD\nN:A;B\nnonsense\nEND:VCARD\nstray\nBEGIN:VCARD\nN:C;D\nEND:VCARD\nBEGIN:VCARD\nN:E;F\n';
    expect(await read(cards)).toEqual([
      { 'First Name': 'B', 'Last Name': 'A', Note: 'nonsense' },
      'line 5 is outside a card',
      { 'First Name': 'D', 'Last Name': 'C' },
      'the card at line 9 has no END:VCARD: the file may be truncated',
    ]);
  });

  it('are refused where the file is none of cards, or a card does not end', async () => {
    await expect(read('Name,Email\nA,b@c.de\n')).rejects.toThrow(
      'people.vcf: line 1: expected BEGIN:VCARD, got Name,Email',
    );
    await expect(read(`BEGIN:VCARD\n${'NOTE:x\n'.repeat(2_001)}END:VCARD\n`)).rejects.toThrow(
      'people.vcf: the card at line 1 has more lines than the limit of 2000',
    );
    const note = `NOTE:${'x'.repeat(1 << 20)}\n`;
    await expect(read(`BEGIN:VCARD\n${note.repeat(33)}END:VCARD\n`)).rejects.toThrow(
      'people.vcf: the card at line 1 is longer than the limit of 33554432 characters',
    );
  });
});

describe('a card with', () => {
  const card = (...lines: readonly string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
  const ANN = { 'First Name': 'Ann', 'Last Name': 'Lee' };
  const cell = (n: number) => `TEL;TYPE=CELL:+49 151 ${n}`;
  it.each([
    ['a full name only', ['FN:Ann Lee'], ANN],
    ['the whole name as the given one', ['N:;Ann Lee;;;'], ANN],
    ['a full name and empty parts', ['N:;;;;', 'FN:Ann Lee'], ANN],
    ['a full name by its family', ['FN:Lee\\, Ann'], ANN],
    ['one name', ['N:;Ann;;;', 'FN:Ann'], { 'Last Name': 'Ann' }],
    ['a company', ['ORG:Obst GmbH', 'FN:Obst GmbH', 'N:;;;;'], { Company: 'Obst GmbH' }],
    ['a nickname only', ['N:;;;;', 'NICKNAME:Annie'], { Nickname: 'Annie' }],
    ['a birthday', ['BDAY:19800605'], { Birthdate: '1980-06-05' }],
    ['a birthday and a time', ['BDAY:1980-06-05T00:00:00Z'], { Birthdate: '1980-06-05' }],
    ['a birthday without year', ['BDAY:--0412'], { 'Birthday as written': '--0412' }],
    ['a birthday without year, with dashes', ['BDAY:--04-12'], { 'Birthday as written': '--04-12' }],
    ['a day of the month only', ['BDAY:---12'], { 'Birthday as written': '---12' }],
    ['a year and a month', ['BDAY:1980-06'], { 'Birthday as written': '1980-06' }],
    ['a year', ['BDAY:1980'], { 'Birthday as written': '1980' }],
    ['the year of Apple', ['BDAY;value=date:1604-03-09'], { 'Birthday as written': '--03-09' }],
    ['a birthday in words', ['BDAY;VALUE=text:circa 1800'], { 'Birthday as written': 'circa 1800' }],
    [
      'four numbers',
      [1, 2, 3, 4].map(cell),
      { 'Mobile Phone': '+49 151 1', 'Other Phone': '+49 151 2', 'More Phones': '+49 151 3; +49 151 4' },
    ],
    [
      'three addresses',
      ['EMAIL:a@x.example', 'EMAIL:b@x.example', 'EMAIL:mailto:c@x.example'],
      { Email: 'a@x.example', 'Email 2': 'b@x.example', 'More Emails': 'c@x.example' },
    ],
    ['groups', ['item1.EMAIL;type=INTERNET:a@x.example', 'item1.X-ABLabel:_$!<Other>!$_'], { Email: 'a@x.example' }],
    [
      'quoted-printable that is folded by a space',
      ['N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9B=D0=B8;=D0=90=D0=BD=', ' =D0=BD=D0=B0;;;'],
      { 'First Name': 'Анна', 'Last Name': 'Ли' },
    ],
    ['a line that lost its fold', ['NOTE:a note', 'and more'], { Note: 'a note; and more' }],
  ])('%s is kept', async (_, lines, expected) => expect(await read(card(...lines))).toEqual([expected]));
});

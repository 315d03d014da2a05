import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Mentions, wordsOf } from '../../../src/files/read/mentions.js';
import { newFolder } from '../../support/temporary-folder.js';
import { packedWorkbook, workbook } from './workbook.js';

const ID = '003LK0000000001YAA';
const EMAIL = 'jörg.ö+tag@exämple.example';
const mentions = new Mentions({
  recordId: ID,
  own: [EMAIL, '+49 89 7654321', 'K-17'],
  names: [wordsOf('Jörg-Ölaf Größenwahn')],
});
const sheet = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>LastName</t></is></c></row></sheetData>';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const FILES: Record<string, [name: string, content: string | Buffer, isMention?: boolean]> = {
  'in another sheet': ['a.xlsx', workbook([['LastName'], ['Doe']], [['Email'], [EMAIL]])],
  'in a row of another sheet, by name': [
    'a.xlsx',
    workbook(
      [['A'], ['Doe']],
      [
        ['A', 'B'],
        ['Joerg-Oelaf', 'GROESSENWAHN'],
      ],
    ),
  ],
  'in a text that no cell shows': [
    'a.xlsx',
    packedWorkbook([sheet], { 'xl/sharedStrings.xml': `<sst><si><t>${EMAIL}</t></si></sst>` }),
  ],
  'in a comment': [
    'a.xlsx',
    packedWorkbook([sheet], { 'xl/comments1.xml': `<t>by J&#246;rg-&#xD6;laf Größenwahn</t>` }),
  ],
  'in a link': [
    'a.xlsx',
    packedWorkbook([sheet], { 'xl/worksheets/_rels/sheet1.xml.rels': `<a Target="mailto:${EMAIL}"/>` }),
  ],
  'above the header': [
    'a.csv',
    `Contacts of Größenwahn, Jörg-Ölaf\n\nLastName,Email,Phone\nA,a@x.example,1\nB,b@x.example,2\n`,
  ],
  'in the header': ['a.csv', `LastName,${EMAIL}\nDoe,x\n`],
  'in a row with too many cells': ['a.csv', `LastName\nDoe,x,${EMAIL}\n`],
  packed: ['a.csv.gz', gzipSync(`LastName,Email\nDoe,${EMAIL}\n`)],
  'in UTF-16': ['a.csv', utf16(`LastName,Email\nDoe,${EMAIL}\n`)],
  'with accents as characters of their own': ['a.csv', `LastName,Email\nDoe,${EMAIL.normalize('NFD')}\n`],
  'in an address': ['a.csv', `LastName,Web\nDoe,https://x.example/?q=${encodeURIComponent(EMAIL)}&x\n`],
  'in base64': ['a.csv', `LastName,Text\nDoe,${base64(`Dear ${EMAIL} and others`)}\n`],
  'in HTML': ['a.csv', `LastName,Text\nDoe,<a>${EMAIL.replace('@', '&#64;').replace('ö', '&#xf6;')}</a>\n`],
  'in JSON, escaped': ['a.json', escaped([{ LastName: 'Doe', Email: EMAIL }])],
  'in a value within a value': ['a.ndjson', `${JSON.stringify({ A: { b: [EMAIL] } })}\n`],
  'in JSON that is broken': ['a.ndjson', `{"LastName":"Doe"}\n{"Email":"${EMAIL}"\n`],
  'by a number within a text': ['a.csv', `LastName,Text\nDoe,"call 089/76 54 321 or 0171"\n`],
  'by the short Id': ['a.csv', `LastName,Ref\nDoe,${ID.slice(0, 15)}\n`],
  'by the long Id, in a text': ['a.csv', `LastName,Ref\nDoe,see ${ID}!\n`],
  'in a long line': ['a.json', JSON.stringify([{ LastName: 'x'.repeat(40_000), Text: `${'y'.repeat(10)} ${EMAIL}` }])],
  'as what is no text': ['a.csv', Buffer.from('%PDF-1.7')],
  'by the address of another one': ['a.csv', `LastName,Email\nDoe,x${EMAIL}\nDoe,${EMAIL}s\n`, false],
  'by the number of another one': ['a.csv', `LastName,Phone,Ref\nDoe,089 7654322,K-170\n`, false],
  'by words of a name in several rows': ['a.csv', 'First,Last\nJörg-Ölaf,Doe\nAda,Größenwahn\n', false],
  'by words of a name in a long line': [
    'a.json',
    JSON.stringify([{ A: 'Jörg-Ölaf', B: 'x'.repeat(40_000) }, { A: 'Größenwahn' }]),
    false,
  ],
  'by a row that is faulty': ['a.csv', 'First,Last\nAda,Byron,Lovelace\n', false],
};

describe('a file mentions a record', () => {
  it.each(Object.entries(FILES))('%s', async (_where, [name, content, isMention = true]) => {
    const path = join(newFolder(), name);
    writeFileSync(path, content);
    expect(await mentions.inFile(path)).toBe(isMention);
  });

  it('by its own name', () => {
    expect(mentions.inText('joerg-olaf_grossenwahn (2).csv')).toBe(true);
    expect(mentions.inText('olaf.csv')).toBe(false);
  });
});

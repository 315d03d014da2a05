import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

/** Cleans rows. @returns for each row the Id of the record that it became */
async function survivors(header: string, rows: readonly string[]): Promise<string[]> {
  const folder = newFolder();
  const file = fileIn(folder, 'rows.csv', `id,${header}\n${rows.map((row, i) => `${i},${row}\n`).join('')}`);
  await cli(['clean', file, '--out', join(folder, 'out')]);
  const text = readFileSync(join(folder, 'out', 'crosswalk.csv'));
  return parse<Record<string, string>>(text, { columns: true, bom: true }).map((row) => row['survivor_id']!);
}

describe('clean rests on what an upsert rests on', () => {
  it.each([
    ['the mailbox of a role', ['Peter,Novotny,info@acme2.example,', 'Peter,Hrubesch,info@acme2.example,']],
    [
      'a mailbox of a role, and no first name',
      [',Millgate,sales@acme8.example,', 'Susan,Millgate,sales@acme8.example,'],
    ],
    ['a switchboard', ['Thomas,Bergmann,,+1 212 555 0114', 'Thomas,Eichhorn,,+1 212 555 0114']],
    [
      'a mailbox of a role and the switchboard',
      ['Anna,Millner,kontakt@acme1.example,+1 212 555 0111', 'Anna,Clarkson,kontakt@acme1.example,+1 212 555 0111'],
    ],
  ])('colleagues with %s stay two', async (_, rows) => {
    expect(new Set(await survivors('First Name,Last Name,Email,Phone', rows)).size).toBe(2);
  });

  it('a new last name beside a private mailbox is one person, unless a third one has that mailbox', async () => {
    const [header, rows] = [
      'First Name,Last Name,Email',
      ['Greta,Sundberg,greta88@post.example', 'Greta,Hallgren,greta88@post.example'],
    ];
    expect(new Set(await survivors(header, rows)).size).toBe(1);
    expect(new Set(await survivors(header, [...rows, 'Olaf,Sundberg,greta88@post.example'])).size).toBe(3);
  });
});

describe('identifiers', () => {
  it('in two notations are equal to what is learned of sixty companies, too', async () => {
    const kinds = ['Bau', 'Foods', 'Tours', 'Print', 'Trading', 'Moda'];
    const firms = Array.from({ length: 40 }, (_, i) => {
      const name = `${['Nis', 'Pol', 'Fal', 'Han', 'Sar', 'Wel', 'Tor'][i % 7]!}${['jen', 'kel', 'tel', 'lor', 'mar'][i % 5]!}`;
      const digits = String(100_000_007 + i * 20_123_451).slice(0, 9);
      return { name: `${name} ${kinds[i % 6]!}`, digits, city: ['Graz', 'Porto', 'Lyon', 'Turku'][i % 4]! };
    });
    const spaced = (digits: string) => digits.replace(/(...)(...)/, '$1 $2 ');
    const rows = [
      ...firms.map(({ name, digits, city }) => `${name} GmbH,DE${digits},${city}`),
      ...firms.slice(0, 20).map(({ name, digits, city }) => `${name},DE ${spaced(digits)},${city}`),
    ];
    const found = await survivors('Company,VAT Number,City', rows);
    expect(found.slice(40)).toEqual(found.slice(0, 20));
    expect(new Set(found).size).toBe(40);
  });

  it.each([
    ['VAT Number', 'IT 01234567890', '01234567890'],
    ['VAT Number', 'BE 0477.472.701', 'BE0477472701'],
    ['USt-IdNr.', 'DE 123 456 788', 'DE123456788'],
    ['MVA VAT No', 'NO 974 760 673 MVA', '974760673'],
    ['VatNumber', 'CHE-123.456.788', 'CHE123456788 MWST'],
    ['NIF', 'ESB12345674', 'B-12345674'],
  ])('%s: %s and %s are one company', async (label, one, other) => {
    const found = await survivors(`Company,${label},City`, [`Odora,${one},Oakdale`, `Odora S.A.,${other},Oakdale`]);
    expect(new Set(found).size).toBe(1);
  });

  it.each([
    ['Company,VAT Number,City', 'Alpha Trading GmbH', 'DE123456710', 'DE987654320'],
    ['Company,Company Registration Number,City', 'Alpha Trading GmbH', 'HRB 123456', 'HRB 987654'],
    ['Company,SIRET,City', 'Alpha Trading', '73282932000074', '44306184100047'],
    ['Name,SSN,City', 'John Smith', '123-45-6789', '987-65-4320'],
    ['Full Name,Personnummer,City', 'Maria Garcia', '811228-9874', '670919-9530'],
  ])('%s: two numbers are two, whatever else agrees', async (header, name, one, other) => {
    const more = ',+49 30 901000,12 Elm Street';
    const rows = [one, other].map((number) => `${name},${number},Oakdale${more}`);
    expect(new Set(await survivors(`${header},Phone,Street`, rows)).size).toBe(2);
  });

  it('employees who carry the number of their firm are themselves', async () => {
    const rows = ['Lena,Vries', 'Mei,Castell', 'Jonas,Lindholm', 'Ingrid,Eriksen'].map(
      (name) => `${name},Firm0 GmbH,DE123456710,+49 30 901000,Berlin`,
    );
    expect(new Set(await survivors('First Name,Last Name,Company,VAT Number,Phone,City', rows)).size).toBe(4);
  });
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAhead } from '../../../src/files/read/guess/guess-columns.js';
import { guessObject } from '../../../src/files/read/guess/guess-object.js';
import { openInput } from '../../../src/files/read/open-input.js';
import { cli } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const guessed = async (...lines: string[]) => {
  const file = fileIn(newFolder(), 'rows.csv', `${lines.join('\n')}\n`);
  return guessObject((await readAhead(await openInput(file))).readings);
};

const THINGS = {
  products: [
    'sku,title,brand,price',
    'A-1,TP-Link 8-port switch,TP-Link,29.90',
    'A-2,TP-Link 5-port switch,TP-Link,19.90',
  ],
  'products with a name': [
    'name,description,price',
    'Canon EOS 80D,camera with lens,999.00',
    'Nikon D750,body,1299.00',
  ],
  papers: ['title,venue,year,pages', 'Record linkage at scale,VLDB,2019,12', 'Entity resolution,SIGMOD,2020,14'],
  places: ['city,country,population', 'Bern,CH,134000', 'Basel,CH,173000'],
  'rows of a census': ['age,sex,workclass,hours', '39,M,state,40', '50,F,private,13'],
  parts: ['Teilenummer,Bezeichnung,Gewicht', '4711,Schraube M8x40,0.02', '4712,Mutter M8,0.01'],
} satisfies Record<string, string[]>;

const PARTIES = {
  people: ['given name,surname,dob', 'Anna,Keller,1980-02-03', 'Peter,Miller,1975-05-06'],
  'addresses of people': ['email,opted in', 'anna@example.com,yes', 'peter@example.com,no'],
  numbers: ['phone,called', '+41 31 555 01 02,yes', '+41 31 555 01 03,no'],
  companies: ['name,city,phone', 'Keller AG,Bern,+41 31 555 01 02', 'Miller Ltd,Basel,+41 61 555 01 03'],
  'names of companies': ['name', 'Keller AG', 'Miller Ltd'],
  'full names': ['Name,Note', 'Anna Keller,x', 'Peter Miller,y'],
  'tenants, whose names only the values show': [
    'Lessee,Mobile,Rent',
    'Anna Keller,+41 31 555 01 02,900',
    'Peter Miller,+41 31 555 01 03,950',
  ],
  restaurants: [
    'name,addr,city,type',
    "arnie morton's,435 s. la cienega blvd.,los angeles,american",
    'cafe bizou,ventura blvd.,la,french',
  ],
} satisfies Record<string, string[]>;

it.each(Object.entries(THINGS))('%s are neither people nor companies', async (_, lines) => {
  expect((await guessed(...lines)).hasParties).toBe(false);
});

it.each(Object.entries(PARTIES))('%s are people or companies', async (_, lines) => {
  expect((await guessed(...lines)).hasParties).toBe(true);
});

it('names that no label speaks of are read where people are reached, and authors are not whom a row is about', async () => {
  const name = async (...lines: string[]) => {
    const { readings } = await readAhead(await openInput(fileIn(newFolder(), 'rows.csv', `${lines.join('\n')}\n`)));
    return readings.find(({ meaning }) => meaning === 'fullName')?.label;
  };
  const people = ['Anna Keller', 'Peter Miller', 'Maria Weber', 'Thomas Moser'];
  const phones = people.map((each, i) => `${each},+41 31 555 01 0${i},Susan Baker`);
  expect(await name('Lessee,Mobile,Caretaker', ...phones)).toBe('Lessee');
  expect(await name('Title,Writer,Price', ...people.map((each, i) => `Book ${i},${each},9.90`))).toBeUndefined();
});

it('dedupe and clean compare things by an object made of their columns, and merge nothing', async () => {
  const folder = newFolder();
  const rows = Array.from({ length: 60 }, (_, i) => `P-${i},Switch with ${i + 4} ports,Acme,${10 + i}.90`);
  const file = fileIn(folder, 'products.csv', `sku,title,brand,price\n${rows.join('\n')}\n`);
  const found = await cli(['dedupe', file, '--out', join(folder, 'pairs.csv'), '--json']);
  expect(found.stderr).toContain('an object type is created from the columns (--object auto)');
  expect(JSON.parse(found.stdout)).toMatchObject({ object: 'Row__c' });
  const cleaned = await cli(['clean', file, '--json']);
  expect(cleaned.stderr).toContain('an object type is created from the columns (--object auto)');
  expect(JSON.parse(cleaned.stdout)).toMatchObject({ rows: 60, records: 60 });
});

it('a mapping or a scenario of people says that the rows are people', async () => {
  const file = fileIn(newFolder(), 'list.csv', 'who,since\nAnna Keller,2001\nAna Keller,2001\n');
  const { stdout } = await cli(['dedupe', file, '--map', 'who=LastName', '--out', `${file}.pairs`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ object: 'Contact' });
});

it('import asks what such rows are, and stores nothing', async () => {
  const folder = newFolder();
  const file = fileIn(folder, 'products.csv', `${THINGS.products.join('\n')}\n`);
  const { code, stderr } = await cli(['import', file, '--data', folder]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /products\.csv: no column contains names of people or companies: give the object type with --object TYPE/,
  );
});

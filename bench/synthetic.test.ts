import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIELDS, writeCsv, writeWithTruth } from './harness/data-folder.js';
import { Contacts, type Contact } from './synthetic/contacts.js';
import { rowsWithDuplicates } from './synthetic/tasks.js';
import { newFolder } from '../test/support/temporary-folder.js';

const folder = newFolder();
const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');

class Counted extends Contacts {
  made = 0;
  override values(number: number): Contact {
    this.made++;
    return super.values(number);
  }
}

describe('generated files', () => {
  it('are the same for the same seed, and a shorter one is the beginning of a longer one', async () => {
    for (const [name, size, seed] of [
      ['a', 900, 1],
      ['b', 900, 1],
      ['longer', 1_200, 1],
      ['other', 900, 2],
    ] as const)
      await writeWithTruth(join(folder, name), join(folder, `${name}.truth`), size, seed);
    expect(linesOf('a')).toEqual(linesOf('b'));
    expect(linesOf('longer').slice(0, 901)).toEqual(linesOf('a'));
    expect(linesOf('longer.truth').slice(0, 901)).toEqual(linesOf('a.truth'));
    expect(linesOf('other')).not.toEqual(linesOf('a'));
  });

  it('name a person for every row: the row itself, or an earlier one that it copies', async () => {
    await writeWithTruth(join(folder, 'rows'), join(folder, 'truth'), 600);
    const [header, ...lines] = linesOf('truth');
    expect(header).toBe('cluster,key');
    const persons = lines.map((line) => line.split(',').map(Number));
    expect(persons.map(([, key]) => key)).toEqual(Array.from({ length: 600 }, (_, row) => row));
    for (const [person, key] of persons) {
      if (key! % 6 === 5) expect(person).toBeLessThan(key!);
      else expect(person).toBe(key);
      expect(persons[person!]).toEqual([person, person]);
    }
    const first = linesOf('rows');
    expect(first[0]).toBe(`key,${FIELDS.join(',')}`);
    expect(first.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(persons.map(([, key]) => key));
  });

  it('come as a stream: rows are made when they are asked for, and wait for the disk in bounded number', async () => {
    const contacts = new Counted();
    const rows = rowsWithDuplicates(contacts, 1_000_000_000);
    for (let row = 0; row < 12; row++) rows.next();
    expect(contacts.made).toBe(12);
    const waited = await writeWithTruth(join(folder, 'long'), undefined, 120_000);
    expect(statSync(join(folder, 'long')).size).toBeGreaterThan(8 * 2 ** 20);
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThan(3 * 2 ** 20);
  });

  it('quote what a reader of CSV would split, and hold letters of more than one byte', async () => {
    await writeCsv(join(folder, 'quoted'), [{ LastName: 'Åß, "Jr"', MailingCity: '日本' }]);
    expect(linesOf('quoted')[1]).toBe('0,,"Åß, ""Jr""",,,,日本,');
  });
});

describe('invented contacts', () => {
  const SIZE = 40_000;
  const contacts = Array.from({ length: SIZE }, (_, number) => new Contacts().values(number));
  const counts = (field: string): number[] => {
    const by = new Map<string, number>();
    for (const contact of contacts) {
      const value = contact[field];
      if (value !== undefined) by.set(value, (by.get(value) ?? 0) + 1);
    }
    return [...by.values()].sort((a, b) => b - a);
  };
  const share = (field: string): number => contacts.filter((contact) => contact[field] !== undefined).length / SIZE;

  it('have names by the law of Zipf and Mandelbrot: rank and frequency of the common ones fall on it', () => {
    for (const [field, ranks, shift] of [
      ['FirstName', 15_000, 6],
      ['LastName', 100_000, 10],
    ] as const) {
      const found = counts(field);
      const total = found.reduce((sum, each) => sum + each, 0);
      for (const rank of [0, 9, 49]) {
        const expected = Math.log((rank + 1 + shift) / (rank + shift)) / Math.log((ranks + shift) / shift);
        expect(found[rank]! / total / expected, `${field} ${rank}`).toBeGreaterThan(0.7);
        expect(found[rank]! / total / expected, `${field} ${rank}`).toBeLessThan(1.4);
      }
    }
  });

  it('lack fields as often as real ones, and share addresses and telephones in households', () => {
    expect(share('LastName')).toBe(1);
    expect(share('FirstName')).toBeCloseTo(0.97, 1);
    expect(share('Phone')).toBeCloseTo(0.8, 1);
    expect(share('Email')).toBeCloseTo(0.7, 1);
    expect(share('MailingStreet')).toBeCloseTo(0.75, 1);
    let [beside, together] = [0, 0];
    contacts.slice(1).forEach((contact, i) => {
      const { MailingStreet: street } = contact;
      if (street === undefined || contacts[i]!['MailingStreet'] === undefined) return;
      beside++;
      if (street === contacts[i]!['MailingStreet']) together++;
    });
    // Two in five live with the previous person, except for the first of every eight.
    expect(together / beside).toBeCloseTo(0.4 * (7 / 8), 1);
  });

  it('have e-mail addresses that are nearly all different', () => {
    const emails = counts('Email');
    const total = emails.reduce((sum, each) => sum + each, 0);
    expect(emails.length / total).toBeGreaterThan(0.9);
    expect(emails.length / total).toBeLessThan(1);
  });
});

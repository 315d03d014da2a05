import { emailOf, householdOf, phoneOf } from '../synthetic/contacts.js';
import * as names from '../synthetic/names.js';
import { Random } from '../synthetic/random.js';
import { day, digits, FileMaker, slip, type JudgedFile } from './file.js';

const first = (random: Random) => names.firstName(random.zipf(400, 6));
const last = (random: Random) => names.lastName(random.zipf(4_000, 10));

/** 300 distinct people with only a name. */
export function namesAlone(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Name']);
  const seen = new Set<string>();
  while (seen.size < 300) {
    const name = `${first(random)} ${last(random)}`;
    if (!seen.has(name)) file.add([name]);
    seen.add(name);
  }
  return file.file('names alone', 'nothing merged');
}

/** 300 distinct people with only a name in directory format: `DOE, Jane A.` */
export function directoryNames(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Member']);
  const seen = new Set<string>();
  while (seen.size < 300) {
    const name = `${last(random).toUpperCase()}, ${first(random)} ${String.fromCharCode(65 + random.below(26))}.`;
    if (!seen.has(name)) file.add([name]);
    seen.add(name);
  }
  return file.file('directory names alone', 'nothing merged');
}

/** Test users: `First1,Last1,user1@...`. */
export function numberedPeople(random: Random): JudgedFile {
  const file = new FileMaker(random, ['First name', 'Last name', 'Email']);
  for (let i = 1; i <= 300; i++) file.add([`First${i}`, `Last${i}`, `user${i}@example.org`]);
  return file.file('numbered people', 'nothing merged');
}

/** Colleagues who share phone and e-mail address, with no other columns except the name. */
export function colleagues(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Name', 'Email', 'Phone']);
  for (let firm = 0; firm < 20; firm++) {
    const domain = `${names
      .lastName(200 + firm)
      .toLowerCase()
      .replaceAll(' ', '')}.com`;
    const phone = phoneOf(random);
    for (let i = 0; i < 4; i++) file.add([`${first(random)} ${last(random)}`, `info@${domain}`, phone]);
  }
  return file.file('colleagues', 'nothing merged');
}

/** Customers, many of whom share a name and city, but not customer number, phone or e-mail address. */
export function customersWithNumbers(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Customer No', 'First name', 'Last name', 'City', 'Phone', 'Email']);
  for (let i = 0; i < 400; i++) {
    const [given, family] = [names.firstName(random.zipf(30, 6)), names.lastName(random.zipf(40, 10))];
    const own = [`C-${10_000 + i * 7}`, given, family, names.city(random.below(6))];
    const entity = file.add([...own, phoneOf(random), `${digits(random, 6)}@${random.pick(['gmail.com', 'gmx.net'])}`]);
    if (i % 25 === 0)
      file.add([`C-${80_000 + i}`, ...own.slice(1), phoneOf(random), `${digits(random, 6)}@gmail.com`], entity);
  }
  return file.file('customers with numbers');
}

/** A census: columns with few distinct values, and no name. */
export function census(random: Random): JudgedFile {
  const file = new FileMaker(random, ['sex', 'age', 'race', 'education', 'hours', 'state']);
  const schools = ['HS-grad', 'Some-college', 'Bachelors', 'Masters', 'Doctorate', '11th'];
  for (let i = 0; i < 400; i++)
    file.add([
      ...[random.pick(['Male', 'Female']), String(17 + random.below(60)), random.pick(['White', 'Black', 'Asian'])],
      ...[random.pick(schools), String(10 * (1 + random.below(6))), random.pick(['CA', 'NY', 'TX', 'WA'])],
    ]);
  return file.file('census', 'nothing merged');
}

/** Donors. Households share address, phone and e-mail address. One donor in five was entered twice. */
export function donors(random: Random): JudgedFile {
  const columns = ['Donor ID', 'First name', 'Last name', 'Street', 'City', 'Zip', 'Email', 'Phone'];
  const file = new FileMaker(random, columns);
  for (let i = 0; i < 130; i++) {
    const home = householdOf(random);
    const place = [home.street, home.city, home.postalCode];
    const shared = emailOf(random, first(random), home.last);
    for (let one = 0; one < 1 + random.below(3); one++) {
      const given = first(random);
      const email = random.chance(0.4) ? shared : emailOf(random, given, home.last);
      const phone = random.chance(0.5) ? home.phone : phoneOf(random);
      const row = [`D${digits(random, 6)}`, given, home.last, ...place, email, phone];
      const entity = file.add(row);
      if (!random.chance(0.2)) continue;
      const again = [`D${digits(random, 6)}`, ...row.slice(1)];
      const at = random.pick([1, 2, 3]);
      again[at] = slip(again[at]!, random);
      if (random.chance(0.3)) again[6] = '';
      if (random.chance(0.3)) again[7] = phoneOf(random);
      file.add(again, entity);
    }
  }
  return file.file('donors');
}

/** Fathers and sons with the same name and address but different birth dates. Some rows are duplicated. */
export function fathersAndSons(random: Random): JudgedFile {
  const file = new FileMaker(random, ['First name', 'Last name', 'Birth date', 'Street', 'City', 'Phone']);
  for (let i = 0; i < 120; i++) {
    const [home, given] = [householdOf(random), first(random)];
    const of = (born: string) => [given, home.last, born, home.street, home.city, home.phone];
    const father = of(day(random, 1940, 20));
    const entity = file.add(father);
    file.add(of(day(random, 1968, 20)));
    if (i % 4 === 0) file.add(father.with(3, slip(father[3]!, random)), entity);
  }
  return file.file('fathers and sons');
}

/** People with many fields. One in six was entered again with typos. */
export function contacts(random: Random): JudgedFile {
  const file = new FileMaker(random, ['First name', 'Last name', 'Birth date', 'Street', 'City', 'Email', 'Phone']);
  for (let i = 0; i < 300; i++) {
    const [home, given] = [householdOf(random), first(random)];
    const email = emailOf(random, given, home.last);
    const row = [given, home.last, day(random, 1940, 60), home.street, home.city, email, phoneOf(random)];
    const entity = file.add(row);
    if (i % 6 !== 0) continue;
    let again = row;
    for (let n = 0; n < 1 + random.below(3); n++) {
      const at = random.below(row.length);
      again = again.with(at, random.chance(0.3) ? '' : slip(again[at]!, random));
    }
    file.add(again, entity);
  }
  return file.file('contacts');
}

/** Like `contacts`, without the duplicates. */
export function contactsWithoutDuplicates(random: Random): JudgedFile {
  const { columns, rows, truth } = contacts(random);
  const seen = new Set<number>();
  const once = rows.flatMap((row, i) => (seen.has(truth[i]!) ? [] : (seen.add(truth[i]!), [row])));
  return {
    ...{ name: 'contacts without duplicates', columns, rows: once },
    ...{ truth: once.map((_, i) => i), expected: 'nothing merged' },
  };
}

/** Gifts, one per row. Most people donated several times. */
export function gifts(random: Random): JudgedFile {
  const file = new FileMaker(random, ['First name', 'Last name', 'Email', 'Amount', 'Date']);
  for (let i = 0; i < 120; i++) {
    const [given, family] = [first(random), last(random)];
    const email = emailOf(random, given, family);
    let entity: number | undefined;
    for (let n = 0; n < 1 + random.below(5); n++)
      entity = file.add([given, family, email, `${5 * (1 + random.below(80))}.00`, day(random, 2019, 6)], entity);
  }
  return file.file('gifts', 'log');
}

import { householdOf, phoneOf } from '../synthetic/contacts.js';
import * as names from '../synthetic/names.js';
import { Random } from '../synthetic/random.js';
import { digits, FileMaker, slip, type JudgedFile } from './file.js';

const word = (random: Random) => names.lastName(150 + random.below(3_000));

/** Switches, cables and disks that differ only in a number, such as the size. One in fifteen is listed twice. */
export function products(random: Random): JudgedFile {
  const file = new FileMaker(random, ['sku', 'title', 'brand', 'category', 'price']);
  const kinds = [
    { name: (n: number) => `${n}-Port Gigabit Switch`, of: [5, 8, 16, 24, 48], category: 'Networking' },
    { name: (n: number) => `USB Cable ${n}m black`, of: [1, 2, 3, 5], category: 'Cables' },
    { name: (n: number) => `Portable Drive ${n}GB USB 3.0`, of: [250, 500, 1000, 2000], category: 'Storage' },
  ];
  for (const brand of Array.from({ length: 30 }, (_, i) => names.lastName(300 + i)))
    for (const { name, of, category } of kinds)
      for (const size of of) {
        const price = (9 + random.below(200) + 0.99).toFixed(2);
        const title = `${brand} ${name(size)}`;
        const entity = file.add([digits(random, 8), title, brand, category, price]);
        if (!random.chance(1 / 15)) continue;
        const again = random.pick([`${title} New`, title.toUpperCase(), slip(title, random)]);
        file.add([digits(random, 8), again, brand, category, price], entity);
      }
  return file.file('products');
}

const NOUNS = 'queries streams graphs indexes schemas views caches joins records transactions documents models'.split(
  ' ',
);
const DOINGS = 'Efficient|Scalable|Adaptive|Incremental|Distributed|Approximate|Optimal|Secure'.split('|');
const HOWS = 'processing mining matching integration estimation cleaning compression replication'.split(' ');

/** Papers. Parts one and two are different papers, as are the conference and journal versions from different years. */
export function papers(random: Random): JudgedFile {
  const file = new FileMaker(random, ['title', 'authors', 'venue', 'year']);
  const author = () => `${names.firstName(random.below(120))[0]!}. ${word(random)}`;
  for (let i = 0; i < 220; i++) {
    const title = `${random.pick(DOINGS)} ${random.pick(HOWS)} of ${random.pick(NOUNS)} over ${word(random)} ${random.pick(NOUNS)}`;
    const authors = Array.from({ length: 1 + random.below(4) }, author).join(', ');
    const row = [title, authors, random.pick(['VLDB', 'SIGMOD', 'ICDE']), String(1994 + random.below(20))];
    const entity = file.add(row);
    if (i % 5 === 0) file.add([slip(title, random), authors.replaceAll('. ', ' '), row[2]!, row[3]!], entity);
    if (i % 9 === 0) file.add([`${title} (extended version)`, authors, 'TODS', String(Number(row[3]) + 2)]);
    if (i % 11 === 0) file.add(row.with(0, `${title}, part II`));
  }
  return file.file('papers');
}

const FORMS = ['Ltd', 'Inc', 'GmbH', 'LLC'];
const TRADES = ['Logistics', 'Plastics', 'Foods', 'Energy', 'Mobility', 'Consulting', 'Systems', 'Textiles'];

/** Companies with branches and affiliates of the same name at other addresses. One in six was entered again. */
export function companies(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Company', 'Street', 'City', 'Phone', 'Website']);
  for (let i = 0; i < 120; i++) {
    const [stem, form] = [word(random), random.pick(FORMS)];
    const website = `www.${stem.toLowerCase().replaceAll(' ', '')}.com`;
    for (let n = 0; n < (i % 3 === 0 ? 3 : 1); n++) {
      const { street, city } = householdOf(random);
      const row = [`${stem} ${random.pick(TRADES)} ${form}`, street, city, phoneOf(random), website];
      const entity = file.add(row);
      if (!random.chance(1 / 6)) continue;
      const again = row.with(0, random.pick([row[0]!.replace(` ${form}`, ''), slip(row[0]!, random)]));
      file.add(random.chance(0.4) ? again.with(3, '') : again, entity);
    }
  }
  return file.file('companies');
}

/** The shops of a chain: same name and website, different address and phone. No duplicates. */
export function branches(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Company', 'Street', 'City', 'Phone', 'Website']);
  for (let i = 0; i < 25; i++) {
    const stem = word(random);
    const website = `www.${stem.toLowerCase().replaceAll(' ', '')}.com`;
    for (let n = 0; n < 12; n++) {
      const { street, city } = householdOf(random);
      file.add([`${stem} ${random.pick(['Ltd', 'Limited'])}`, street, city, phoneOf(random), website]);
    }
  }
  return file.file('branches', 'nothing merged');
}

/** Companies with only a name. */
export function companyNames(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Company']);
  const seen = new Set<string>();
  while (seen.size < 300) {
    const name = `${word(random)} ${random.pick(TRADES)} ${random.pick(FORMS)}`;
    if (!seen.has(name)) file.add([name]);
    seen.add(name);
  }
  return file.file('company names alone', 'nothing merged');
}

/** Items of a series: a name and a consecutive number. */
export function series(random: Random): JudgedFile {
  const file = new FileMaker(random, ['Name', 'Room', 'Building']);
  for (let i = 1; i <= 240; i++)
    file.add([`Sensor ${i}`, `Room ${100 + Math.floor(i / 2)}`, `Building ${1 + Math.floor(i / 60)}`]);
  return file.file('series', 'nothing merged');
}

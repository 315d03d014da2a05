import type { Random } from '../synthetic/random.js';
import { cultures, lastNameOf, type Culture, type CultureName } from './cultures.js';

/** Relationships between the people of a file. */
export type Population =
  | 'country'
  | 'one city'
  | 'one employer'
  | 'families'
  | 'one street'
  | 'shared phones'
  | 'shared mailboxes'
  | 'unique e-mails';

export interface Firm {
  readonly name: string;
  readonly domain: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
}

/** All data of a person. Phones are digits; each row formats them. */
export interface Person {
  readonly first: string;
  readonly last: string;
  readonly isWoman: boolean;
  /** ISO date. */
  readonly born: string;
  readonly email: string;
  readonly secondEmail: string;
  readonly mobile: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly firm: Firm;
  readonly jobTitle: string;
}

const FREE_MAIL = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'gmx.net',
  'web.de',
  'aol.com',
];
const TITLES =
  'Manager|Director|Engineer|Assistant|Consultant|Owner|Sales Manager|Teacher|Nurse|Analyst|Accountant'.split('|');

/** Generates people. Some live together, and some share a name by chance. */
export class People {
  readonly culture: Culture;
  private home:
    | {
        last: string;
        street: string;
        city: string;
        postalCode: string;
        phone: string;
        names: Set<string>;
        mailbox?: string;
      }
    | undefined;
  private readonly firms: Firm[] = [];
  private readonly taken = new Set<string>();

  constructor(
    readonly random: Random,
    private readonly population: Population,
    name: CultureName,
    private readonly size: number,
  ) {
    this.culture = cultures[name];
    const firms = population === 'one employer' ? 1 : Math.max(3, Math.ceil(size / 12));
    for (let i = 0; i < firms; i++) this.firms.push(this.firm());
  }

  firm(): Firm {
    const { random, culture } = this;
    const [words, kinds, forms] = culture.companies;
    const name = `${random.pick(words)} ${random.chance(0.5) ? random.pick(kinds) : `${lastNameOf(culture, random.zipf(20_000, 30))} ${random.pick(kinds)}`} ${random.pick(forms)}`;
    const city = random.zipf(culture.cities.length, 5);
    return {
      name,
      domain: `${this.own(
        latin(name)
          .replace(/[^a-z]/g, '')
          .slice(0, 14) || random.pick(culture.latin ?? ['firm']),
      )}.example`,
      phone: digits(random, 9),
      street: culture.address(random.pick(culture.streets), 1 + random.below(200)),
      city: culture.cities[city]!,
      postalCode: culture.postalCode(city, random),
    };
  }

  next(): Person {
    const { random, culture, population } = this;
    const isWoman = random.chance(0.5);
    // In these two populations, 65% of people live with the previous person; in the others, 25% do.
    if (
      this.home === undefined ||
      !random.chance(population === 'families' || population === 'shared mailboxes' ? 0.65 : 0.25)
    )
      this.home = this.household();
    const { home } = this;
    let first = random.pick(isWoman ? culture.women : culture.men);
    while (home.names.has(first)) first = random.pick(isWoman ? culture.women : culture.men);
    home.names.add(first);
    const plainLast = random.chance(0.92) ? home.last : lastNameOf(culture, random.zipf(40_000, 25));
    const last = isWoman ? (culture.feminine?.(plainLast) ?? plainLast) : plainLast;
    const local = this.mailbox(first, last);
    const firm = random.pick(this.firms);
    const atWork = population === 'one employer' || random.chance(0.25);
    const own = this.address(local, atWork ? firm.domain : random.pick(FREE_MAIL));
    home.mailbox ??= own;
    return {
      ...{ first, last, isWoman, street: home.street, city: home.city, postalCode: home.postalCode, firm },
      born: `${1935 + random.below(70)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
      email: population === 'shared mailboxes' && random.chance(0.3) ? home.mailbox : own,
      secondEmail: this.address(local, random.pick(FREE_MAIL)),
      mobile: population === 'shared phones' && random.chance(0.6) ? home.phone : digits(random, 9),
      jobTitle: random.pick(TITLES),
    };
  }

  private household() {
    const { random, culture, population } = this;
    const city = population === 'one city' || population === 'one street' ? 0 : random.zipf(culture.cities.length, 5);
    const street = population === 'one street' ? culture.streets[0]! : random.pick(culture.streets);
    return {
      last: lastNameOf(culture, random.zipf(Math.min(40_000, 60 + 4 * this.size), 25)),
      street: culture.address(street, 1 + random.below(population === 'one street' ? 2_000 : 300)),
      ...{ city: culture.cities[city]!, postalCode: culture.postalCode(city, random), phone: digits(random, 9) },
      names: new Set<string>(),
    };
  }

  private mailbox(first: string, last: string): string {
    const { random } = this;
    const { latin: spelled } = this.culture;
    if (spelled !== undefined) return `${random.pick(spelled)}.${random.pick(spelled)}${random.below(1_000)}`;
    const [a, b] = [latin(first), latin(last)];
    const local = random.pick([`${a}.${b}`, `${a[0]!}${b}`, `${a}${b}`, `${a}_${b}`, `${b}.${a}`]);
    return random.chance(0.4) ? `${local}${random.below(100)}` : local;
  }

  /** Returns an address that no other person has. */
  private address(local: string, domain: string): string {
    let address = `${local}@${domain}`;
    for (let n = 2; this.taken.has(address); n++) address = `${local}${n}@${domain}`;
    this.taken.add(address);
    return address;
  }

  private own(name: string): string {
    let own = name;
    for (let n = 2; this.taken.has(own); n++) own = `${name}${n}`;
    this.taken.add(own);
    return own;
  }
}

export const two = (n: number): string => String(n).padStart(2, '0');
export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');

const latin = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '');

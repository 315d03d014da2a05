import * as names from './names.js';
import { Random } from './random.js';

/** Values of a generated Contact by field name, without blank fields. */
export type Contact = Readonly<Record<string, string>>;

const AREA_CODES = [212, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 801, 919];
const FREE_MAIL = ['gmail.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'outlook.com', 'icloud.com'];
const STREET_KINDS = ['Street', 'Avenue', 'Road', 'Lane', 'Drive', 'St', 'Ave', 'Rd'];
const SWITCHBOARDS = 3_000;

/**
 * Generated contacts that depend only on seed and number. Names and cities have a realistic, skewed distribution.
 * Members of households share a last name, an address and often a phone; many share a company's phone; fields are
 * missing.
 */
export class Contacts {
  constructor(readonly seed = 1) {}

  /** 18 characters, in ascending order. */
  id(number: number): string {
    return `003${String(number).padStart(12, '0')}AAA`;
  }

  values(number: number): Contact {
    const own = this.random(number, 1);
    const home = this.household(number);
    const first = names.firstName(own.zipf(names.FIRST_NAMES, 6));
    const married = own.chance(0.9);
    const last = married ? home.last : names.lastName(own.zipf(names.LAST_NAMES, 10));
    const phone = own.chance(0.03)
      ? phoneOf(new Random(own.zipf(SWITCHBOARDS, 5) ^ 0x5b0a))
      : own.chance(0.35)
        ? home.phone
        : phoneOf(own);
    const contact: Record<string, string> = { LastName: last };
    if (!own.chance(0.03)) contact['FirstName'] = first;
    if (!own.chance(0.2)) contact['Phone'] = phone;
    if (!own.chance(0.3)) contact['Email'] = emailOf(own, first, last);
    if (!own.chance(0.25)) {
      contact['MailingStreet'] = home.street;
      contact['MailingCity'] = home.city;
      if (!own.chance(0.1)) contact['MailingPostalCode'] = home.postalCode;
    }
    return contact;
  }

  /** Two in five live with the previous contact. The first contact of a household determines the shared values. */
  private household(number: number) {
    let leader = number;
    while (leader % 8 !== 0 && this.random(leader, 2).chance(0.4)) leader--;
    return householdOf(this.random(leader, 3));
  }

  private random(number: number, what: number): Random {
    const random = new Random(Math.imul(number, 0x9e3779b1) ^ Math.imul(this.seed * 8 + what, 0x85ebca6b));
    random.next();
    return random;
  }
}

export function householdOf(random: Random) {
  const cityRank = random.zipf(names.CITIES, 8);
  return {
    last: names.lastName(random.zipf(names.LAST_NAMES, 10)),
    phone: phoneOf(random),
    city: names.city(cityRank),
    // Each city has a few postal codes.
    postalCode: String(10_000 + ((cityRank * 37 + random.below(1 + Math.floor(400 / (cityRank + 4)))) % 90_000)),
    street: `${1 + random.below(random.chance(0.7) ? 200 : 9_000)} ${names.street(random.zipf(names.STREETS, 10))} ${random.pick(STREET_KINDS)}`,
  };
}

export function emailOf(random: Random, first: string, last: string): string {
  const a = first.toLowerCase();
  const b = last.toLowerCase().replaceAll(' ', '');
  const local = random.pick([`${a}.${b}`, `${a[0]!}${b}`, `${a}${b}`, `${a}_${b}`, `${b}.${a}`]);
  const number = random.chance(0.5) ? String(random.below(1_000)) : '';
  const domain = random.chance(0.6)
    ? random.pick(FREE_MAIL)
    : `${names.lastName(random.below(30_000)).toLowerCase()}.com`;
  return `${local}${number}@${domain}`;
}

export function phoneOf(random: Random): string {
  const area = random.pick(AREA_CODES);
  const exchange = 200 + random.below(800);
  const line = String(random.below(10_000)).padStart(4, '0');
  return random.pick([
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `+1 ${area} ${exchange} ${line}`,
  ]);
}

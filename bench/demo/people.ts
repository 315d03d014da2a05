import type { Country } from './countries.js';
import type { Random } from './random.js';
import { address, phone, plain, type Address } from './values.js';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly country: Country;
  readonly email: string;
  readonly phone: string;
  readonly phoneAtHome: string;
  readonly address: Address;
  /** `YYYY-MM-DD` */
  readonly birthdate: string;
  readonly title: string;
}

const titles =
  'Sales Manager|Accountant|Buyer|Engineer|Office Manager|Head of Marketing|Consultant|Managing Director|Analyst|Project Manager|Architect|Nurse|Teacher|Designer'.split(
    '|',
  );

/** Nicknames by formal given name. */
const shortNames = new Map(
  'James=Jim Robert=Bob William=Bill Michael=Mike Elizabeth=Liz Patricia=Pat Jennifer=Jenny Richard=Rick Thomas=Tom Christopher=Chris Daniel=Dan Matthew=Matt Margaret=Peggy Anthony=Tony Steven=Steve Andrew=Andy Joshua=Josh Edward=Ted Deborah=Debbie Rebecca=Becky Katherine=Kate Charlotte=Lottie Oliver=Ollie Frederick=Fred Sebastian=Basti Katharina=Kathi Susanne=Susi Francisco=Paco José=Pepe Nicolas=Nico'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

export function person(random: Random, country: Country, domain: string | undefined): Person {
  const firstName = random.skewed(country.givenNames);
  const lastName = random.skewed(country.surnames);
  const { international, atHome } = phone(random, country);
  const local = random.chance(0.6)
    ? `${plain(firstName)}.${plain(lastName)}`
    : `${plain(firstName)[0]!}${plain(lastName)}${random.int(1, 99)}`;
  const month = String(random.int(1, 12)).padStart(2, '0');
  return {
    firstName,
    lastName,
    country,
    email: `${local}@${domain ?? random.pick(['mailbox.example', 'postfach.example', 'webmail.example'])}`,
    phone: international,
    phoneAtHome: atHome,
    address: address(random, country),
    birthdate: `${random.int(1948, 2003)}-${month}-${String(random.int(1, 28)).padStart(2, '0')}`,
    title: random.skewed(titles),
  };
}

/** Returns the person as entered a second time, with typical differences. */
export function personAgain(random: Random, known: Person): Person {
  let again: Person = { ...known, phone: random.chance(0.5) ? known.phoneAtHome : known.phone };
  const slips: ((from: Person) => Person)[] = [
    (from) => ({ ...from, lastName: typo(random, from.lastName) }),
    (from) => ({ ...from, firstName: typo(random, from.firstName) }),
    (from) => ({ ...from, firstName: shortNames.get(from.firstName) ?? `${from.firstName[0]!}.` }),
    (from) => ({ ...from, email: '' }),
    (from) => ({ ...from, email: typo(random, from.email.split('@')[0]!) + from.email.slice(from.email.indexOf('@')) }),
    (from) => ({ ...from, phone: '' }),
    (from) => ({ ...from, address: address(random, from.country) }),
    (from) => ({ ...from, address: { ...from.address, street: abbreviate(from.address.street) } }),
    (from) => ({ ...from, lastName: from.lastName.toUpperCase() }),
    (from) => ({ ...from, firstName: withoutAccents(from.firstName), lastName: withoutAccents(from.lastName) }),
    (from) => ({ ...from, title: '', birthdate: '' }),
  ];
  for (let left = random.int(1, 3); left > 0; left -= 1) again = random.pick(slips)(again);
  return again;
}

/** Makes one typo: a letter omitted, doubled, swapped with the next, or replaced with a neighbour on the keyboard. */
function typo(random: Random, text: string): string {
  if (text.length < 4) return text;
  const at = random.int(1, text.length - 2);
  const [before, char, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)];
  switch (random.int(0, 3)) {
    case 0:
      return before + after;
    case 1:
      return before + char + char + after;
    case 2:
      return before + after[0]! + char + after.slice(1);
    default:
      return before + random.pick(Array.from('aeinorst')) + after;
  }
}

function abbreviate(street: string): string {
  return street
    .replace('Street', 'St')
    .replace('Avenue', 'Ave.')
    .replace('Road', 'Rd')
    .replace('Lane', 'Ln')
    .replace('straße', 'str.')
    .replace('Boulevard', 'Blvd')
    .replace('Calle', 'C/');
}

function withoutAccents(text: string): string {
  return text.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

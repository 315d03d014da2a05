import type { Country } from './countries.js';
import type { Random } from './random.js';

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export function address(random: Random, country: Country): Address {
  const [city, state, postalStart] = random.skewed(country.cities);
  const street = random.pick(country.streets);
  const number = String(random.int(1, random.chance(0.2) ? 2_400 : 180));
  const line = country.numberFirst ? `${number} ${street}` : `${street} ${number}`;
  return {
    street: random.chance(0.08) && country.numberFirst ? `${line}, Unit ${random.int(1, 40)}` : line,
    city,
    state,
    postalCode: postalStart + fill(random, country.postalRest),
    country: country.name,
  };
}

/** Returns a phone number in international and national format. */
export function phone(random: Random, country: Country): { international: string; atHome: string } {
  const digits = random.digits(20).replace(/^[01]/, '3');
  const write = (pattern: string): string => {
    let used = 0;
    return pattern.replaceAll('#', () => digits[used++]!);
  };
  return { international: write(country.phone), atHome: write(country.phoneAtHome) };
}

function fill(random: Random, pattern: string): string {
  return Array.from(pattern)
    .map((char) =>
      char === '#' ? random.digits(1) : char === '@' ? random.pick(Array.from('ABDEFGHJLNPQRSTUWXYZ')) : char,
    )
    .join('');
}

/** Returns the text in lower case with only ASCII letters and digits, for e-mail addresses and URLs. */
export function plain(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

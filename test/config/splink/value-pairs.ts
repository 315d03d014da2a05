import { Contacts, emailOf, householdOf, phoneOf } from '../../../bench/synthetic/contacts.js';
import { slipAt } from '../../../bench/synthetic/corruptions.js';
import { city, firstName, lastName, nicknames } from '../../../bench/synthetic/names.js';
import { Random } from '../../../bench/synthetic/random.js';

/** Two texts as a prepared column holds them. */
export type ValuePair = readonly [string, string];

const VALUES = 1_500;
const FORMS = ['ltd', 'inc', 'gmbh', 'group', 'services', 'solutions'];
const WORDS = 'annual report sales team meeting north delivery blue order size pump steel cable new green door'.split(
  ' ',
);

const makers: Readonly<Record<string, (random: Random) => string>> = {
  personName: (random) => (random.chance(0.5) ? firstName(random.zipf(15_000, 6)) : lastName(random.zipf(100_000, 10))),
  fullName: (random) => `${firstName(random.zipf(15_000, 6))} ${lastName(random.zipf(100_000, 10))}`,
  company: (random) => `${lastName(random.below(50_000))} ${random.pick(WORDS)} ${random.pick(FORMS)}`,
  email: (random) => emailOf(random, firstName(random.zipf(15_000, 6)), lastName(random.zipf(100_000, 10))),
  phone: (random) => phoneOf(random).replace(/\D/g, '').slice(-10),
  street: (random) => householdOf(random).street,
  city: (random) => city(random.zipf(5_000, 8)),
  postalCode: (random) => (random.chance(0.5) ? String(10_000 + random.below(90_000)) : ukPostcode(random)),
  date: (random) => `${1930 + random.below(75)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
  number: (random) => String(1 + random.below(10_000)),
  website: (random) => `${lastName(random.below(50_000)).replace(/\W/g, '')}${random.pick(['', 'shop'])}.com`,
  text: (random) => Array.from({ length: 3 + random.below(5) }, () => random.pick(WORDS)).join(' '),
};

/** Kind of values by method. */
const KINDS: Readonly<Record<string, string>> = {
  companyName: 'company',
  companyNameLight: 'company',
  companyNameStrict: 'company',
};

/**
 * Pairs of different values, the same at every call: half of them one value as two people may write it, the other half
 * values of two things, neighbours in the alphabet among them.
 */
export function valuePairs(method: string): ValuePair[] {
  const kind = KINDS[method] ?? method;
  const random = new Random(0x5eed);
  const values = Array.from({ length: VALUES }, () => makers[kind]!(random).toLowerCase());
  const sorted = [...new Set(values)].sort();
  const same = values.flatMap((value) => [spoilt(value, kind, random, 1), spoilt(value, kind, random, 2)]);
  const other = values.map((value): ValuePair => [value, random.pick(values)]);
  const near = sorted.slice(1).map((value, i): ValuePair => [sorted[i]!, value]);
  return [...same, ...other, ...near].filter(([a, b]) => a !== b && a !== '' && b !== '');
}

function spoilt(value: string, kind: string, random: Random, edits: number): ValuePair {
  if (kind === 'number') return [value, String(Math.round(Number(value) * (1 + 0.2 * (random.next() - 0.5))))];
  if (kind === 'date' && random.chance(0.5)) return [value, laterDate(value, random)];
  if (kind === 'personName' && random.chance(0.1)) return [value, nicknames.get(value) ?? value.slice(0, 1)];
  let text = value;
  const words = value.split(' ');
  if (words.length > 1 && random.chance(0.15)) text = words.toSpliced(random.below(words.length), 1).join(' ');
  else for (let n = 0; n < edits; n++) text = edited(text, random);
  return [value, text];
}

function edited(text: string, random: Random): string {
  return text.length < 2 ? text : slipAt(text, random.below(text.length - 1), random);
}

function laterDate(value: string, random: Random): string {
  const days = [5, 40, 400, 4_000][random.below(4)]!;
  return new Date(Date.parse(value) + (1 + random.below(days)) * 86_400_000).toISOString().slice(0, 10);
}

const two = (number: number) => String(number).padStart(2, '0');

function ukPostcode(random: Random): string {
  const letter = () => 'abdefghjlnpqrstuwxyz'[random.below(20)]!;
  return `${letter()}${letter()}${1 + random.below(20)} ${random.below(10)}${letter()}${letter()}`;
}

/** Names of many contacts, for tests that need rows. */
export const contacts = new Contacts(5);

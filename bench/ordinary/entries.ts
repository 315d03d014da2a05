import { slipAt } from '../synthetic/corruptions.js';
import type { Random } from '../synthetic/random.js';
import type { Culture } from './cultures.js';
import { digits, type Firm, type Person } from './people.js';

/** One row about a person or company. Empty if the row has no such value. */
export interface Entry {
  readonly first: string;
  readonly last: string;
  readonly isWoman: boolean;
  readonly born: string;
  readonly email: string;
  /** As written. */
  readonly phone: string;
  /** Digits of the phone number, the same for every notation. */
  readonly number: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly company: string;
  readonly website: string;
  readonly jobTitle: string;
  /** Whether readers would recognize the first or last name as the same name. */
  readonly isFirstKept: boolean;
  readonly isLastKept: boolean;
}

type Draft = { -readonly [Key in keyof Entry]: Entry[Key] };

/** The first row of a person, complete except for values that people often omit. */
export function firstEntry(person: Person, culture: Culture, random: Random): Entry {
  const { firm } = person;
  return {
    ...{ first: person.first, last: person.last, isWoman: person.isWoman },
    born: random.chance(0.06) ? '' : person.born,
    email: random.chance(0.06) ? '' : person.email,
    ...(random.chance(0.1) ? { phone: '', number: '' } : phoneOf(person.mobile, culture, random)),
    ...(random.chance(0.05)
      ? { street: '', city: person.city, postalCode: '' }
      : { street: person.street, city: person.city, postalCode: person.postalCode }),
    ...{ company: firm.name, website: `www.${firm.domain}`, jobTitle: person.jobTitle },
    ...{ isFirstKept: true, isLastKept: true },
  };
}

/** The first row of a company. */
export function firstFirm(firm: Firm, culture: Culture, random: Random): Entry {
  return {
    ...{ first: '', last: '', isWoman: false, born: '', jobTitle: '', isFirstKept: true, isLastKept: true },
    ...{ company: firm.name, website: `www.${firm.domain}` },
    email: random.chance(0.1) ? '' : `${random.pick(['info', 'office', 'contact', 'sales'])}@${firm.domain}`,
    ...(random.chance(0.1) ? { phone: '', number: '' } : phoneOf(firm.phone, culture, random)),
    ...{ street: firm.street, city: firm.city, postalCode: firm.postalCode },
  };
}

/** A person as typed later by another user, with up to three differences. */
export function typedAgain(one: Entry, person: Person, culture: Culture, random: Random): Entry {
  const draft: Draft = { ...one };
  if (draft.number !== '') Object.assign(draft, phoneOf(person.mobile, culture, random));
  const changes = [0, 1, 1, 1, 1, 2, 2, 2, 3][random.below(9)]!;
  for (let i = 0; i < changes; i++) changeOf(random)(draft, person, culture, random);
  return draft;
}

type Change = (draft: Draft, person: Person, culture: Culture, random: Random) => void;
const slipped = (text: string, random: Random): string =>
  text.length < 5 ? text : slipAt(text, 2 + random.below(text.length - 3), random);
const isLatin = (text: string): boolean => /^[\p{sc=Latin}\P{L}]*$/u.test(text);

/** Kinds of differences by frequency. */
const CHANGES: readonly (readonly [share: number, Change])[] = [
  [
    18,
    (draft, _p, _c, random) => {
      casing(draft, random);
    },
  ],
  [10, (draft, _p, _c, random) => isLatin(draft.last) && (draft.last = slipped(draft.last, random))],
  [6, (draft, _p, _c, random) => isLatin(draft.first) && (draft.first = slipped(draft.first, random))],
  [6, (draft, _p, _c, random) => isLatin(draft.street) && (draft.street = slipped(draft.street, random))],
  [5, (draft, _p, _c, random) => (draft.email = slipped(draft.email, random))],
  [10, (draft) => (draft.email = '')],
  [10, (draft) => void Object.assign(draft, { phone: '', number: '' })],
  [6, (draft) => void Object.assign(draft, { street: '', postalCode: '' })],
  [4, (draft) => (draft.born = '')],
  [12, (draft, _p, culture) => (draft.first = culture.nicknames.get(draft.first) ?? draft.first)],
  [8, (draft, person) => draft.email !== '' && (draft.email = person.secondEmail)],
  [8, moved],
  [4, (draft, _p, culture, random) => void Object.assign(draft, phoneOf(digits(random, 9), culture, random))],
  [3, newName],
  [
    2,
    (draft, _p, culture) =>
      (draft.first = isLatin(draft.first) && culture.latin === undefined ? `${draft.first[0]!}.` : draft.first),
  ],
  [6, (draft, _p, _c, random) => (random.chance(0.5) ? (draft.company = '') : (draft.jobTitle = ''))],
  [
    6,
    (draft) => {
      plain(draft);
    },
  ],
];
const SHARES = CHANGES.reduce((sum, [share]) => sum + share, 0);

function changeOf(random: Random): Change {
  let at = random.below(SHARES);
  for (const [share, change] of CHANGES) {
    if (at < share) return change;
    at -= share;
  }
  return CHANGES[0]![1];
}

function casing(draft: Draft, random: Random): void {
  const as = (text: string) => (random.chance(0.5) ? text.toUpperCase() : text.toLowerCase());
  if (random.chance(0.7)) Object.assign(draft, { first: as(draft.first), last: as(draft.last) });
  else Object.assign(draft, { last: as(draft.last), street: as(draft.street), city: as(draft.city) });
}

/** Removes accents. */
function plain(draft: Draft): void {
  const bare = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC');
  if (isLatin(draft.last))
    Object.assign(draft, { first: bare(draft.first), last: bare(draft.last), city: bare(draft.city) });
}

function moved(draft: Draft, _person: Person, culture: Culture, random: Random): void {
  const city = random.below(culture.cities.length);
  Object.assign(draft, {
    street: culture.address(random.pick(culture.streets), 1 + random.below(300)),
    ...{ city: culture.cities[city]!, postalCode: culture.postalCode(city, random) },
  });
}

/** A marriage changes the last name. */
function newName(draft: Draft, person: Person, culture: Culture, random: Random): void {
  if (!person.isWoman) return;
  const last = random.pick(culture.lastNames);
  draft.last = culture.feminine?.(last) ?? last;
  draft.isLastKept = draft.last === person.last;
}

/** A company as typed later by another user. */
export function firmTypedAgain(one: Entry, firm: Firm, culture: Culture, random: Random): Entry {
  const draft: Draft = { ...one };
  if (draft.number !== '') Object.assign(draft, phoneOf(firm.phone, culture, random));
  for (let i = [0, 1, 1, 1, 2, 2][random.below(6)]!; i > 0; i--)
    switch (random.below(9)) {
      case 0:
      case 1:
        draft.company = withoutForm(draft.company, culture);
        break;
      case 2:
        draft.company = random.chance(0.5) ? draft.company.toUpperCase() : draft.company.toLowerCase();
        break;
      case 3:
        if (isLatin(draft.company)) draft.company = slipped(draft.company, random);
        break;
      case 4:
        Object.assign(draft, { phone: '', number: '' });
        break;
      case 5:
        draft.email = '';
        break;
      case 6:
        if (isLatin(draft.street)) draft.street = slipped(draft.street, random);
        break;
      case 7:
        draft.website = random.chance(0.5) ? '' : `https://${firm.domain}/`;
        break;
      default:
        draft.email = `${random.pick(['hello', 'mail', 'orders', 'billing'])}@${firm.domain}`;
    }
  return draft;
}

function withoutForm(name: string, { companies: [, , forms] }: Culture): string {
  const form = forms.find((each) => name.endsWith(` ${each}`));
  return form === undefined ? name : name.slice(0, -form.length - 1);
}

function phoneOf(number: string, culture: Culture, random: Random) {
  return { number, phone: culture.phone(number, random.below(5)) };
}

import { emailOf, householdOf, type Contact } from './contacts.js';
import * as names from './names.js';
import type { Random } from './random.js';

export type Difficulty = 'easy' | 'medium' | 'hard';
type Draft = Record<string, string>;
/** @returns false if the contact cannot be corrupted in this way */
type Corruption = (draft: Draft, random: Random) => boolean;

const petNames = new Map([...names.nicknames, ...[...names.nicknames].map(([name, pet]) => [pet, name] as const)]);

/** Spellings that sound alike. The first spelling at or after a random position in the name is replaced. */
const soundAlikes = [
  ['ph', 'f'],
  ['f', 'ph'],
  ['ck', 'k'],
  ['k', 'c'],
  ['c', 'k'],
  ['ie', 'y'],
  ['y', 'ie'],
  ['ei', 'ai'],
  ['ai', 'ay'],
  ['oo', 'u'],
  ['au', 'aw'],
  ['z', 's'],
  ['s', 'z'],
  ['sch', 'sh'],
  ['ll', 'l'],
  ['nn', 'n'],
  ['tt', 't'],
  ['n', 'nn'],
  ['t', 'tt'],
] as const;

const corruptions: Readonly<Record<string, Corruption>> = {
  typo: (draft, random) =>
    change(draft, random.pick(['FirstName', 'LastName', 'Email', 'MailingStreet', 'Phone']), random, typo),
  phonetic: (draft, random) => change(draft, random.pick(['FirstName', 'LastName']), random, respell),
  nickname: (draft) => change(draft, 'FirstName', undefined, (name) => petNames.get(name) ?? name),
  initial: (draft) => change(draft, 'FirstName', undefined, (name) => name[0]!),
  swapped(draft) {
    const { FirstName, LastName } = draft;
    if (!FirstName || !LastName) return false;
    draft['FirstName'] = LastName;
    draft['LastName'] = FirstName;
    return true;
  },
  moved(draft, random) {
    if (!draft['MailingStreet']) return false;
    const home = householdOf(random);
    Object.assign(draft, { MailingStreet: home.street, MailingCity: home.city, MailingPostalCode: home.postalCode });
    return true;
  },
  newEmail: (draft, random) =>
    change(draft, 'Email', random, () => emailOf(random, draft['FirstName'] ?? 'x', draft['LastName'] ?? 'x')),
};
const kinds = Object.keys(corruptions);

/** Returns the contact with several kinds of errors: one if easy, 2 or 3 if medium, 4 or 5 if hard. */
export function corrupt(contact: Contact, difficulty: Difficulty, random: Random): Contact {
  const draft: Draft = { ...contact };
  let wanted = { easy: 1, medium: 2 + random.below(2), hard: 4 + random.below(2) }[difficulty];
  const left = [...kinds];
  while (wanted > 0 && left.length > 0) {
    const [kind] = left.splice(random.below(left.length), 1);
    if (corruptions[kind!]!(draft, random)) wanted--;
  }
  return draft;
}

function change(
  draft: Draft,
  field: string,
  random: Random | undefined,
  by: (text: string, random: Random) => string,
): boolean {
  const before = draft[field];
  if (!before) return false;
  const after = by(before, random!);
  draft[field] = after;
  return after !== before;
}

/** Never changes the first letter. */
function typo(text: string, random: Random): string {
  return text.length < 3 ? text : slipAt(text, 1 + random.below(text.length - 2), random);
}

/** Omits, doubles or swaps one letter or digit, or replaces it with another one of its kind. */
export function slipAt(text: string, at: number, random: Random): string {
  const letter = text[at]!;
  const other = /\d/.test(letter) ? String(random.below(10)) : 'aeionrtlsm'[random.below(10)]!;
  return [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + text[at + 1]! + letter + text.slice(at + 2),
    text.slice(0, at) + other + text.slice(at + 1),
  ][random.below(4)]!;
}

function respell(text: string, random: Random): string {
  const start = random.below(soundAlikes.length);
  for (let i = 0; i < soundAlikes.length; i++) {
    const [from, to] = soundAlikes[(start + i) % soundAlikes.length]!;
    const at = text.indexOf(from, 1);
    if (at > 0) return text.slice(0, at) + to + text.slice(at + from.length);
  }
  return text;
}

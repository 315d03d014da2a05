import { isAccountName } from '../contradictions/identifiers.js';
import { isGivenName } from '../lists/given-names.js';
import { householdAddresses } from '../lists/mail.js';
import type { Company } from '../methods/company/company.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { compareNormalised } from '../score.js';
import type { NameLists } from '../methods/names/word.js';
import type { PersonName } from '../person/parse-person-name.js';
import { isList, splitValues } from '../text/value-list.js';
import type { ContradictionContext, KindField, Party } from '../contradictions/contradiction.js';

export const KINDS = {
  email: ({ name, type }: KindField) => type === 'email' || /(?:^|_)e-?mail(?:_?address)?_?\d*(?:__c)?$/i.test(name),
  phone: ({ name, type }: KindField) => type === 'phone' && !/fax|assistant/i.test(name),
  website: ({ name, type }: KindField) => type === 'url' || /^website(?:__c)?$/i.test(name),
  birthDate: ({ name }: KindField) => /birth|^dob/i.test(name),
  street: ({ name }: KindField) => /street/i.test(name),
  city: ({ name }: KindField) => /(?:^|[a-z_])(?:City|Town)(?:__c)?$/.test(name),
  postalCode: ({ name }: KindField) => /postal_?code|zip/i.test(name),
  company: ({ name }: KindField) => /^company(?:_?name)?(?:__c)?$/i.test(name),
  account: ({ name }: KindField) => isAccountName(name),
} as const;

export type GroundKind = keyof typeof KINDS;

/** `unlessShared`: the pair suffices unless someone else also has one of these values. The caller must check this. */
export type Grounds = 'enough' | 'none' | { readonly unlessShared: readonly SharedValue[] };

export interface Agreements {
  of(kind: GroundKind): Agreement;
  isRoleMailbox(): boolean;
  /** Whether the shared birth date may mean only the year. */
  isYearAlone(): boolean;
  companies(): readonly [Company, Company] | undefined;
  /** Whether the shared website is only a host with many sites, without a page. */
  isHostAlone(): boolean;
  /** Whether the companies' websites are two pages on another company's host. */
  areTwoSites(): boolean;
  /** Whether the streets differ in their kind (Ash Close, Ash Court), or the houses in their number. */
  isOtherHouse(): boolean;
  /** Whether two addresses at one domain differ in a number or in the name's spelling: john.smith2@, johnsmith@. */
  areNumbered(): boolean;
  /**
   * Whether the e-mail addresses have different domains, and the local part of one consists only of the person's name.
   */
  isMailboxOfName(): boolean;
  hasIdentifier(): boolean;
  /** Whether a scenario finds the same parent record, usually the company, in both records. */
  hasParent(): boolean;
  /** Whether the records agree in a compared field that belongs to no known kind. */
  hasOther(): boolean;
}

export function isOther({ isCompared, similarity }: Agreement): boolean {
  return isCompared && similarity === 0;
}

/** Fields that cannot identify a person or company, even together. */
export const LOW_INFORMATION =
  /(?:^|[a-z_])(?:State|Country|Title|Salutation|Suffix|Gender|GenderIdentity|Sex|Industry|Rating|Status|Source|Type|Pronouns|Department|Employees|Revenue)(?:Code)?(?:__c)?$/;

export interface SharedValue {
  readonly field: string;
  readonly method: string;
  readonly text: string;
}

export interface Agreement {
  readonly similarity: Similarity;
  readonly value: SharedValue | undefined;
  readonly isCompared: boolean;
}

const NOT_COMPARED: Agreement = { similarity: 0, value: undefined, isCompared: false };

export function agreementOf(
  one: Party,
  other: Party,
  fields: readonly KindField[],
  method: MatchMethod,
  equalFrom: Similarity,
  valuesIn: (party: Party) => readonly Value[],
): Agreement {
  // Checked first, because normalising is slow, and most fields are blank in one of the records.
  if (!fillsAny(one, fields) || !fillsAny(other, fields)) return NOT_COMPARED;
  const a = valuesIn(one);
  const equal = a.map(({ field }) => field).find((field) => isOneText(one.texts[field]!, other.texts[field]));
  if (equal !== undefined) {
    const value = { field: equal, method: method.name, text: one.texts[equal]! };
    return { similarity: FULL, value, isCompared: true };
  }
  const b = a.length === 0 ? [] : valuesIn(other);
  if (b.length === 0) return NOT_COMPARED;
  let similarity = 0;
  let value: SharedValue | undefined;
  for (const x of a) {
    for (const y of b) {
      const found = compareNormalised(method, x.normal, y.normal);
      if (found <= similarity) continue;
      similarity = found;
      value = found >= equalFrom ? { field: y.field, method: method.name, text: y.text } : undefined;
    }
  }
  return { similarity, value, isCompared: true };
}

export interface Value {
  readonly field: string;
  readonly text: string;
  readonly normal: string;
}

function fillsAny({ texts }: Party, fields: readonly KindField[]): boolean {
  return fields.some(({ name }) => (texts[name] ?? '') !== '');
}

function isOneText(text: string, other: string | undefined): boolean {
  return text === other && !isList(text);
}

export function valuesOf({ texts }: Party, fields: readonly KindField[], method: MatchMethod): Value[] {
  const values: Value[] = [];
  for (const { name } of fields)
    for (const text of splitValues(texts[name] ?? '')) {
      const normal = method.normalise([text]);
      if (normal !== '') values.push({ field: name, text, normal });
    }
  return values;
}

/** Returns whether e-mail addresses differ only in a number. Such addresses usually belong to two people. */
export function areNumbered(a: readonly Value[], b: readonly Value[]): boolean {
  const withoutNumbers = (address: string) => {
    const at = address.lastIndexOf('@');
    return address.slice(0, at).replace(/\d/g, '') + address.slice(at);
  };
  return a.some(({ normal: x }) => b.some(({ normal: y }) => x !== y && withoutNumbers(x) === withoutNumbers(y)));
}

/** Returns whether two addresses have exactly the same domain. Domains that differ by a typo do not count. */
export function areAtOneDomain(a: readonly Value[], b: readonly Value[]): boolean {
  const domain = (address: string) => address.slice(address.lastIndexOf('@'));
  return a.some(({ normal: x }) => b.some(({ normal: y }) => domain(x) === domain(y)));
}

/** Returns whether a local part is only the name. A namesake may have the same local part at another domain. */
export function isMadeOfName({ first, last }: Party['name'], addresses: readonly Value[]): boolean {
  const [given, family] = [first.join(''), last.join('')];
  const initial = given.charAt(0);
  const made = new Set([given + family, family + given, initial + family, family + initial, given, family]);
  return addresses.some(({ normal }) => made.has(normal.slice(0, normal.lastIndexOf('@')).replace(/[._-]/g, '')));
}

/** An e-mail address in normal form, as parsed by the method `email`. */
interface Mailbox {
  readonly local: string;
  readonly isRole: boolean;
  readonly isFree: boolean;
}

const FAMILY_AT_END = /(?:family|familie|famille|familia|famiglia)$/;
/** Six or more letters. A word for a household that is followed by this many letters is part of another word. */
const OTHER_WORD = /^[a-z]{6}/;

function isHousehold(local: string): boolean {
  if (FAMILY_AT_END.test(local)) return true;
  return householdAddresses.some((word) => local.startsWith(word) && !OTHER_WORD.test(local.slice(word.length)));
}

/** Returns whether a local part is an article and the last name: `diebergers`, `thecoopers`, `losherrera`. */
function isPlural(local: string, people: readonly PersonName[]): boolean {
  const [, article, name] = PLURAL.exec(local.replace(/[._-]/g, '')) ?? [];
  if (article === undefined || people.some(({ first }) => first.some((word) => word.startsWith(article)))) return false;
  return people.some(({ last, lastAsOne }) => {
    const family = last.join('');
    return [family, `${family}s`, `${family}es`].includes(name!) && !lastAsOne.endsWith(article + family);
  });
}
const PLURAL = /^(the|die|los|las|les|os)([a-z]{3,})$/;

/** Returns whether a mailbox belongs to a role or household. @param people names of the people with this address */
export function isSharedMailbox(
  address: string,
  { method, names }: Pick<ContradictionContext, 'method' | 'names'>,
  people: readonly PersonName[] = [],
): boolean {
  const email = method('email');
  const { local, isRole, isFree } = email.prepare(email.normalise([address])) as Mailbox;
  if (isRole || isNumberedRole(local, email) || isHousehold(local) || isPlural(local, people)) return true;
  return people.length > 0 && !isFree && isWordOfNobody(local, people, names);
}

/** A word, perhaps with a suffix: `ward`, `room12`, `ward-b`. */
const PLAIN_WORD = /^([a-z]{2,})(?:[._-]?\d{1,3}|[._-][a-z])?$/;

/** Returns whether a local part is an ordinary word, such as `warehouse`, that is in none of these people's names. */
function isWordOfNobody(local: string, people: readonly PersonName[], { wordOf }: NameLists): boolean {
  const word = PLAIN_WORD.exec(local)?.[1];
  if (word === undefined) return false;
  const first = people.flatMap((name) => name.first);
  const all = [...first, ...people.flatMap(({ last }) => last)];
  if (all.some((name) => name.length >= SHORTEST_PART && (local.includes(name) || name.startsWith(word)))) return false;
  if (isGivenName(word)) {
    const { groups } = wordOf(word);
    const isOwn = (name: string) =>
      name.startsWith(word.slice(0, SHORTEST_PART)) || wordOf(name).groups.some((group) => groups.includes(group));
    return first.length > 0 && !first.some(isOwn);
  }
  const initials = all.map((name) => name.charAt(0)).join('');
  return word.length > SHORTEST_PART || !Array.from(word).every((letter) => initials.includes(letter));
}
const SHORTEST_PART = 3;

/** Returns whether a local part is a role with a suffix: `office.vienna`, `sales2`. */
function isNumberedRole(local: string, email: MatchMethod): boolean {
  const [first = ''] = local.split(/[._\d-]/);
  return first !== local && first !== '' && (email.prepare(`${first}@x.example`) as Mailbox).isRole;
}

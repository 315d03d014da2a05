import type { ComparedPair } from '../contradictions/contradiction.js';
import type { Similarity } from '../method.js';
import {
  LOW_INFORMATION,
  isOther,
  type SharedValue,
  type Agreements,
  type Grounds,
  type GroundKind,
} from './agreement.js';
import { nobodyWords } from '../lists/placeholder-lists.js';
import { isGivenName } from '../lists/given-names.js';
import { isNickname, patronymics } from '../lists/nicknames.js';
import { fold, words } from '../text/fold.js';

const nobody: ReadonlySet<string> = new Set(nobodyWords);

const BESIDE_NAMES: readonly GroundKind[] = ['email', 'phone', 'birthDate', 'street', 'account'];
const REACHED: readonly GroundKind[] = ['email', 'phone', 'street', 'account'];

/**
 * Grounds for people without contradictions. If first and last name agree, one more value must agree that is not a name
 * or place. If the first name is unknown or may differ, or the last name differs, a personal value must agree: an
 * e-mail address, a phone number, or a birth date together with phone or street.
 */
export function personGrounds(pair: ComparedPair, agreements: Agreements): Grounds {
  const { first, last } = pair.names;
  if (isNobody(pair.one) || isNobody(pair.other)) return 'none';
  const valueOf = (kind: GroundKind) =>
    kind === 'birthDate' && agreements.isYearAlone() ? undefined : agreements.of(kind).value;
  if (isFatherAndSon(pair) && valueOf('birthDate') === undefined)
    return agreements.hasIdentifier() || agreements.hasOther() ? 'enough' : 'none';
  if (first === 'same' && last === 'same') {
    // The names may be a father's and his son's, so values that a household shares do not suffice.
    const agrees = isMarkedOnce(pair)
      ? valueOf('birthDate') !== undefined || (valueOf('email') !== undefined && !agreements.isRoleMailbox())
      : BESIDE_NAMES.some((kind) => agreements.of(kind).similarity > 0 && !saysLittle(kind, agreements, pair)) ||
        isOneCompany(pair, agreements) ||
        agreements.hasParent();
    return agrees || agreements.hasIdentifier() || agreements.hasOther() ? 'enough' : 'none';
  }
  if (agreements.hasIdentifier() || agreements.hasOther()) return 'enough';
  const email = agreements.of('email');
  const isRoleMailbox = agreements.isRoleMailbox();
  const [phone, birthDate, street] = [valueOf('phone'), valueOf('birthDate'), valueOf('street')];
  // Different personal mailboxes suggest two people.
  const hasOtherMailbox = email.isCompared && email.value === undefined;
  const ownMailbox = isRoleMailbox ? undefined : email.value;
  const atHome = birthDate !== undefined && (phone !== undefined || street !== undefined);
  if (last === 'other') {
    if (first !== 'same') return 'none';
    return atHome ? 'enough' : unlessShared(ownMailbox);
  }
  if (first === 'two' && isReachedOnly(agreements)) return 'none';
  // A role mailbox suggests that the phone belongs to the company. A last name alone suggests that it belongs to the
  // family.
  const isHouseholds = first === 'unknown' && last === 'same';
  const ownPhone = isRoleMailbox || isHouseholds || (hasOtherMailbox && last === 'same') ? undefined : phone;
  // Siblings' names may differ by one letter, like a typo. Only personal values distinguish the two cases.
  if (first === 'slip') return birthDate !== undefined && last === 'same' ? 'enough' : 'none';
  if (first === 'variant' && last === 'same' && !hasOtherMailbox && (birthDate || street)) return 'enough';
  if (first === 'unknown' && last === 'same' && saysTheSame(pair)) return 'enough';
  if (last === 'unknown' && atHome) return 'enough';
  return unlessShared(ownMailbox, ownPhone);
}

/**
 * Grounds for a learned scenario, which knows how informative a value is, such as a rare name. Role mailboxes do not
 * count. If the names suggest two people, two other values must agree, and more than the e-mail address and phone must
 * be known. If the last names differ, one of these values must be one that colleagues or households do not share.
 */
export function learnedGrounds(pair: ComparedPair, agreements: Agreements, telling: ReadonlySet<string>): boolean {
  if (isNobody(pair.one) || isNobody(pair.other) || isFatherAndSon(pair) || isMarkedOnce(pair)) return false;
  const { first, last } = pair.names;
  const isOwnMailbox = agreements.of('email').value !== undefined && !agreements.isRoleMailbox();
  const things = new Set([...telling].filter((field) => !LOW_INFORMATION.test(field)).map(thingOf));
  if (!isOwnMailbox) things.delete('email');
  // Two spellings of a name do not share its rarity.
  if (!isOneSpelling(pair)) things.delete('name');
  const beside = [...things].filter((thing) => thing !== 'name');
  const hasOwn = beside.some((thing) => !IN_COMMON.has(thing));
  if (first === 'two') return beside.length > 1 && !isReachedOnly(agreements);
  if (last === 'other') return beside.length > 1 && hasOwn;
  if (first === 'slip') return hasOwn && !(isReachedOnly(agreements) && areOtherNames(pair));
  const areTwoNames = first === 'variant' || areOtherNames(pair);
  if (areTwoNames && isOther(agreements.of('email'))) return beside.length > 1;
  if (areTwoNames && isOther(agreements.of('phone')) && !hasOwn) return false;
  // Another person with this name may live in the same town.
  const isPlaceAlone = beside.every((thing) => thing === 'address') && agreements.of('street').similarity === 0;
  return !isPlaceAlone || (things.size > 0 && !isReachedElsewhere(agreements));
}

/** Returns whether the records contain only mailboxes and phones, which families share. */
function isReachedOnly(agreements: Agreements): boolean {
  return !(['birthDate', 'street', 'city'] as const).some((kind) => agreements.of(kind).isCompared);
}

/** Returns whether these are two given names, such as Elisabeth and Bettina, rather than a name and its typo. */
function areOtherNames(pair: ComparedPair): boolean {
  return (
    !isOneSpelling(pair) &&
    [pair.one, pair.other].every(
      ({
        name: {
          first: [name = ''],
        },
      }) => isGivenName(name) || isNickname(name),
    )
  );
}

function isOneSpelling({ one, other }: ComparedPair): boolean {
  return one.name.first[0] === other.name.first[0];
}

/** Returns whether numbered mailboxes or a different phone, e-mail or street suggest two people with this name. */
function isReachedElsewhere(agreements: Agreements): boolean {
  const differing = ELSEWHERE.filter(
    (kind) =>
      isOther(agreements.of(kind)) ||
      (kind === 'email' && agreements.of(kind).isCompared && saysLittle(kind, agreements)) ||
      (kind === 'street' && !agreements.of(kind).isCompared && isOther(agreements.of('city'))),
  );
  return differing.length > 0 || (agreements.of('email').value === undefined && agreements.areNumbered());
}
const ELSEWHERE: readonly GroundKind[] = ['email', 'phone', 'street', 'company'];

const IN_COMMON: ReadonlySet<string> = new Set(['address', 'phone', 'company', 'account']);
const THINGS: readonly (readonly [thing: string, fields: RegExp])[] = [
  ['email', /mail(?!ing)/i],
  ['name', /name/i],
  ['phone', /phone/i],
  ['account', /iban|bank_?account/i],
  ['company', /company|account/i],
  ['address', /street|city|postal|state|country/i],
];

/** Returns the group of a field. All parts of an address form one group. */
const thingOf = (field: string): string => THINGS.find(([, fields]) => fields.test(field))?.[0] ?? field;

function unlessShared(...values: readonly (SharedValue | undefined)[]): Grounds {
  const own = values.filter((value) => value !== undefined);
  return own.length === 0 ? 'none' : { unlessShared: own };
}

/**
 * Minimum similarity of two spellings of the same street. Oak Hill and Pine Hill, which share one of two words, are
 * below.
 */
const ONE_STREET: Similarity = 5_000;
/** Similarity of dates with one different digit, or a missing day. */
const NEAR_DATE: Similarity = 8_000;

/** Returns whether a name is not a person's: Walk-in Customer, Hotel Guest. */
function isNobody({ name: { first, last } }: ComparedPair['one']): boolean {
  return first.length + last.length > 1 && [...first, ...last].every((word) => nobody.has(word));
}

/** Returns whether these may be father and son, named after the grandfather: Khalid Hassan, Hassan Khalid. */
function isFatherAndSon({ one, other, names }: ComparedPair): boolean {
  const isBearer = ({ name: { first, last } }: ComparedPair['one']) =>
    [...first, ...last].every((word) => patronymics.has(word));
  return names.isSwapped && isBearer(one) && isBearer(other);
}

/**
 * Returns whether an agreement is weak: numbered e-mail addresses at the same domain, birth dates that only share the
 * year, or streets that share only one of several words. Values that are only similar are weak if another value
 * differs, because another person with this name may live a few doors away.
 */
function saysLittle(kind: GroundKind, agreements: Agreements, pair?: ComparedPair): boolean {
  // Although Dirk is short for Theodorus, they are relatives if they share an address, but not phone or e-mail.
  if (kind === 'street' && pair !== undefined && areOtherNames(pair))
    if (isOther(agreements.of('phone')) || isOther(agreements.of('email'))) return true;
  if (kind === 'birthDate' && agreements.isYearAlone()) return true;
  if (kind === 'phone' || kind === 'street' || kind === 'birthDate') {
    const { similarity, value } = agreements.of(kind);
    if (kind === 'street' && similarity < ONE_STREET) return true;
    if (kind === 'street' && agreements.of('postalCode').value === undefined && agreements.isOtherHouse()) return true;
    const isNear = kind === 'birthDate' ? similarity <= NEAR_DATE : value === undefined;
    return isNear && REACHED.some((each) => each !== kind && isOther(agreements.of(each)));
  }
  if (kind !== 'email' || agreements.of(kind).value !== undefined) return false;
  return agreements.areNumbered() || agreements.isMailboxOfName();
}

/** Returns whether both work for the same company, in the same town, and the company is not named after the person. */
function isOneCompany({ one }: ComparedPair, agreements: Agreements): boolean {
  const { similarity, value } = agreements.of('company');
  if (similarity === 0 || isOther(agreements.of('city')) || agreements.areNumbered()) return false;
  const name = new Set([...one.name.first, ...one.name.last]);
  return value === undefined || !words(fold(value.text)).every((word) => name.has(word));
}

function isMarkedOnce({ one, other }: ComparedPair): boolean {
  return (one.name.generation === '') !== (other.name.generation === '');
}

/** Returns whether one record repeats all values of the other, without a first name: a form that was sent twice. */
function saysTheSame({ one, other }: ComparedPair): boolean {
  if (one.name.first.length > 0 || other.name.first.length > 0) return false;
  const said = Object.entries(one.texts).filter(([, text]) => text !== '');
  return said.every(([field, text]) => (other.texts[field] ?? '').toLowerCase() === text.toLowerCase());
}

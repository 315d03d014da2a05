import type { ComparedPair } from '../contradictions/contradiction.js';
import type { SharedValue } from './agreement.js';
import { nobodyWords } from '../lists/placeholder-lists.js';
import { patronymics } from '../lists/nicknames.js';
import { fold, words } from '../text/fold.js';
import { isOther, type Agreements, type Grounds, type GroundKind } from './grounds.js';

const nobody: ReadonlySet<string> = new Set(nobodyWords);

const OWN: readonly GroundKind[] = ['email', 'phone', 'birthDate'];
const BESIDE_NAMES: readonly GroundKind[] = [...OWN, 'street'];

/**
 * Grounds for two records of people that nothing contradicts. The names decide how much it takes: where first and
 * last name agree, one thing that is neither name nor place; where the first name is not known, may be another one, or
 * the last name is another one, something of the person's own: an e-mail address, a phone, a birth date beside either.
 */
export function personGrounds(pair: ComparedPair, agreements: Agreements): Grounds {
  const { first, last } = pair.names;
  if (isNobody(pair.one) || isNobody(pair.other)) return 'none';
  const valueOf = (kind: GroundKind) =>
    kind === 'birthDate' && agreements.isYearAlone() ? undefined : agreements.of(kind).value;
  if (isFatherAndSon(pair) && valueOf('birthDate') === undefined)
    return agreements.hasIdentifier() || agreements.hasOther() ? 'enough' : 'none';
  if (first === 'same' && last === 'same') {
    // A son is not his father: what a household shares does not tell them apart.
    const agrees = isMarkedOnce(pair)
      ? OWN.some((kind) => valueOf(kind) !== undefined)
      : BESIDE_NAMES.some((kind) => agreements.of(kind).similarity > 0 && !saysLittle(kind, agreements)) ||
        isOneCompany(pair, agreements) ||
        agreements.hasParent();
    return agrees || agreements.hasIdentifier() || agreements.hasOther() ? 'enough' : 'none';
  }
  if (agreements.hasIdentifier() || agreements.hasOther()) return 'enough';
  const email = agreements.of('email');
  const isRoleMailbox = agreements.isRoleMailbox();
  const [phone, birthDate, street] = [valueOf('phone'), valueOf('birthDate'), valueOf('street')];
  // Two mailboxes, each of its own, speak for two people whose names may be two.
  const hasOtherMailbox = email.isCompared && email.value === undefined;
  const ownMailbox = isRoleMailbox ? undefined : email.value;
  const atHome = birthDate !== undefined && (phone !== undefined || street !== undefined);
  if (last === 'other') {
    if (first !== 'same') return 'none';
    return atHome ? 'enough' : unlessShared(ownMailbox);
  }
  // A phone beside a mailbox of a role is the firm's; beside a last name alone, the family's.
  const isHouseholds = first === 'unknown' && last === 'same';
  const ownPhone = isRoleMailbox || isHouseholds || (hasOtherMailbox && last === 'same') ? undefined : phone;
  if (first === 'variant' && last === 'same' && !hasOtherMailbox && (birthDate || street)) return 'enough';
  if (first === 'unknown' && last === 'same' && saysTheSame(pair)) return 'enough';
  if (last === 'unknown' && atHome) return 'enough';
  return unlessShared(ownMailbox, ownPhone);
}

function unlessShared(...values: readonly (SharedValue | undefined)[]): Grounds {
  const own = values.filter((value) => value !== undefined);
  return own.length === 0 ? 'none' : { unlessShared: own };
}

/** Walk-in Customer, Hotel Guest. */
function isNobody({ name: { first, last } }: ComparedPair['one']): boolean {
  return first.length + last.length > 1 && [...first, ...last].every((word) => nobody.has(word));
}

/** Khalid Hassan, the son of Hassan Khalid: last names that are fathers' first names. */
function isFatherAndSon({ one, other, names }: ComparedPair): boolean {
  const isBearer = ({ name: { first, last } }: ComparedPair['one']) =>
    [...first, ...last].every((word) => patronymics.has(word));
  return names.isSwapped && isBearer(one) && isBearer(other);
}

/**
 * Whether all that makes two e-mail addresses alike is that one domain has numbered them, or two birth dates, that they
 * are of one year.
 */
function saysLittle(kind: GroundKind, agreements: Agreements): boolean {
  if (kind === 'birthDate') return agreements.isYearAlone();
  return kind === 'email' && agreements.of(kind).value === undefined && agreements.areNumbered();
}

/**
 * Whether both are of one company: not where it is in two towns, as a chain's, where it is called as the person is, or
 * where it tells the two apart by the numbers of their mailboxes.
 */
function isOneCompany({ one }: ComparedPair, agreements: Agreements): boolean {
  const { similarity, value } = agreements.of('company');
  if (similarity === 0 || isOther(agreements.of('city')) || agreements.areNumbered()) return false;
  const name = new Set([...one.name.first, ...one.name.last]);
  return value === undefined || !words(fold(value.text)).every((word) => name.has(word));
}

function isMarkedOnce({ one, other }: ComparedPair): boolean {
  return (one.name.generation === '') !== (other.name.generation === '');
}

/** Whether neither record has a first name and all that one says, the other one says as well: the same sent again. */
function saysTheSame({ one, other }: ComparedPair): boolean {
  if (one.name.first.length > 0 || other.name.first.length > 0) return false;
  const said = Object.entries(one.texts).filter(([, text]) => text !== '');
  return said.every(([field, text]) => (other.texts[field] ?? '').toLowerCase() === text.toLowerCase());
}

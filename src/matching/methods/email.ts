import { domainToUnicode } from 'node:url';
import { hashEnd, hashPart, hashStart, hashText, hashUnit } from '../../runtime/memory/hash.js';
import { freeMailDomains, dotlessDomains, roleAddresses, sameProvider } from '../lists/mail.js';
import { entriesOf, wordSet, type UserLists } from '../lists/method-lists.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut } from '../text/fold.js';
import { halfHashes, halfHashesAsked } from '../text/segments.js';

/**
 * E-mail addresses (RFC 5321). The normal form is in lower case, without plus tag, without dots if the provider ignores
 * dots, and with one domain for googlemail and gmail. One typo is tolerated in the local part or the domain. A typo in
 * a well-known domain (`gmial.com`) is corrected. Two kinds of matches are weak evidence: the same local part at a
 * different domain, and role addresses (info@, sales@) at the same domain. Colleagues do not match. Keys: halves of
 * local part and domain with their length (one edit), the local part alone if it is long enough, and the company's
 * domain for role addresses.
 */
const FLOOR: Similarity = 3_500;
const DOMAIN_TYPO: Similarity = 9_500;
/** Similarity of two spellings of an unknown domain. Each may be another company's domain. */
const UNKNOWN_DOMAIN_TYPO: Similarity = 8_500;
const DIGIT_DIFFERS: Similarity = 5_000;
export const OTHER_DOMAIN: Similarity = 4_000;
const OTHER_ROLE: Similarity = 3_500;
/**
 * Minimum length of a local part for a typo in it to be tolerated. Shorter local parts that differ belong to different
 * people.
 */
const SHORTEST_WITH_TYPO = 5;
/**
 * Minimum length of a domain, including the suffix, for a typo in it to be tolerated. Shorter domains must be equal.
 */
const SHORTEST_DOMAIN_WITH_TYPO = 9;
const SHORTEST_ALONE = 6;
const LONGEST = 254;
const KEPT_DOMAINS = 1 << 10;

const LOCAL_SEED = 51;
const ALONE_SEED = 52;
const ROLE_SEED = 53;

interface Email {
  readonly text: string;
  readonly local: string;
  readonly domain: string;
  /** The domain, corrected if it is a typo of a well-known domain. */
  readonly intended: string;
  readonly isRole: boolean;
  readonly isFree: boolean;
}

export function email(lists: UserLists): MatchMethod<Email> {
  const free = new Set([...freeMailDomains, ...entriesOf(lists, 'free-mail').map((entry) => entry.toLowerCase())]);
  const roles = wordSet(roleAddresses, lists, 'role-addresses');
  const intended = typoTable(free);
  return {
    name: 'email',
    kind: 'own',
    hasSeveral: true,
    // Many addresses consist of a name, so people with the same name have similar addresses.
    sharedBy: ['household', 'mailbox', 'namesake'],
    types: ['email', 'string'],
    usualFor: [{ type: 'email' }],
    texts: /^[^@\s]+@[^@\s]+$/,
    besideNames: { key: 'email', title: 'E-mail' },
    blanks: ({ email }) => email,
    floor: FLOOR,
    normalise: (raw) => normalise(raw.join(' ')),
    prepare(text) {
      const at = text.lastIndexOf('@');
      const local = at < 0 ? text : text.slice(0, at);
      const domain = at < 0 ? '' : text.slice(at + 1);
      const right = intended(domain);
      return { text, local, domain, intended: right, isRole: roles.has(local), isFree: free.has(right) };
    },
    compare,
    retrieval: {
      kind: 'keys',
      keys: (value) => keys(value, halfHashes),
      probes: (value) => keys(value, halfHashesAsked),
    },
  };
}

function normalise(raw: string): string {
  let text = raw
    .slice(0, 4 * LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim();
  const open = text.lastIndexOf('<');
  if (open >= 0) {
    const close = text.indexOf('>', open);
    text = text.slice(open + 1, close < 0 ? undefined : close);
  }
  text = text.replace(/[\s<>"]/g, '');
  while (text.startsWith('mailto:')) text = text.slice(7);
  // eslint-disable-next-line regexp/no-super-linear-move -- the text has at most 254 characters
  text = cut(text, LONGEST).replace(/[.,;]+$/, '');
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  let domain = text.slice(at + 1);
  let local = text.slice(0, at);
  if (domain.includes('xn--')) domain = domainToUnicode(domain).normalize('NFKC') || domain;
  domain = domain.replace(MAIL_HOST, '');
  domain = sameProvider.get(domain) ?? domain;
  const plus = local.indexOf('+');
  if (plus > 0) local = local.slice(0, plus);
  if (dotlessDomains.has(domain)) local = local.replace(/\./g, '');
  return local === '' && domain === '' ? '' : `${local}@${domain}`;
}

function compare(a: Email, b: Email): Similarity {
  if (a.text === b.text) return FULL;
  if (a.intended !== b.intended) {
    if (a.local !== b.local || a.isRole || a.local.length < SHORTEST_ALONE) return 0;
    return isTypo(a.domain, b.domain) ? UNKNOWN_DOMAIN_TYPO : OTHER_DOMAIN;
  }
  const typo = a.domain === b.domain ? FULL : DOMAIN_TYPO;
  if (a.local === b.local) return typo;
  if (a.isRole || b.isRole) return a.isRole && b.isRole && !a.isFree && a.domain !== '' ? OTHER_ROLE : 0;
  const long = Math.max(a.local.length, b.local.length);
  if (Math.min(a.local.length, b.local.length) < SHORTEST_WITH_TYPO || osaDistance(a.local, b.local, 1) > 1) return 0;
  // Providers number addresses, so anna1 and anna2 are usually two people.
  if (digitsOf(a.local) !== digitsOf(b.local)) return DIGIT_DIFFERS;
  return Math.floor(((FULL - 8_000 / long) * typo) / FULL);
}

/** Mail server in a company's domain: `mail.acme.com`, but not `mail.com.tr`. */
const MAIL_HOST = /^(?:(?:e?mail|webmail|smtp|mx)\d?\.)+(?=[^.]{4,}\.[a-z.]+$)/;

function isTypo(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= SHORTEST_DOMAIN_WITH_TYPO && osaDistance(a, b, 1) <= 1;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function keys(value: Email, ofHalves: (text: string, seed: number) => number[]): number[] {
  const domain = hashText(value.intended, LOCAL_SEED);
  const { local } = value;
  const found = local.length < SHORTEST_WITH_TYPO ? [hashText(local, domain)] : ofHalves(local, domain);
  if (value.isRole) {
    if (!value.isFree) found.push(hashText(value.intended, ROLE_SEED));
  } else if (local.length >= SHORTEST_ALONE) found.push(hashText(local, ALONE_SEED));
  return found;
}

/** Returns a function that corrects domains one edit away from a known domain. Caches, because domains recur. */
function typoTable(known: ReadonlySet<string>): (domain: string) => string {
  const byVariant = new Map<number, string[]>();
  for (const domain of known) {
    if (domain.length < 8) continue;
    for (const variant of variantsOf(domain)) {
      const list = byVariant.get(variant);
      if (list === undefined) byVariant.set(variant, [domain]);
      else list.push(domain);
    }
  }
  const find = (domain: string) => {
    if (domain.length < 7 || domain.length > 30 || known.has(domain)) return domain;
    for (const variant of variantsOf(domain)) {
      const candidates = byVariant.get(variant);
      if (candidates) for (const candidate of candidates) if (osaDistance(domain, candidate, 1) <= 1) return candidate;
    }
    return domain;
  };
  const kept = new Array<[domain: string, right: string] | undefined>(KEPT_DOMAINS).fill(undefined);
  return (domain) => {
    const place = hashText(domain) & (KEPT_DOMAINS - 1);
    let known = kept[place];
    if (known?.[0] !== domain) kept[place] = known = [domain, find(domain)];
    return known[1];
  };
}

function variantsOf(domain: string): number[] {
  const { length } = domain;
  const all = [hashText(domain)];
  let before = hashStart();
  for (let i = 0; i < length; i++) {
    all.push(hashEnd(hashPart(before, domain, i + 1, length)));
    before = hashUnit(before, domain.charCodeAt(i));
  }
  return all;
}

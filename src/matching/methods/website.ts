import { shippedList } from '../lists/shipped-list.js';
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut, fold } from '../text/fold.js';

/**
 * Compares websites by registrable domain (Public Suffix List, by tldts). Scheme, `www.`, subdomains, port and path are
 * ignored. On hosts with many sites, the first path segment or the subdomain is the site. Weaker matches: the same name
 * with a different suffix, and a typo. Normal form: `acme.com`, `facebook.com/acme`. Keys: the name without suffix,
 * with up to one character deleted.
 */
const FLOOR: Similarity = 7_000;
/** Two spellings of the same name: `müller.de` and `mueller.de`. */
export const OTHER_SPELLING: Similarity = 9_900;
/** One name with two suffixes: `acme.de` and `acme.com`. */
export const OTHER_SUFFIX: Similarity = 7_500;
const TYPO: Similarity = 8_500;
const TYPO_AND_SUFFIX: Similarity = FLOOR;
const SHORTEST_WITH_TYPO = 5;
const LONGEST = 200;

const shared = new Set(shippedList('shared-hosts'));
/** Hosts whose subdomains belong to owners, as in the private section of the Public Suffix List (`github.io`). */
const builders = new Set(shippedList('site-builders'));
/** Makes tldts treat the list's private section (`github.io`) as public suffixes. */
const PRIVATE = { allowPrivateDomains: true };
/** Path segments before the owner's name. */
const PATH_KINDS = new Set(
  'company in pages profile user channel c shop str biz people groups view site place maps p rooms'.split(' '),
);
/** The number of a page, which has one owner. */
const NUMBERED_PAGE = /[?&/](?:cid|ftid|place_id|id)[=:]([\w:-]+)|place_id:([\w-]+)/;
const SAME_HOST = new Map(
  Object.entries({ 'twitter.com': 'x.com', 'fb.com': 'facebook.com', 'fb.me': 'facebook.com', 'm.me': 'facebook.com' }),
);

interface Website {
  readonly text: string;
  /** The domain without public suffix. On hosts with many sites, the domain with the owner's path. */
  readonly label: string;
  readonly suffix: string;
}

export function website(): MatchMethod<Website> {
  const keys = ({ label }: Website) => deletionKeys(label, label.length < SHORTEST_WITH_TYPO ? 0 : 1, 61);
  return {
    name: 'website',
    kind: 'own',
    hasSeveral: true,
    sharedBy: ['household', 'branch'],
    types: ['url', 'string'],
    usualFor: [{ type: 'url' }],
    texts: /^(?:https?:\/\/|www\.)\S+$/i,
    besideNames: { key: 'website', title: 'Website' },
    blanks: ({ words }) => words,
    floor: FLOOR,
    normalise: (raw) => normalise(raw.join(' ')),
    prepare,
    compare,
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

function normalise(raw: string): string {
  const text = cut(raw.slice(0, 1_000).normalize('NFKC').toLowerCase().normalize('NFKC').trim(), LONGEST);
  const spaceless = text.replace(/\s/g, '');
  const address = oneSpelling(spaceless.replace(/^(?:[a-z]{2,6}:\/*)*/, ''));
  const { domain: own, hostname, subdomain } = parse(address, PRIVATE);
  const found = own !== null && hostname !== null && shared.has(hostname) ? hostname : own;
  // eslint-disable-next-line regexp/no-super-linear-move -- at most 200 characters come here
  if (found === null || hostname === null) return address.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const domain = SAME_HOST.get(found) ?? found;
  if (builders.has(domain) && subdomain !== null && subdomain !== '' && subdomain !== 'www') {
    return `${subdomain.replace(/^www\./, '')}.${domain}`;
  }
  if (!shared.has(domain)) return domain;
  const owner = ownerOf(address);
  return owner === undefined ? domain : `${domain}/${owner}`;
}

/** Unifies spellings of international domain names, and addresses of blogs by country and of maps. */
function oneSpelling(address: string): string {
  let text = address;
  if (text.includes('xn--')) {
    const end = text.search(/[/?#:]/);
    const host = end < 0 ? text : text.slice(0, end);
    const decoded = domainToUnicode(host).normalize('NFKC');
    if (decoded !== '') text = decoded + text.slice(host.length);
  }
  if (text.includes('.blogspot.'))
    text = text.replace(/\.blogspot\.[a-z]{2,3}(?:\.[a-z]{2})?(?=[/?#:]|$)/, '.blogspot.com');
  return text.includes('google.') ? text.replace(/^(?:www\.)?google\.[a-z.]{2,6}\/maps\b/, 'maps.google.com') : text;
}

/** Returns the page number in the URL or, if there is none, the first path segment. */
function ownerOf(address: string): string | undefined {
  const slash = address.search(/[/?]/);
  if (slash < 0) return undefined;
  const behind = address.slice(slash);
  const path = behind.split(/[?#]/, 1)[0]!.replace(/^\/hotel\/[a-z]{2}(?=\/)/, '');
  const parts = path.split('/').filter(Boolean);
  const at = parts.findIndex((part) => !PATH_KINDS.has(part) && !part.endsWith('.php'));
  // In "pages/Corner-Bakery/1234567", the number identifies the page.
  if (parts[at - 1] === 'pages' && /^\d{4,}$/.test(parts[at + 1] ?? '')) return parts[at + 1];
  const number = at < 0 || parts.includes('maps') ? NUMBERED_PAGE.exec(behind) : null;
  return number?.[1] ?? number?.[2] ?? parts[at];
}

/**
 * Returns whether two addresses at the same domain are two sites: each subdomain or path has a word of the name, and
 * the domain has none.
 * @param normal normal form of both
 * @param names words of the name, and its acronyms
 */
export function areTwoSites(both: readonly string[], normal: string, names: readonly string[]): boolean {
  const [a, b] = both.map((raw) => {
    const address = cut(
      raw
        .toLowerCase()
        .trim()
        .replace(/^(?:https?:\/\/)?(?:www\.)?/, ''),
      LONGEST,
    );
    const { domain, domainWithoutSuffix, subdomain } = parse(address, PRIVATE);
    const page = `${subdomain ?? ''}/${address.split(/[?#]/, 1)[0]!.split('/').slice(1).filter(Boolean).join('/')}`;
    return { domain, label: domainWithoutSuffix ?? '', page };
  }) as [Site, Site];
  if (a.domain !== normal || b.domain !== normal || a.page === b.page) return false;
  const isIn = (text: string, from: number) => names.some((name) => name.length >= from && text.includes(name));
  return !isIn(a.label, 2) && [a, b].every(({ page }) => isIn(page, SHORTEST_IN_PAGE));
}
interface Site {
  readonly domain: string | null;
  readonly label: string;
  readonly page: string;
}
const SHORTEST_IN_PAGE = 4;

/** Returns whether a website is only a host with many sites, without page or subdomain. */
export function isHost(normalised: string): boolean {
  if (shared.has(normalised) || builders.has(normalised)) return true;
  const { isPrivate, domain } = parse(normalised, PRIVATE);
  return isPrivate === true && domain === null;
}

function prepare(text: string): Website {
  const slash = text.indexOf('/');
  if (slash >= 0) return { text, label: text, suffix: '' };
  const { domainWithoutSuffix, publicSuffix, domain } = parse(text, PRIVATE);
  if (domainWithoutSuffix === null || publicSuffix === null || domain !== text)
    return { text, label: text, suffix: '' };
  return { text, label: spelledOut(domainWithoutSuffix), suffix: publicSuffix };
}

/** Writes the label in ASCII, because many companies own both domains. */
function spelledOut(label: string): string {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(label) ? label : fold(label.replace(/[äöü]/g, '$&e'));
}

function compare(a: Website, b: Website): Similarity {
  if (a.text === b.text) return FULL;
  if (a.label === b.label) return a.suffix === b.suffix ? OTHER_SPELLING : OTHER_SUFFIX;
  // Pages on the same host often differ only in a number.
  if (a.suffix === '' && b.suffix === '' && a.label.replace(/\D/g, '') !== b.label.replace(/\D/g, '')) return 0;
  if (Math.min(a.label.length, b.label.length) < SHORTEST_WITH_TYPO || osaDistance(a.label, b.label, 1) > 1) return 0;
  return a.suffix === b.suffix ? TYPO : TYPO_AND_SUFFIX;
}

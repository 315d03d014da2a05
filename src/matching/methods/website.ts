import { parse } from 'tldts';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { osaDistance } from '../text/edit-distance.js';
import { cut } from '../text/fold.js';

/**
 * Websites by their registrable domain (Public Suffix List, by tldts): scheme, `www.`, sub-domains, port and path
 * vanish. On hosts that many share (social networks, shop and page builders) the first part of the path or the
 * sub-domain is the site. The same name under another suffix (`acme.de`, `acme.com`) is weaker, and so is a typo.
 * Normal form: `acme.com`, `facebook.com/acme`. Keys: the name without suffix, with up to one character deleted.
 */
const FLOOR: Similarity = 7_000;
const OTHER_SUFFIX: Similarity = 7_500;
const TYPO: Similarity = 8_500;
const TYPO_AND_SUFFIX: Similarity = FLOOR;
const SHORTEST_WITH_TYPO = 5;
const LONGEST = 200;

/** Hosts whose path names the owner. */
const shared = new Set(
  'facebook.com linkedin.com twitter.com x.com instagram.com youtube.com tiktok.com pinterest.com github.com etsy.com ebay.com ebay.de yelp.com xing.com vk.com medium.com'.split(
    ' ',
  ),
);
/** Hosts whose sub-domain names the owner. */
const builders = new Set(
  'wixsite.com wordpress.com blogspot.com weebly.com squarespace.com jimdo.com jimdofree.com tumblr.com webnode.com'.split(
    ' ',
  ),
);
/** Path parts that come before the owner's name. */
const PATH_KINDS = new Set('company in pages profile user channel c shop str biz people groups'.split(' '));

interface Website {
  readonly text: string;
  /** The name that was registered, without public suffix; with the owner's path on shared hosts. */
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
  const address = spaceless.replace(/^(?:[a-z]{2,6}:\/*)*/, '');
  const { domain, hostname, subdomain } = parse(address);
  if (domain === null || hostname === null) return address.replace(/[?#].*$/, '').replace(/\/+$/, '');
  if (builders.has(domain) && subdomain !== null && subdomain !== '' && subdomain !== 'www') {
    return `${subdomain.replace(/^www\./, '')}.${domain}`;
  }
  if (!shared.has(domain)) return domain;
  const slash = address.indexOf('/');
  const path =
    slash < 0
      ? []
      : address
          .slice(slash)
          .split(/[/?#]+/)
          .filter(Boolean);
  const owner = path.find((part) => !PATH_KINDS.has(part));
  return owner === undefined ? domain : `${domain}/${owner}`;
}

/** Whether a normal form is a host of many without the page or the sub-domain of one. */
export function isHost(normalised: string): boolean {
  return shared.has(normalised) || builders.has(normalised);
}

function prepare(text: string): Website {
  const slash = text.indexOf('/');
  if (slash >= 0) return { text, label: text, suffix: '' };
  const { domainWithoutSuffix, publicSuffix, domain } = parse(text);
  if (domainWithoutSuffix === null || publicSuffix === null || domain !== text)
    return { text, label: text, suffix: '' };
  return { text, label: domainWithoutSuffix, suffix: publicSuffix };
}

function compare(a: Website, b: Website): Similarity {
  if (a.text === b.text) return FULL;
  if (a.label === b.label) return OTHER_SUFFIX;
  if (Math.min(a.label.length, b.label.length) < SHORTEST_WITH_TYPO || osaDistance(a.label, b.label, 1) > 1) return 0;
  return a.suffix === b.suffix ? TYPO : TYPO_AND_SUFFIX;
}

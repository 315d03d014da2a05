import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { isTransposition, osaDistance } from '../text/edit-distance.js';
import { fold } from '../text/fold.js';

/**
 * Postal codes in the formats of the Universal Postal Union, in upper case, without country prefix (`D-80331`).
 * `12345-6789` and `12345` are nearly equal. Weaker matches: only the British outward code (`SW1A`) is equal; one wrong
 * character; two swapped characters. Normal form: `12345`, `12345-6789`, `SW1A 1AA`. All other codes lose their
 * separators. Keys: the base code with up to one character deleted, and the outward code.
 */
const FLOOR: Similarity = 5_500;
const SAME_BASE: Similarity = 9_700;
const OTHER_ADD_ON: Similarity = 9_400;
const SWAPPED: Similarity = 8_000;
const ONE_OFF: Similarity = 7_000;
const OUTWARD_ONLY: Similarity = 7_500;
const SAME_OUTWARD: Similarity = 5_500;

const BRITISH = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/;
const OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const COUNTRY_PREFIX = /^[A-Z]{1,3}-(?=\d)/;
const LONGEST = 16;
const BASE_SEED = 31;
const OUTWARD_SEED = 32;

interface PostalCode {
  readonly text: string;
  readonly base: string;
  /** The last four digits of a US ZIP+4 code. */
  readonly addOn: string;
  /** The British outward code, or `''` for other codes. */
  readonly outward: string;
  readonly outwardOnly: boolean;
}

export function postalCode(): MatchMethod<PostalCode> {
  return {
    name: 'postalCode',
    kind: 'place',
    sharedBy: [],
    types: ['string', 'textarea'],
    usualFor: [{ name: /PostalCode$/i }],
    besideNames: { key: 'address', title: 'Address' },
    blanks: ({ postalCode }) => postalCode,
    floor: FLOOR,
    nearest: SAME_BASE,
    normalise: (raw) => normalise(fold(raw.join(' '), 128).toUpperCase().trim()),
    prepare,
    compare,
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}

function normalise(text: string): string {
  const code = text
    // eslint-disable-next-line regexp/no-super-linear-move -- at most 128 characters come here
    .replace(/\s*-\s*/g, '-')
    .replace(COUNTRY_PREFIX, '')
    .replace(/[^A-Z0-9\u0080-\uffff]/g, '')
    .slice(0, LONGEST);
  if (/^\d{9}$/.test(code)) return `${code.slice(0, 5)}-${code.slice(5)}`;
  const british = BRITISH.exec(code);
  return british === null ? code : `${british[1]} ${british[2]}`;
}

function prepare(text: string): PostalCode {
  const dash = text.indexOf('-');
  const space = text.indexOf(' ');
  const outwardOnly = OUTWARD.test(text);
  return {
    text,
    base: dash > 0 ? text.slice(0, dash) : text,
    addOn: dash > 0 ? text.slice(dash + 1) : '',
    outward: space > 0 ? text.slice(0, space) : outwardOnly ? text : '',
    outwardOnly,
  };
}

function compare(a: PostalCode, b: PostalCode): Similarity {
  if (a.text === b.text) return FULL;
  if (a.base === b.base) return a.addOn === '' || b.addOn === '' ? SAME_BASE : OTHER_ADD_ON;
  const outward =
    a.outward === b.outward && a.outward !== '' ? (a.outwardOnly || b.outwardOnly ? OUTWARD_ONLY : SAME_OUTWARD) : 0;
  if (Math.min(a.base.length, b.base.length) < 4 || osaDistance(a.base, b.base, 1) > 1) return outward;
  return Math.max(outward, isTransposition(a.base, b.base) ? SWAPPED : ONE_OFF);
}

function keys(code: PostalCode): number[] {
  const found = deletionKeys(code.base, code.base.length < 4 ? 0 : 1, BASE_SEED);
  if (code.outward !== '') found.push(hashText(code.outward, OUTWARD_SEED));
  return found;
}

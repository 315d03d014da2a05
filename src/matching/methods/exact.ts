import { hashText } from '../../runtime/memory/hash.js';
import type { MatchMethod } from '../method.js';
import { isNumberOfParty } from '../contradictions/identifiers.js';
import { equalityMethod } from './equality.js';

/**
 * The product's EQUAL: case is ignored, white space counts; Unicode NFC. White space alone is blank. Long values are
 * cut and get a hash of the whole.
 */
const LIMIT = 512;

export function exact(): MatchMethod<string> {
  return equalityMethod({
    name: 'exact',
    learnedFor: [{ type: 'boolean' }, { type: 'reference' }, { name: { test: isNumberOfParty } }],
    // Codes.
    texts: /^[-+]?[\d.,]+$/,
    blanks: ({ any }) => any,
    normalise(raw) {
      const text = foldCase(raw.join('\n'));
      if (text.trim() === '') return '';
      if (text.length <= LIMIT) return text;
      const whole = `…${text.length}:${hashText(text).toString(16)}${hashText(text, 1).toString(16)}`;
      return foldCase(text.slice(0, LIMIT - whole.length - 1)) + whole;
    },
  });
}

/** Lower case in Unicode NFC; idempotent. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.normalize('NFC').toLowerCase();
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/matching/text/fold.js';
import { figuresOf } from '../../src/matching/text/romanise.js';
import { rowsOf } from '../support/entries.js';

describe('scripts that imply vowels or join letters', () => {
  it.each(
    rowsOf<[string, string]>(`
    शर्मा → sharma | राजकुमार → rajkumar | अनन्या → ananya | कृष्ण → krishna | सिंह → singh | हरप्रीत → harprit
    সুব্রত → subrata | ਹਰਪ੍ਰੀਤ → harprit | રમેશ → ramesh | முருகன் → murugan | செந்தில் → senthil
    శ్రీనివాస → srinivasa | ಕಾರ್ತಿಕ್ → kartik | മേനോൻ → menon | Ευθυμίου → efthymiou | Παύλος → pavlos
    Αγγελική → angeliki
  `),
  )('writes %s as %s', (written, latin) => expect(fold(written)).toBe(latin));

  it('leaves nothing to fold, in any order of letters and signs', () => {
    const indic = fc.integer({ min: 0x0900, max: 0x0d7f }).map((code) => String.fromCharCode(code));
    const letters = fc.array(fc.oneof(indic, fc.constantFrom('α', 'υ', 'ύ', 'γ', 'a', ' ', '-', '\u200d')));
    fc.assert(
      fc.property(letters, (all) => {
        const folded = fold(all.join(''));
        expect(fold(folded)).toBe(folded);
      }),
    );
  });

  it('reads Chinese figures up to 99', () => {
    const digits = Array.from('〇一二三四五六七八九');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), (value) => {
        const [tens, ones] = [Math.floor(value / 10), value % 10];
        const written = `${tens > 1 ? digits[tens]! : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones]! : ''}`;
        expect(figuresOf(written)).toBe(String(value));
      }),
    );
  });
});

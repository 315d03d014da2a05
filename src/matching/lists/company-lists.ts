import type { CompanyLists, Phrase } from '../methods/company/company.js';
import { LegalForms } from '../methods/company/legal-form.js';
import { fold, words } from '../text/fold.js';
import { entriesOf, oncePerLists, wordSet, type UserLists } from './method-lists.js';
import { shippedList } from './shipped-list.js';

const legalForms = shippedList('legal-forms');
const companyStopWords = shippedList('company-stop-words');
const commonCompanyWords = shippedList('company-common-words');
const companyAbbreviations = sides('company-abbreviations');
const companyPhrases = sides('company-phrases');
const places = shippedList('places');

function sides(name: string): [string, string][] {
  return shippedList(name).map((line) => line.split(' = ') as [string, string]);
}

/**
 * User lists: `legal-forms` (one form per line), `company-stop-words`, `company-common-words`, `places`, and
 * `company-abbreviations` (`short = word` per line).
 */
export const companyLists = oncePerLists((lists): CompanyLists => {
  const forms = new Map<string, string>();
  const add = (code: string, spelling: string) => {
    const all = words(fold(spelling));
    forms.set(all.join(' '), code);
    // In a normal form, consecutive single letters are one word.
    if (all.length > 1) forms.set(lettersJoined(all).join(' '), code);
  };
  for (const line of legalForms) {
    const colon = line.indexOf(':');
    for (const spelling of line.slice(colon + 1).split('|')) add(line.slice(0, colon), spelling);
  }
  for (const entry of entriesOf(lists, 'legal-forms')) add(words(fold(entry)).join(''), entry);
  return {
    legalForms: new LegalForms(forms),
    stopWords: wordSet(companyStopWords, lists, 'company-stop-words'),
    commonWords: wordSet(commonCompanyWords, lists, 'company-common-words'),
    abbreviations: abbreviationsOf(lists),
    phrases: phrasesOf(companyPhrases),
    places: wordSet(places, lists, 'places'),
  };
});

function lettersJoined(all: readonly string[]): string[] {
  const joined: string[] = [];
  let letters = '';
  for (const word of [...all, '']) {
    if (word.length === 1) letters += word;
    else {
      if (letters !== '') joined.push(letters);
      letters = '';
      if (word !== '') joined.push(word);
    }
  }
  return joined;
}

function abbreviationsOf(lists: UserLists): ReadonlyMap<string, string> {
  const all = new Map(companyAbbreviations);
  for (const entry of entriesOf(lists, 'company-abbreviations')) {
    const [short = '', word = ''] = entry.split('=').map((side) => words(fold(side)).join(''));
    if (short !== '' && word !== '') all.set(short, word);
  }
  return all;
}

function phrasesOf(written: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const [text, stands] of written) {
    const phrase = { words: text.split(' '), stands };
    const first = phrase.words[0]!;
    phrases.set(
      first,
      [...(phrases.get(first) ?? []), phrase].sort((a, b) => b.words.length - a.words.length),
    );
  }
  return phrases;
}

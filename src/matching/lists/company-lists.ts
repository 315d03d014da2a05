import type { CompanyLists } from '../methods/company/company.js';
import { fold, words } from '../text/fold.js';
import { commonCompanyWords, companyAbbreviations, companyStopWords, legalForms, places } from './company-words.js';
import { entriesOf, wordSet, type UserLists } from './method-lists.js';

/** Lists of the company methods; user lists: `legal-forms` (one form a line), `company-stop-words`, `company-common-words`, `places`. */
export function companyLists(lists: UserLists): CompanyLists {
  const forms = new Map<string, string>();
  const add = (code: string, spelling: string) => {
    const all = words(fold(spelling));
    forms.set(all.join(' '), code);
    // The normal form writes single letters in a row as one word.
    if (all.length > 1) forms.set(lettersJoined(all).join(' '), code);
  };
  for (const line of legalForms) {
    const colon = line.indexOf(':');
    for (const spelling of line.slice(colon + 1).split('|')) add(line.slice(0, colon), spelling);
  }
  for (const entry of entriesOf(lists, 'legal-forms')) add(words(fold(entry)).join(''), entry);
  return {
    legalForms: forms,
    stopWords: wordSet(companyStopWords, lists, 'company-stop-words'),
    commonWords: wordSet(commonCompanyWords, lists, 'company-common-words'),
    abbreviations: companyAbbreviations,
    places: wordSet(places, lists, 'places'),
  };
}

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

import type { MethodTraits } from '../method-traits.js';
import { FULL, type MatchMethod } from '../method.js';
import { compareCompanies, type Strength } from './company/compare-companies.js';
import { normaliseCompany, prepareCompany, termsOf, type Company, type CompanyLists } from './company/company.js';

/**
 * Company names, in three strengths. A fixed table weights words by how common they are in company names. An inverse
 * document frequency (Spärck Jones 1972) would let scores change over time. Words match in any order, with typos
 * (optimal string alignment), abbreviations, joined or split words, and acronyms. Places and numbers distinguish
 * branches and funds.
 */
const light: Strength = {
  floor: 5_500,
  weights: { name: 1, common: 0.3, stop: 0.05, place: 0.2, number: 0.5 },
  conflict: 1,
  extra: 0.15,
  extraBranch: 0.2,
  otherForm: 1,
  formMissing: 1,
  otherNumber: 0.9,
  acronym: 8_500,
  edits: 2,
};

const normal: Strength = {
  floor: 6_000,
  weights: { name: 1, common: 0.4, stop: 0.05, place: 0.6, number: 0.8 },
  conflict: 1.3,
  extra: 0.3,
  extraBranch: 0.7,
  otherForm: 0.97,
  formMissing: 0.99,
  otherNumber: 0.8,
  acronym: 8_000,
  edits: 2,
};

const strict: Strength = {
  floor: 7_000,
  weights: { name: 1, common: 0.7, stop: 0.1, place: 1, number: 1 },
  conflict: 1.6,
  extra: 0.6,
  extraBranch: 1,
  otherForm: 0.85,
  formMissing: 0.97,
  otherNumber: 0.6,
  acronym: 0,
  edits: 1,
};

const lightTraits: Partial<MethodTraits> = {
  learnedFor: [{ name: /^Name$/, recordsOf: 'company', isOnly: false }],
};
const normalTraits: Partial<MethodTraits> = {
  usualFor: [{ name: /^(?:Company|CompanyName|AccountName)(?:__c)?$/i }, { name: /^Name$/, object: 'Account' }],
  // Alone, the lenient method finds too many pairs.
  learnedFor: [{ name: /^Name$/, recordsOf: 'company', isOnly: true }],
};

export function companyNames(lists: CompanyLists): MatchMethod<Company>[] {
  return [
    companyName('companyNameLight', light, lists, lightTraits),
    companyName('companyName', normal, lists, normalTraits),
    companyName('companyNameStrict', strict, lists),
  ];
}

function companyName(
  name: string,
  strength: Strength,
  lists: CompanyLists,
  traits?: Partial<MethodTraits>,
): MatchMethod<Company> {
  return {
    name,
    kind: 'companyName',
    types: ['string', 'textarea'],
    blanks: ({ company }) => company,
    ...traits,
    floor: strength.floor,
    nearest: FULL - 50,
    normalise: normaliseCompany,
    prepare: (normalised) => prepareCompany(normalised, lists),
    compare: (a, b) => compareCompanies(a, b, strength),
    retrieval: {
      kind: 'terms',
      terms: (company) => termsOf(company, true),
      probeTerms: (company) => termsOf(company, false),
    },
  };
}

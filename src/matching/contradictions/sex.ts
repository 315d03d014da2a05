import { shippedGroups } from '../lists/shipped-list.js';
import { fold, words } from '../text/fold.js';
import { differingOf, type ContradictionKind, type Party } from './contradiction.js';

const wordSet = (text: string) => new Set(text.trim().split(/\s+/));
const SEX_OF = shippedGroups('forms-of-address');
/** Words in last names of Sikhs, Malays and Arabs that show a person's sex. */
const MALE_LAST = wordSet('singh bin ibn');
const FEMALE_LAST = wordSet('kaur binti binte bint');
const NEITHER = wordSet('dr prof professor dott ing mag dipl rev hon');

/** Records that show different sexes by form of address, gender, or name. */
export const sex: ContradictionKind = {
  name: 'sex',
  title: 'different sexes',
  reads: ({ name }, isPerson) =>
    isPerson &&
    /^(?:salutation|gender(?:_?identity)?|sex|anrede|geschlecht|sexe|sexo|sesso|civilite)(?:__c)?$/i.test(name),
  find(pair, fields) {
    for (const field of fields) {
      const both = differingOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = [sexOf(both[0]), sexOf(both[1])];
      if (a !== undefined && b !== undefined && a !== b) return { kind: 'sex', field, one: both[0], other: both[1] };
    }
    const ofNames = [sexOfLastName(pair.one), sexOfLastName(pair.other)] as const;
    const [a, b] =
      ofNames[0] && ofNames[1] ? ofNames : ([sexOfParty(pair.one, fields), sexOfParty(pair.other, fields)] as const);
    if (a === undefined || b === undefined || a.sex === b.sex) return undefined;
    return { kind: 'sex', field: [...new Set([a.field, b.field])].join('+'), one: a.text, other: b.text };
  },
};

function sexOf(text: string): 'male' | 'female' | undefined {
  const folded = fold(text);
  const all = words(folded).filter((word) => !NEITHER.has(word));
  if (all.length === 0) return undefined;
  // In "Sig.ra" and "Sr.ª", the ending follows the period of the abbreviation.
  const glued = /[a-z]\.[a-z]/.test(folded) ? words(folded.replace(/\./g, '')) : [];
  if (glued.length > 0 && glued.every((word) => SEX_OF.get(word) === 'female')) return 'female';
  if (all.every((word) => SEX_OF.get(word) === 'male')) return 'male';
  return all.every((word) => SEX_OF.get(word) === 'female') ? 'female' : undefined;
}

/** Returns the sex that a last name shows (Singh: male, Kaur: female). Counts only if both last names show a sex. */
function sexOfLastName({ texts }: Party) {
  const text = texts['LastName'] ?? '';
  if (!/sing|kaur|bin|ibn/i.test(text)) return undefined;
  const all = words(fold(text));
  const [isMale, isFemale] = [all.some((word) => MALE_LAST.has(word)), all.some((word) => FEMALE_LAST.has(word))];
  return isMale === isFemale ? undefined : { sex: isMale ? 'male' : 'female', field: 'LastName', text };
}

function sexOfParty({ texts }: Party, fields: readonly string[]) {
  for (const field of fields) {
    const text = texts[field] ?? '';
    const of = sexOf(text);
    if (of !== undefined) return { sex: of, field, text };
  }
  const [title = ''] = (texts['FirstName'] ?? '').trim().split(/\s+/);
  const isTitle = /\.$/.test(title) || /^(?:herr|frau|mister|monsieur|madame|signora|señora|señor)$/i.test(title);
  const of = isTitle && title.replace('.', '').length > 1 ? sexOf(title) : undefined;
  return of && { sex: of, field: 'FirstName', text: texts['FirstName']! };
}

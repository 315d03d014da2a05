import { baseName, nameWithout } from '../../matching/methods/without-words.js';

/**
 * Lists that the product ships, by the kind of our methods that weigh such words themselves. Their words are not in an
 * export.
 */
const STANDARD: ReadonlyMap<string, RegExp> = new Map([
  ['name', /^(?:personName|fullName)/],
  ['person-names', /^(?:personName|fullName)/],
  ['company', /^companyName/],
  ['street', /^street/],
  ['email', /^email/],
  ['common', /^(?:text|companyName)/],
]);

/** Outcome for a field's list of frequent words. */
export type FrequentWords =
  /** The method that is to be used, and how near it comes. */
  { readonly method: string; readonly note?: string } | { readonly leftOut: string };

/**
 * The method that leaves out a field's frequent words. An export names the list, not its words: they are taken from
 * `lists/frequent-NAME.txt` where that is there. Without it, the words of a list that the product ships are left to our
 * methods, which weigh common words themselves; those of an organisation's own list are missing.
 *
 * @param list as the export names it: `COMPANY`, `CUSTOM1`
 * @param method ours for the field
 * @param known names of the lists of frequent words that there are
 */
export function withFrequentWords(list: string, method: string, known: ReadonlySet<string>): FrequentWords {
  const words = list.toLowerCase().split(/[^a-z0-9]/);
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 60);
  if (known.has(name)) return { method: nameWithout(baseName(method), name) };
  const file = `lists/frequent-${name}.txt`;
  const weighs = STANDARD.get(name);
  if (weighs === undefined)
    return {
      leftOut: `the export names the frequent words ${list} without the words themselves: put them into ${file} and import again`,
    };
  const note = weighs.test(method)
    ? `${method} weighs frequent words itself instead of the product's list ${list}; words in ${file} would be left out`
    : `the words of the product's list ${list} are compared like all others; words in ${file} would be left out`;
  return { method, note };
}

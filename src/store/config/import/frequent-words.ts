import { baseName, nameWithout } from '../../../matching/methods/without-words.js';

/** The product's built-in word lists, whose words are in no export. Our methods already weigh such words. */
const STANDARD: ReadonlyMap<string, RegExp> = new Map([
  ['name', /^(?:personName|fullName)/],
  ['person-names', /^(?:personName|fullName)/],
  ['company', /^companyName/],
  ['street', /^street/],
  ['email', /^email/],
  ['common', /^(?:text|companyName)/],
]);

export type FrequentWords = { readonly method: string; readonly note?: string } | { readonly leftOut: string };

/**
 * Returns the method that ignores a field's frequent words. An export names the list, but not its words. The
 * file `lists/frequent-NAME.txt`, if it exists, has the words. Otherwise, a built-in list needs no words, because our
 * methods already weigh common words, and an organisation's own list is reported as missing.
 *
 * @param list its name in the export: `COMPANY`, `CUSTOM1`
 * @param method our method for the field
 * @param known names of the lists of frequent words in the folder
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
      leftOut: `the export refers to the word list ${list} but does not contain its words: save them in ${file} and import again`,
    };
  const note = weighs.test(method)
    ? `${method} determines frequent words itself instead of using the list ${list}; to ignore words, save them in ${file}`
    : `words in the list ${list} are compared like all other words; to ignore words, save them in ${file}`;
  return { method, note };
}

import { english } from './texts/en/index.js';

/** The same shape with any words: functions keep what they take, lists their length. */
type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Worded<T[K]> };
export type Texts = Worded<typeof english>;

/** Languages beside English, each a folder of `texts` that is loaded where somebody reads it. */
const LANGUAGES: Readonly<Record<string, () => Promise<Texts>>> = {};
/** Key of the browser's storage under which the language that was chosen stands. */
const CHOSEN = 'likeness.language';

/** Every text of the console, in the language of whoever looks: not to be read before the page is drawn. */
export let texts: Texts = english;
export let language = 'en';

/** Names of the languages, in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English' };

/** Loads the language that was chosen in this browser, or the first that it asks for and that is there. */
export async function loadTexts(): Promise<void> {
  const asked = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]!);
  const found = asked.find((tag) => tag in LANGUAGE_NAMES) ?? 'en';
  const load = LANGUAGES[found];
  if (load === undefined) return;
  texts = await load();
  language = found;
  document.documentElement.lang = found;
}

/** The page is loaded again with it. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

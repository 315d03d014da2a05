import { setTexts, type Texts } from '../texts.js';

/** Languages beside English, each a file of `texts` that is loaded where somebody reads it. */
const LANGUAGES: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('../texts/german.js')).german,
  nl: async () => (await import('../texts/dutch.js')).dutch,
};
/** Names of the languages, in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { de: 'Deutsch', en: 'English', nl: 'Nederlands' };
/** Key of the browser's storage under which the language that was chosen stands. */
const CHOSEN = 'likeness.language';

/** The language that was chosen in this browser, or the first that it asks for and that is there. */
function asked(): string {
  const tags = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]!);
  return tags.find((tag) => tag in LANGUAGE_NAMES) ?? 'en';
}

export async function loadTexts(): Promise<void> {
  const found = asked();
  const load = LANGUAGES[found];
  if (load === undefined) return;
  // Without them the page is in English rather than empty.
  const words = await load().catch(() => undefined);
  if (words === undefined) return;
  setTexts(words, found);
  document.documentElement.lang = found;
}

/** The page is loaded again with it. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

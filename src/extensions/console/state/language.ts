import { setTexts, type Texts } from '../texts.js';

/** Languages in addition to English, each a file that is loaded on demand. */
const LANGUAGES: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('../../../../data/texts/de.json')).default,
  nl: async () => (await import('../../../../data/texts/nl.json')).default,
};
/** Names of the languages, in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { de: 'Deutsch', en: 'English', nl: 'Nederlands' };
/** Storage key of the chosen language. */
const CHOSEN = 'likeness.language';

/** The chosen language of this browser, or its first preferred one that is available. */
function asked(): string {
  const tags = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]!);
  return tags.find((tag) => tag in LANGUAGE_NAMES) ?? 'en';
}

export async function loadTexts(): Promise<void> {
  const found = asked();
  const load = LANGUAGES[found];
  if (load === undefined) return;
  // Without its texts the page is in English.
  const words = await load().catch(() => undefined);
  if (words === undefined) return;
  setTexts(words, found);
  document.documentElement.lang = found;
}

export function chooseLanguage(tag: string): void {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

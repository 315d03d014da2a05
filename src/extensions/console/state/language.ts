import { setTexts, type Texts } from '../texts.js';

/** Languages in addition to English, each in a file that is loaded on demand. */
const LANGUAGES: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('../../../../data/texts/de.json')).default,
  nl: async () => (await import('../../../../data/texts/nl.json')).default,
};
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { de: 'Deutsch', en: 'English', nl: 'Nederlands' };
/** Storage key of the chosen language. */
const CHOSEN = 'likeness.language';

/** Returns the language chosen in this browser, or the browser's first preferred language that is available. */
function asked(): string {
  const tags = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]!);
  return tags.find((tag) => tag in LANGUAGE_NAMES) ?? 'en';
}

export async function loadTexts(): Promise<void> {
  const found = asked();
  const load = LANGUAGES[found];
  if (load === undefined) return;
  // If the labels cannot be loaded, the page is in English.
  const words = await load().catch(() => undefined);
  if (words === undefined) return;
  setTexts(words, found);
  document.documentElement.lang = found;
}

export function chooseLanguage(tag: string): void {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

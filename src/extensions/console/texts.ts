import english from '../../../data/texts/en.json' with { type: 'json' };

/** The type of all labels. The English file defines the type, and the other languages implement it. */
export type Texts = typeof english;

/** Every label of the console in the user's language. Must not be read before the page is drawn. */
export let texts: Texts = english;

/** The language tag, such as `en`. */
export let language = 'en';

export function setTexts(found: Texts, tag: string): void {
  texts = found;
  language = tag;
}

/** Formats a label for the middle of a sentence. Abbreviations keep their capitals, and so do German labels. */
export const inSentence = (label: string): string =>
  language === 'de' || /[A-Z]{2}/u.test(label) ? label : label.toLowerCase();

/** Returns the name of a client. Actions of the command line and of the service itself have no client. */
export const clientText = (id: string, name: string | null | undefined): string =>
  textOf(texts.settings.audit.who, id) ?? name ?? id;

/** Looks up a label in a group by a name that the service sent. `undefined` for an unknown name. */
export const textOf = (group: Readonly<Record<string, string>>, name: string): string | undefined => group[name];

/**
 * Fills the placeholders of a string, written in a subset of the ICU message syntax. `{0}` is the first value, and `{0,
 * select, 1 {{0} row} other {{0} rows}}` chooses a string by that value. An empty value chooses `none`.
 */
export function say(text: string, ...values: readonly (string | number | boolean)[]): string {
  let at = 0;
  /** Returns the filled string up to the closing brace or the end, and moves past the brace. */
  const fill = (): string => {
    let filled = '';
    for (; at < text.length && text[at] !== '}'; at += 1) filled += text[at] === '{' ? placeholder() : text.charAt(at);
    at += 1;
    return filled;
  };
  /** Returns the value or chosen string of the placeholder at `at`, and leaves `at` on the closing brace. */
  const placeholder = (): string => {
    const [head, number, isChoice] = /^\{(\d+)(, select,)?/.exec(text.slice(at))!;
    const value = String(values[Number(number)]);
    at += head.length;
    if (isChoice === undefined) return value;
    const choices = new Map<string, string>();
    for (let key; (key = /^ (\S+) \{/.exec(text.slice(at))) !== null;) {
      at += key[0].length;
      choices.set(key[1]!, fill());
    }
    return choices.get(value === '' ? 'none' : value) ?? choices.get('other')!;
  };
  return fill();
}

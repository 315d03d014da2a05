import english from '../../../data/texts/en.json' with { type: 'json' };

/** The file of English texts gives the shape; the other languages fill it. */
export type Texts = typeof english;

/** Every text of the console in the user's language; do not read it before the page is drawn. */
export let texts: Texts = english;

/** Its tag, as `en`. */
export let language = 'en';

export function setTexts(found: Texts, tag: string): void {
  texts = found;
  language = tag;
}

/** A label in the middle of a sentence; abbreviations keep their capitals, and German its nouns'. */
export const inSentence = (label: string): string =>
  language === 'de' || /[A-Z]{2}/u.test(label) ? label : label.toLowerCase();

/** One of a group of texts by a name that comes from the service; `undefined` for an unknown name. */
export const textOf = (group: Readonly<Record<string, string>>, name: string): string | undefined => group[name];

/**
 * Fills the placeholders of a text, written in a part of the syntax of ICU messages: `{0}` is the first value, and
 * `{0, select, 1 {{0} row} other {{0} rows}}` chooses by it. The empty value chooses `none`.
 */
export function say(text: string, ...values: readonly (string | number | boolean)[]): string {
  let at = 0;
  /** The filled text up to the closing brace or the end; reads past the brace. */
  const fill = (): string => {
    let filled = '';
    for (; at < text.length && text[at] !== '}'; at += 1) filled += text[at] === '{' ? placeholder() : text.charAt(at);
    at += 1;
    return filled;
  };
  /** The value or the chosen text of the placeholder that opens at `at`; leaves `at` on its closing brace. */
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

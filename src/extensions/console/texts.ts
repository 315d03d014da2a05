import { english } from './texts/english.js';

/** The same shape with any texts: functions keep their parameters, lists their length. */
type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Worded<T[K]> };
export type Texts = Worded<typeof english>;

/** Every text of the console in the user's language; do not read it before the page is drawn. */
export let texts: Texts = english;

/** Its tag, as `en`. */
export let language = 'en';

export function setTexts(found: Texts, tag: string): void {
  texts = found;
  language = tag;
}

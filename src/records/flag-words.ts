const YES = new Set(
  't y yes on x ✓ ✔ ☑ checked ja j oui vrai wahr waar si sí sì vero verdadero sim verdadeiro igen tak да evet kyllä はい 是'.split(
    ' ',
  ),
);
const NO = new Set(
  'f n no off ☐ unchecked nein non faux falsch onwaar não nao falso nee nej nem nie нет hayır ei いいえ 否'.split(' '),
);

/** Parses a word that means yes or no. Returns `undefined` for all other strings, including `true` and `1`. */
export function flagIn(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

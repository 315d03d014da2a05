/** In the languages of Europe, a spreadsheet's true and false, a tick and a number. Without accents. */
const YES =
  'yes y true t 1 same thesame match duplicate x ✓ ✔ ja j wahr gleich oui vrai si s vero verdadero sim verdadeiro ' +
  'tak prawda ano pravda igen igaz kylla tosi sand sant sann da waar да ναι';
const NO =
  'no n false f 0 different notsame notthesame nomatch notduplicate notaduplicate ✗ ✘ nein falsch verschieden non ' +
  'faux falso nao nie falsz ne nepravda nem hamis ei epatosi falsk usand usant nu nee onwaar нет οχι';

const words = new Map([
  ...YES.split(' ').map((word) => [word, true] as const),
  ...NO.split(' ').map((word) => [word, false] as const),
]);

/** @returns `undefined` for an empty cell or a question mark (undecided); `'unknown'` for any other word */
export function readSame(cell: string): boolean | undefined | 'unknown' {
  const word = cell
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s'"=()]/gu, '')
    .toLowerCase()
    .replace('ł', 'l')
    .replace(/^([01])[.,]0*$/, '$1');
  if (word === '' || /^\?+$/.test(word)) return undefined;
  return words.get(word) ?? 'unknown';
}

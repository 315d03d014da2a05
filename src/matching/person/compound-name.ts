/**
 * Given names with two parts. Siblings may share a part: Xiaoming and Xiaohong, Seojun and Seoyun, Abdulkarim and
 * Abdulkadir. Syllables follow Hanyu Pinyin, the Revised Romanization of Korean, and other common spellings.
 */
const PINYIN: readonly RegExp[] = [
  /^(?:zh|ch|sh|[bpmfdtnlgkhzcs])?(?:ai|ao|an|ang|en|eng|ei|ou|ong|u|uo|ui|un|ua|uan|uai|uang|a|e|i)$/,
  /^[jqx](?:i|ia|iao|ie|iu|ian|in|iang|ing|iong|u|ue|uan|un)$/,
  /^[bpmdtnl](?:iao|ie|ian|in|ing|iang|iu|o|ia)$/,
  /^y(?:a|ao|e|i|o|ou|an|in|ang|ing|ong|u|ue|uan|un)$/,
  /^w(?:a|ai|an|ang|o|ei|en|eng|u)$/,
  /^r(?:ui|ong|u|un|uo|an|ou|en|i)$/,
];
const KOREAN: readonly RegExp[] = [
  /^(?:kk|tt|pp|ss|jj|ch|sh|[gkndtrlmbpsjh])?(?:yeo|yae|you|yoo|wae|woo|e[ou]|ae|oe|ui|oo|ee)(?:ng|[knmlp])?$/,
  /^(?:kk|tt|pp|ss|jj|ch|sh|[gkndtrlmbpsjh])?(?:y[aeou]|w[aoei]|[aeiou])(?:ng|[knmlp])?$/,
];
/** Wade-Giles syllables as most people write them, without diacritics. */
const TAIWANESE =
  /^(?:hs|ch|sh|ts|tz|ss|[pmftnlkhjwy])?(?:i|ia|iao|ieh|ien|in|iang|ing|iu|iung|ai|ao|an|ang|en|eng|ei|ou|ung|ui|uei|u|uo|un|ua|uan|uai|uang|ueh|a|eh|ih|erh|o)$/;
/** Syllables that only Korean names have. Other pairs of syllables may be a name in any language. */
const KOREAN_ALONE =
  /eo|eu|yeo|yoo|hyu|hyo|hye|woo|joo|soo|ji|min|su|ju|jun|joon|hoon|hun|jin|ha|bin|seok|hee|hui|kyu|gye/;
const SERVANT = /^abd(?:[aeou][lnrszdt])?/;
const SHORTEST_ATTRIBUTE = 3;

export const isKoreanSyllable = (word: string): boolean =>
  word.length >= 2 && word.length <= 5 && KOREAN.some((pattern) => pattern.test(word));

/** Returns whether a word can be one of two syllables joined by a hyphen: Ji-young, Hsiao-ming. */
export const isSyllable = (word: string): boolean =>
  [...KOREAN, ...PINYIN, TAIWANESE].some((pattern) => pattern.test(word));

const SHORTEST_COMPOUND = 5;

export const isCompound = (name: string): boolean =>
  name.length >= SHORTEST_COMPOUND && [KOREAN, PINYIN].some((syllable) => splits(name, syllable).next().done === false);

/**
 * Returns a spelling for each way to read a word as one or two Korean syllables, or none if the word may be in any
 * language. For a Chinese given name, returns the Wade-Giles spelling, which does not separate all pinyin syllables.
 */
export function romanisedForms(word: string): string[] {
  const chinese = chineseForms(word);
  if (word.length < SHORTEST_KOREAN || !KOREAN_ALONE.test(word)) return chinese;
  const forms = Array.from(splits(word, KOREAN), (both) => both.map(koreanSpelling).join(' '));
  if (isKoreanSyllable(word)) forms.push(koreanSpelling(word));
  return [...forms, ...chinese];
}
const SHORTEST_KOREAN = 3;

function chineseForms(word: string): string[] {
  if (word.length < SHORTEST_COMPOUND) return [];
  const forms = Array.from(splits(word, PINYIN), (both) => both.map(taiwaneseSpelling).join('-'));
  return forms.length > 0 ? forms : Array.from(splits(word, [TAIWANESE]), (both) => both.join('-'));
}

/** Converts a pinyin syllable to Wade-Giles: xiao to hsiao, zhi to chih. */
function taiwaneseSpelling(syllable: string): string {
  return syllable
    .replace(/^([zcs]h|r)i$/, '$1ih')
    .replace(/^[zc]i$/, 'tzu')
    .replace(/^si$/, 'ssu')
    .replace(/^you$/, 'yu')
    .replace(/ian$|(?<=y)an$/, 'ien')
    .replace(/^yien$/, 'yen')
    .replace(/([iyu])e$/, '$1eh')
    .replace(/(?<=[gkh])e$|(?<=^[dtnlzcsr]h?)uo$/, 'o')
    .replace(/(?<=[gk])ui$/, 'uei')
    .replace(/ong$/, 'ung')
    .replace(/^(?:zh|j|q)/, 'ch')
    .replace(/^x/, 'hs')
    .replace(/^(?:z|c)(?!h)/, 'ts')
    .replace(/^b/, 'p')
    .replace(/^d/, 't')
    .replace(/^g/, 'k')
    .replace(/^r/, 'j');
}

/** Compares two compound names part by part. Returns `undefined` if they are not compounds of the same kind. */
export function relateCompounds(a: string, b: string): 'same' | 'two' | undefined {
  if (a.startsWith('abd') && b.startsWith('abd')) return relateServants(a, b);
  const [x, y] = [a, b].map((name) => splits(name, PINYIN).next().done === true);
  if (x !== y) return chineseForms(a).some((form) => chineseForms(b).includes(form)) ? 'same' : undefined;
  return relateSyllables(a, b, KOREAN, koreanSpelling) ?? relateSyllables(a, b, PINYIN, (syllable) => syllable);
}

function relateServants(a: string, b: string): 'same' | 'two' | undefined {
  const [x, y] = [a.replace(SERVANT, ''), b.replace(SERVANT, '')];
  if (x.length < SHORTEST_ATTRIBUTE || y.length < SHORTEST_ATTRIBUTE) return undefined;
  const [consonantsX, consonantsY] = [consonantsOf(x), consonantsOf(y)];
  return consonantsX === consonantsY ? 'same' : sortedLetters(x) === sortedLetters(y) ? undefined : 'two';
}

const consonantsOf = (text: string): string => text.replace(/[aeiouy]+/g, '').replace(/(.)\1+/g, '$1');
const sortedLetters = (text: string): string => Array.from(text).sort().join('');

function relateSyllables(
  a: string,
  b: string,
  syllable: readonly RegExp[],
  spelling: (syllable: string) => string,
): 'same' | 'two' | undefined {
  if (syllable !== PINYIN && !(KOREAN_ALONE.test(a) && KOREAN_ALONE.test(b))) return undefined;
  let found: 'same' | 'two' | undefined;
  for (const [x, y] of splits(a, syllable))
    for (const [v, w] of splits(b, syllable)) {
      const [first, second] = [spelling(x) === spelling(v), spelling(y) === spelling(w)];
      if (first && second) return 'same';
      if (first !== second) found = 'two';
    }
  return found;
}

function* splits(text: string, syllable: readonly RegExp[]): Generator<readonly [string, string], void> {
  const isOne = (part: string) => syllable.some((pattern) => pattern.test(part));
  for (let at = 1; at < text.length; at++) {
    const [first, second] = [text.slice(0, at), text.slice(at)];
    if (isOne(first) && isOne(second)) yield [first, second];
  }
}

/** Unifies romanisations of Korean syllables: Sung is Seong, Joon is Jun, Young is Yeong. */
function koreanSpelling(syllable: string): string {
  return syllable
    .replace(/^(?:yeo|you|yoo)/, 'yu')
    .replace(/yeo|you|yoo/, 'yu')
    .replace(/woo/, 'u')
    .replace(/eo|eu|oo/, 'u')
    .replace(/ee|ui/, 'i')
    .replace(/ae/, 'e')
    .replace(/^sh/, 's')
    .replace(/^k(?!k)/, 'g')
    .replace(/^t(?!t)/, 'd')
    .replace(/^p(?!p)/, 'b')
    .replace(/^l/, 'r');
}

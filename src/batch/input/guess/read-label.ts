import { fold, words } from '../../../matching/text/fold.js';
import { labelSpellings, type Meaning } from './label-table.js';

/** The meaning of a label. */
export interface LabelReading {
  readonly meaning: Meaning;
  /** The label has a word that is not understood (`postcode_fake`): only the values can confirm it. */
  readonly isDoubtful: boolean;
}

const MOST_WORDS = 6;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Words around a meaning that do not change it: whose value it is, or which of several. */
const qualifiers = new Set(
  `primary main principal preferred default current contact customer client person personal member lead patient
  mailing billing business work office private home company addr address adresse haupt kunden kunde kontakt person
  1 1st first value text raw original`.split(/\s+/),
);

const bySpelling = new Map<string, Meaning>();
for (const [meaning, spellings] of labelSpellings) {
  for (const spelling of spellings) for (const key of keysOf(labelWords(spelling))) addOnce(key, meaning);
}

/** Which address of several a label names, by its first word. */
const addresses: ReadonlyMap<string, string> = new Map([
  ...entries('Billing', 'billing invoice rechnung rechnungs facturation fatturazione facturacion'),
  ...entries('Mailing', 'mailing'),
  ...entries('Shipping', 'shipping delivery ship liefer lieferung livraison spedizione envio'),
  ...entries('Other', 'other'),
]);

/**
 * `first_name`, `FirstName`, `FIRST-NAME (1)` as words; a label is no longer than a line. Words of other scripts stay
 * in them: spelled in Latin letters they would be taken for other words.
 */
export function labelWords(label: string): string[] {
  const spaced = label
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2');
  if (!OTHER_SCRIPT.test(spaced)) return words(fold(spaced));
  const plain = spaced
    .normalize('NFKD')
    .replace(/[\p{Mn}'"’]/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}

/** `undefined` where the label says nothing that is known. */
export function readLabel(label: string): LabelReading | undefined {
  const all = labelWords(label);
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  for (const rest of withoutQualifiers(all)) {
    const meaning = meaningOf(rest);
    if (meaning !== undefined) return { meaning, isDoubtful: false };
  }
  for (const rest of [all.slice(1), all.slice(0, -1)]) {
    const meaning = meaningOf(rest);
    if (meaning !== undefined) return { meaning, isDoubtful: true };
  }
  return undefined;
}

/** The beginning of the address fields that a label asks for: `Billing` of "Billing street". */
export function addressNamedBy(label: string): string | undefined {
  return addresses.get(labelWords(label)[0] ?? '');
}

/** Whether a label is no name at all: empty, `Column 3`, `F7`, `x`. */
export function isUninformative(label: string): boolean {
  return /^(?:column|col|spalte|feld|field|attribute|attr|unnamed|var|[a-z])?[\s_:.-]*\d*$/i.test(
    label.slice(0, 40).trim(),
  );
}

/** Whether a label speaks of a number or code: values that look like telephone numbers or postal codes are none. */
export function isCode(label: string): boolean {
  return labelWords(label).some((word) => codes.has(word));
}

const codes = new Set(
  `id key no nr number num code ssn sin tax vat iban bic passport license licence account acct serial ref reference
  sec social invoice order cluster group hash amount price total betrag nummer numero ustid steuer konto`.split(/\s+/),
);

/** The whole first, then with fewer words: `primary name last` also as `name last`. */
function* withoutQualifiers(all: readonly string[]): Generator<readonly string[]> {
  const isQualifier = (word: string | undefined) => word !== undefined && qualifiers.has(word);
  for (let front = 0; front < all.length && (front === 0 || isQualifier(all[front - 1])); front += 1) {
    for (let end = all.length; end > front && (end === all.length || isQualifier(all[end])); end -= 1)
      yield all.slice(front, end);
  }
}

function meaningOf(all: readonly string[]): Meaning | undefined {
  for (const key of keysOf(all)) {
    const meaning = bySpelling.get(key);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

/** Words written as one (`firstname`), and in any order (`name last`). */
function keysOf(all: readonly string[]): string[] {
  return [all.join(''), [...all].sort().join(' ')];
}

function addOnce(key: string, meaning: Meaning): void {
  if (!bySpelling.has(key)) bySpelling.set(key, meaning);
}

function entries(address: string, spellings: string): [string, string][] {
  return spellings.split(' ').map((word) => [word, address]);
}

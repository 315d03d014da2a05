import { isIdentifierName } from '../../../matching/contradictions/identifiers.js';
import { shippedList } from '../../../matching/lists/shipped-list.js';
import { fold, words } from '../../../matching/text/fold.js';
import { labelSpellings, type Meaning } from './label-table.js';

interface LabelReading {
  readonly meaning: Meaning;
  /** Whether the label has an unknown word (`postcode_fake`), so that only the values can confirm the meaning. */
  readonly isDoubtful: boolean;
}

const MOST_WORDS = 6;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Words that do not change a meaning: the owner of the value, or one of several. */
const qualifiers = new Set(
  `primary main principal preferred default current contact customer client person personal member lead patient
  mailing billing business work office private home company addr address adresse haupt kunden kunde kontakt person
  1 1st first value text raw original user your attendee participant donor student guest subscriber teilnehmer mitglied
  deelnemer klant cliente contacto contatto contato geschaftlich geschaeftlich dienstlich beruflich privat card po sa bill
  legal official officieel child kind kindes enfant nino hijo bambino figlio dziecka ucznia invitee
  tenant patron pupil parent volunteer voter voters resident residences location addresses domicile bureau travail trabajo
  casa lavoro arbeit praca werk prive dom valor valeur wert waarde valore wartosc hodnota direccion indirizzo endereco
  adres adresa adresses direcciones huisadres mail res desc cd
  properties property fields field profile info details data record residence residential physical postal registered of the du de la le del della des der do da van`.split(
    /\s+/,
  ),
);

/** Kinds of address by the first word of a label. */
const addresses: ReadonlyMap<string, string> = new Map([
  ...entries('Billing', 'billing bill invoice rechnung rechnungs facturation fatturazione facturacion'),
  ...entries('Mailing', 'mailing'),
  ...entries('Shipping', 'shipping delivery ship liefer lieferung livraison spedizione envio'),
  ...entries('Other', 'other'),
]);
for (const [word, kind] of addresses) if (kind !== 'Other') qualifiers.add(word);

const bySpelling = new Map<string, Meaning>();
for (const [meaning, spellings] of labelSpellings) {
  for (const spelling of spellings) for (const key of keysOf(labelWords(spelling))) addOnce(key, meaning);
}

/** Splits `first_name`, `FirstName`, `FIRST-NAME (1)` into words. Keeps other scripts, to avoid accidental matches. */
export function labelWords(label: string): string[] {
  const spaced = label
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2');
  if (!OTHER_SCRIPT.test(spaced)) return words(fold(spaced));
  const plain = spaced
    .normalize('NFKD')
    .replace(/[\p{Mn}'"’]/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}

/** Returns the meaning of a label; `undefined` if unknown. */
export function readLabel(label: string): LabelReading | undefined {
  const all = labelWords(label);
  if (all.length === 0) return undefined;
  const explained = withoutNote(label);
  if (explained !== undefined) return explained;
  if (all.length > MOST_WORDS) return ofAlternatives(label);
  for (const rest of withoutQualifiers(all)) {
    const meaning = meaningOf(rest);
    if (meaning !== undefined) return { meaning, isDoubtful: false };
  }
  const named = ofAlternatives(label);
  if (named !== undefined) return named;
  for (const rest of [all.slice(1), all.slice(0, -1)]) {
    const meaning = meaningOf(rest);
    if (meaning !== undefined) return { meaning, isDoubtful: true };
  }
  return undefined;
}

/** Reads `Date of birth (DD/MM/YYYY)`, unless the brackets have a meaning: `Phone (mobile)`, `Address (City)`. */
function withoutNote(label: string): LabelReading | undefined {
  const [, front, note] = /^([^([（]+)[([（]([^)\]）]*)[)\]）]\W*$/u.exec(label.slice(0, 200)) ?? [];
  if (front === undefined || meaningOf(labelWords(label)) !== undefined || readLabel(note!) !== undefined)
    return undefined;
  const reading = readLabel(front);
  return reading?.isDoubtful === false ? reading : undefined;
}

/** Reads a label with alternatives: `State/Province/Region/County/Republic`, or `Company / Last name`, a full name. */
function ofAlternatives(label: string): LabelReading | undefined {
  const parts = label.slice(0, 200).split(/[/|]/).map(labelWords);
  if (parts.length < 2) return undefined;
  const known = parts.map(meaningOf).filter((meaning) => meaning !== undefined);
  const [meaning, ...others] = new Set(known);
  if (meaning === undefined || 2 * known.length < parts.length) return undefined;
  if (others.length === 0) return { meaning, isDoubtful: false };
  return [meaning, ...others].every((one) => OF_NAMES.has(one)) ? { meaning: 'name', isDoubtful: false } : undefined;
}
const OF_NAMES: ReadonlySet<Meaning> = new Set(['company', 'familyName', 'name', 'fullName']);

/** Reads the last question in a label, such as "About you: City". */
export function readAnswer(label: string): Meaning | undefined {
  const answer = /[:>›»]([^:>›»]*)$/u.exec(label.slice(-100))?.[1];
  const reading = answer === undefined ? undefined : readLabel(answer);
  return reading?.isDoubtful === false ? reading.meaning : undefined;
}

/** Reads a label's last words: "Parent/Guardian First Name" and "Eltern Vorname" are first names. */
export function readTail(label: string): Meaning | undefined {
  const all = labelWords(label);
  if (all.length < 2 || all.length > MOST_WORDS) return undefined;
  const last = all.at(-1)!;
  return (all.length > 2 ? meaningOf(all.slice(-2)) : undefined) ?? (last.length > 5 ? meaningOf([last]) : undefined);
}

/** Reads a label without the first words that it shares with one of the other labels. */
export function withoutSharedWords(label: string, labels: readonly string[]): Meaning | undefined {
  const all = labelWords(label);
  if (namesOthers(label)) return undefined;
  const shared = labels.filter((other) => other !== label).map((other) => sharedWords(all, labelWords(other)));
  const rest = all.slice(Math.max(0, ...shared));
  return rest.length > 0 && rest.length < all.length ? meaningOf(rest) : undefined;
}

function sharedWords(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, i) => word !== other[i]);
  return at < 0 ? one.length : at;
}

/** Returns the prefix of address fields, such as `Billing` for "Billing street". */
export function addressNamedBy(label: string): string | undefined {
  return addresses.get(labelWords(label)[0] ?? '');
}

/** Returns whether a label has no meaning: empty, `Column 3`, `F7`, `x`. */
export function isUninformative(label: string): boolean {
  return /^(?:column|col|spalte|feld|field|attribute|attr|unnamed|var|[a-z])?[\s_:.-]*\d*$/i.test(
    label.slice(0, 40).trim(),
  );
}

/** Returns whether a label names a number or code, so that its values are not phone numbers or postal codes. */
export function isCode(label: string): boolean {
  const all = labelWords(label);
  return all.some((word) => codes.has(word)) || isIdentifierName(all.join('_'));
}

/** Returns whether a label names another person: "Emergency phone", "Spouse e-mail". */
export const namesOthers = (label: string): boolean => labelWords(label).some((word) => others.has(word));

const others = new Set(shippedList('other-people').flatMap((line) => line.split(' ')));

const codes = new Set(
  `id key no nr number num code ssn sin tax vat iban bic passport license licence account acct serial ref reference
  sec social invoice order cluster group hash amount price total betrag nummer numero ustid steuer konto`.split(/\s+/),
);

/** Yields the entire label first, then fewer words: `primary name last`, then `name last`. */
function* withoutQualifiers(all: readonly string[]): Generator<readonly string[]> {
  const isQualifier = (word: string | undefined) => word !== undefined && qualifiers.has(word);
  // Removes leading words first: "default address company" is a company.
  for (let end = all.length; end > 0 && (end === all.length || isQualifier(all[end])); end -= 1) {
    for (let front = 0; front < end && (front === 0 || isQualifier(all[front - 1])); front += 1)
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

/** Returns keys for joined words (`firstname`) and for words in any order (`name last`). */
function keysOf(all: readonly string[]): string[] {
  return [all.join(''), [...all].sort().join(' ')];
}

function addOnce(key: string, meaning: Meaning): void {
  if (!bySpelling.has(key)) bySpelling.set(key, meaning);
}

function entries(address: string, spellings: string): [string, string][] {
  return spellings.split(' ').map((word) => [word, address]);
}

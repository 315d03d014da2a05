import { osaDistance } from '../text/edit-distance.js';
import { fold } from '../text/fold.js';
import { differingOf, type ContradictionContext, type ContradictionKind } from './contradiction.js';

const SHORTEST = 4;

/** Fields for numbers that only one person or company has. Excludes record numbers, because duplicates have several. */
const IDENTIFIER =
  /^(?:.*_)?(?:tax(?:payer)?_?(?:id|no|nr|number|code)?|tin|ein|vat(?:_?(?:id|no|nr|number))?|ust_?id(?:_?nr)?|uid(?:_?n(?:r|ummer))|steuer_?(?:nummer|nr|id)|ssn|soc(?:ial)?_?sec(?:urity)?(?:_?(?:id|no|nr|number))?|sozialversicherungs_?nummer|sv_?n(?:r|ummer)|national_?(?:id|insurance)(?:_?(?:no|nr|number))?|nin|nino|nhs_?number|dni|nie|nif|cif|cpf|cnpj|rfc|curp|siren|siret|codice_?fiscale|partita_?iva|bsn|kvk(?:_?nummer)?|pesel|nip|regon|krs|personnummer|cvr|rodne_?cislo|ico|company_?(?:registration|reg)_?(?:no|nr|number)|registration_?(?:no|nr|number)|register_?(?:no|nr|number)|firmenbuch_?n(?:r|ummer)|handelsregister(?:_?n(?:r|ummer))?|lei|abn|acn|(?:company_?)?duns_?(?:number)?)(?:__c)?$/i;

/** Identifiers contradict each other unless they differ only by one wrong character or two swapped characters. */
export const identifier: ContradictionKind = {
  name: 'identifier',
  title: 'different identifiers',
  reads: ({ name }) => isIdentifierName(name),
  find(pair, fields, context) {
    for (const field of fields) {
      const both = differingOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = both.map((text) => identifierOf(text, context)) as [string, string];
      if (a.length >= SHORTEST && b.length >= SHORTEST && osaDistance(a, b, 1) > 1)
        return { kind: 'identifier', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Returns whether a field holds an identifier: `VatNumber__c`, `Tax_ID__c`, `DunsNumber`. */
export function isIdentifierName(name: string): boolean {
  return IDENTIFIER.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/** Returns whether a field holds a bank account number. Households share accounts, and companies have several. */
export function isAccountName(name: string): boolean {
  return /(?:^|_)(?:iban|bank_?account)(?:_?(?:no|nr|number|nummer))?(?:_?\d)?(?:__c)?$/i.test(
    name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'),
  );
}

export function isNumberOfParty(name: string): boolean {
  return isIdentifierName(name) || isAccountName(name);
}

/** Fields for identifiers of a company, even in a person's record. */
const OF_COMPANY =
  /vat|ust|siren|siret|partita|cnpj|kvk|regon|krs|cvr|duns|lei|abn|acn|regist|firmenbuch|company|(?:^|_)(?:ein|cif|ico|uid)/i;

export function isCompanyIdentifier(name: string): boolean {
  return isIdentifierName(name) && OF_COMPANY.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/** Kinds of identifiers, in several languages. A VAT number is a kind of tax number. */
const PURPOSES = [
  /duns|lei(?:__c)?$/i,
  /ssn|sec(?:urity)?|sozial|sv_?n|national|nino?|nhs|dni|nie|cpf|curp|codice|bsn|pesel|personnummer|rodne/i,
  /regis|company_?reg|siren|siret|kvk|krs|regon|firmenbuch|acn|ico/i,
] as const;

/** Returns whether two fields hold the same kind of number: `Ust_Id` and `VatNumber__c`. */
export function areOfOnePurpose(one: string, other: string): boolean {
  if (!isIdentifierName(one) || !isIdentifierName(other)) return false;
  return PURPOSES.every((purpose) => purpose.test(one) === purpose.test(other));
}

/** The country code before a VAT number, and a tax name after it: `IT 01234567890`, `CHE-123.456.788 MWST`. */
const COUNTRY =
  /^(?:AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)(?=(?:[A-Z]*\d){6})/;
const TAX = /(?<=\d)(?:MWST|TVA|IVA|MVA|VAT)$/;

/** Returns the normalised number without country code and tax name, or `''` for a placeholder. */
export function identifierOf(text: string, { placeholders }: Pick<ContradictionContext, 'placeholders'>): string {
  if (placeholders.any(text)) return '';
  const plain = fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  if (placeholders.any(plain) || /^(.)\1*$/.test(plain)) return '';
  return plain.replace(TAX, '').replace(COUNTRY, '');
}

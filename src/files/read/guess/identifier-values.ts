/** Suffix of a field's name. A party may have several accounts (`iban`), but only one of each other number. */
export type IdentifierKind = 'iban' | 'vat' | 'company_reg_no' | 'tax_no' | 'national_id';

interface Format {
  readonly kind: IdentifierKind;
  /**
   * Pattern for the value in upper case, after spaces, periods, slashes and most hyphens are removed. A capture group
   * contains the check digits.
   */
  readonly pattern: RegExp;
  readonly isValid: (digits: string) => boolean;
  /**
   * Whether the check digits are weak evidence. A column of such values is recognised only if it has at least eight
   * values and two of them are equal, which never happens with order numbers.
   */
  readonly isWeak: boolean;
}

/** Minimum share of valid values, because people mistype some. */
const LEAST_VALID = 0.9;
const FEWEST = 3;
const FEWEST_WEAK = 8;
const LOOKED = 500;

const sum = (value: string, weights: readonly number[]) =>
  weights.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
const last = (value: string) => Number(value.at(-1));

function mod97(value: string): number {
  const digits = Array.from(value, (character) => String(parseInt(character, 36))).join('');
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

function isLuhn(value: string): boolean {
  const doubled = Array.from(value, Number).map((digit, i) => ((value.length - i) % 2 === 0 ? digit * 2 : digit));
  return doubled.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
}

/** Checks a number according to ISO 7064, MOD 11,10. */
function isHybrid(value: string): boolean {
  const rest = Array.from(value.slice(0, -1), Number).reduce((all, digit) => (((digit + all) % 10 || 10) * 2) % 11, 10);
  return (rest + last(value)) % 10 === 1;
}

const eleven =
  (...weights: readonly number[]) =>
  (value: string) =>
    [0, 1].some((way) => {
      const rest = sum(value, weights) % 11;
      return (way === 0 ? rest % 10 : ((11 - rest) % 11) % 10) === Number(value[weights.length]);
    });
const isNip = eleven(6, 5, 7, 2, 3, 4, 5, 6, 7);
const isNif = eleven(9, 8, 7, 6, 5, 4, 3, 2);
const isAfm = eleven(256, 128, 64, 32, 16, 8, 4, 2);
const isCpf = (value: string) =>
  eleven(10, 9, 8, 7, 6, 5, 4, 3, 2)(value) && eleven(11, 10, 9, 8, 7, 6, 5, 4, 3, 2)(value);
const isCnpj = (value: string) =>
  eleven(5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)(value) && eleven(6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)(value);
const isBritish = (value: string) =>
  [0, 55].some((more) => (sum(value, [8, 7, 6, 5, 4, 3, 2, 10, 1]) + more) % 97 === 0);
const isBelgian = (value: string) => 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8));
const isDni = (value: string) =>
  'TRWAGMYFPDXBNJZSQVHLCKE'[Number(value.slice(0, -1).replace(/^[XYZ]/, (of) => String('XYZ'.indexOf(of)))) % 23] ===
  value.at(-1);
/** Returns whether a value starts with a birth date `YYMMDD`. In some countries, the month encodes the century. */
const isBorn = (value: string) => /^\d\d(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])/.test(value);
const isPersonnummer = (value: string) => isBorn(value.slice(-10)) && isLuhn(value.slice(-10));
const isPesel = (value: string) => isBorn(value) && sum(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
const isHetu = (value: string) =>
  '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(value.replace(/\D/g, '').slice(0, 9)) % 31] === value.at(-1);
const isChinese = (value: string) =>
  '10X98765432'[sum(value, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === value.at(-1);

const format = (
  kind: IdentifierKind,
  pattern: RegExp,
  isValid: Format['isValid'] = () => true,
  isWeak = false,
): Format => ({ kind, pattern, isValid, isWeak });

const UNCHECKED_VAT = /^(?:AT|BG|CY|CZ|EE|ES|HU|IE|LT|LU|LV|MT|NL|NO|RO|SI|SK)(?=(?:[A-Z]*\d){6})[A-Z\d]{8,12}$/;
const FORMATS: readonly Format[] = [
  format('iban', /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/, (value) => mod97(value.slice(4) + value.slice(0, 4)) === 1),
  format('vat', /^(?:DE|HR)(\d{9}(?:\d\d)?)$/, isHybrid),
  format('vat', /^IT(\d{11})$/, isLuhn),
  format('vat', /^FR[A-Z\d]{2}(\d{9})$/, isLuhn),
  format('vat', /^BE([01]\d{9})$/, isBelgian),
  format('vat', /^(?:GB|XI)(\d{9})$/, isBritish),
  format('vat', /^PL(\d{10})$/, isNip),
  format('vat', /^(?:EL|GR)(\d{9})$/, isAfm),
  format('vat', /^PT(\d{9})$/, isNif),
  format('vat', /^DK(\d{8})$/, eleven(2, 7, 6, 5, 4, 3, 2)),
  format('vat', /^FI(\d{8})$/, eleven(7, 9, 10, 5, 8, 4, 2)),
  format('vat', /^SE(\d{10})01$/, isLuhn),
  format('vat', /^CHE(\d{9})(?:MWST|TVA|IVA)?$/, eleven(5, 4, 3, 2, 7, 6, 5, 4)),
  format('vat', UNCHECKED_VAT, undefined, true),
  format('company_reg_no', /^(?=.*[A-Z])[A-Z\d]{18}\d\d$/, (value) => mod97(value) === 1),
  format('company_reg_no', /^\d{14}$/, (value) => isCnpj(value) || (isLuhn(value) && isLuhn(value.slice(0, 9)))),
  format('national_id', /^(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}$/),
  format('national_id', /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/),
  format('national_id', /^[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]$/),
  format('national_id', /^[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d$/),
  format('national_id', /^[XYZ\d]\d{7}-?[A-Z]$/, isDni),
  format('national_id', /^\d{6}[-+A-FU-Y]\d{3}[\dA-Y]$/, isHetu),
  format('national_id', /^(?:\d\d)?\d{6}[-+]\d{4}$/, isPersonnummer),
  format('national_id', /^\d{6}(?:19|20)\d{9}[\dX]$/, isChinese),
  format('national_id', /^\d{9}-?\d\d$/, isCpf),
  format('national_id', /^\d{11}$/, isPesel),
  format('tax_no', /^[A-ZÑ&]{3,4}\d\d(?:0[1-9]|1[0-2])[0-3]\d[A-Z\d]{3}$/),
  format('tax_no', /^\d{11}$/, (value) => isLuhn(value) || isHybrid(value), true),
  format('tax_no', /^\d{10}$/, isNip, true),
  format('tax_no', /^\d{9}$/, isAfm, true),
  format('tax_no', /^\d{9}$/, isNif, true),
  format('company_reg_no', /^\d{9}$/, isLuhn, true),
];

/** Recognises identifiers by format and check digits, independent of the label. @returns `undefined` if none fits */
export function identifierKindOf(texts: readonly string[]): IdentifierKind | undefined {
  const filled = texts.filter((text) => text !== '').slice(0, LOOKED);
  if (filled.length < FEWEST || !filled.slice(0, 50).some((text) => /(?:\d\D{0,3}){5}/.test(text))) return undefined;
  const values = filled.map((text) => text.toUpperCase().replace(/[\s\u00a0\u202f./]/g, ''));
  const repeats = new Set(values).size < values.length;
  const formatOf = (value: string, wanted: IdentifierKind) => {
    const plain = value.replace(/[-+]/g, '');
    return FORMATS.find(({ kind, pattern, isValid }) => {
      const read = kind === wanted ? pattern.exec(kind === 'national_id' ? value : plain) : null;
      return read !== null && isValid(read[1] ?? plain);
    });
  };
  for (const kind of new Set(FORMATS.map((one) => one.kind))) {
    const found = values.flatMap((value) => formatOf(value, kind) ?? []);
    if (found.length < LEAST_VALID * values.length) continue;
    const isStrong = found.filter(({ isWeak }) => !isWeak).length > found.length / 2;
    if (isStrong || (repeats && values.length >= FEWEST_WEAK)) return kind;
  }
  return undefined;
}

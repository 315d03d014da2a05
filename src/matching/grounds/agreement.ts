import { householdAddresses } from '../lists/mail.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { compareNormalised } from '../score.js';
import { isList, splitValues } from '../text/value-list.js';
import type { ContradictionContext, KindField, Party } from '../contradictions/contradiction.js';

/** A value that both records hold, as far as the method sees no difference. */
export interface SharedValue {
  readonly field: string;
  readonly method: string;
  /** As one of the records holds it. */
  readonly text: string;
}

/** How far two records' values of one kind of field agree. */
export interface Agreement {
  /** Similarity of the two most similar values. */
  readonly similarity: Similarity;
  /** The value, where both hold it. */
  readonly value: SharedValue | undefined;
  /** Whether both records have a value. */
  readonly isCompared: boolean;
}

export const NOT_COMPARED: Agreement = { similarity: 0, value: undefined, isCompared: false };

/** Compares each value of some fields of one record with each of the other's; the best one counts. */
export function agreementOf(
  one: Party,
  other: Party,
  fields: readonly KindField[],
  method: MatchMethod,
  equalFrom: Similarity = FULL,
): Agreement {
  // Most fields are blank in one of the two, and normalising costs more than all else here.
  if (!fillsAny(one, fields) || !fillsAny(other, fields)) return NOT_COMPARED;
  const equal = equalValue(one, other, fields, method);
  if (equal !== undefined) return { similarity: FULL, value: equal, isCompared: true };
  const a = valuesOf(one, fields, method);
  const b = a.length === 0 ? [] : valuesOf(other, fields, method);
  if (b.length === 0) return NOT_COMPARED;
  let similarity = 0;
  let value: SharedValue | undefined;
  for (const x of a) {
    for (const y of b) {
      const found = compareNormalised(method, x.normal, y.normal);
      if (found <= similarity) continue;
      similarity = found;
      value = found >= equalFrom ? { field: y.field, method: method.name, text: y.text } : undefined;
    }
  }
  return { similarity, value, isCompared: true };
}

interface Value {
  readonly field: string;
  readonly text: string;
  readonly normal: string;
}

function fillsAny({ texts }: Party, fields: readonly KindField[]): boolean {
  return fields.some(({ name }) => (texts[name] ?? '') !== '');
}

/** A value that both records hold to the letter in one field, as most do that agree. */
function equalValue(one: Party, other: Party, fields: readonly KindField[], method: MatchMethod) {
  for (const { name } of fields) {
    const text = one.texts[name] ?? '';
    if (text === '' || text !== other.texts[name] || isList(text) || method.normalise([text]) === '') continue;
    return { field: name, method: method.name, text };
  }
  return undefined;
}

function valuesOf({ texts }: Party, fields: readonly KindField[], method: MatchMethod): Value[] {
  const values: Value[] = [];
  for (const { name } of fields)
    for (const text of splitValues(texts[name] ?? '')) {
      const normal = method.normalise([text]);
      if (normal !== '') values.push({ field: name, text, normal });
    }
  return values;
}

/** Whether some address of one and some of the other differ in a number alone: those of two people at one domain. */
export function areNumbered(one: Party, other: Party, fields: readonly KindField[], method: MatchMethod): boolean {
  const [a, b] = [valuesOf(one, fields, method), valuesOf(other, fields, method)];
  const withoutNumbers = (address: string) => {
    const at = address.lastIndexOf('@');
    return address.slice(0, at).replace(/\d/g, '') + address.slice(at);
  };
  return a.some(({ normal: x }) => b.some(({ normal: y }) => x !== y && withoutNumbers(x) === withoutNumbers(y)));
}

/** The method's knowledge of an e-mail address in normal form. */
interface Mailbox {
  readonly local: string;
  readonly isRole: boolean;
}

const FAMILY_AT_END = /(?:family|familie|famille|familia|famiglia)$/;
/** This many letters behind a household's word make another word of it. */
const OTHER_WORD = /^[a-z]{6}/;

function isHousehold(local: string): boolean {
  if (FAMILY_AT_END.test(local)) return true;
  return householdAddresses.some((word) => local.startsWith(word) && !OTHER_WORD.test(local.slice(word.length)));
}

/** Whether an address is nobody's own: of a role, or of a household. */
export function isSharedMailbox(address: string, { method }: Pick<ContradictionContext, 'method'>): boolean {
  const email = method('email');
  const { local, isRole } = email.prepare(email.normalise([address])) as Mailbox;
  return isRole || isNumberedRole(local, email) || isHousehold(local);
}

/** The office of a town or a number: `office.vienna`, `sales2`. */
function isNumberedRole(local: string, email: MatchMethod): boolean {
  const [first = ''] = local.split(/[._\d-]/);
  return first !== local && first !== '' && (email.prepare(`${first}@x.example`) as Mailbox).isRole;
}

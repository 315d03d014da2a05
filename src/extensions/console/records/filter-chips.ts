import type { FieldInfo, ObjectDescription } from '../api/types.js';
import { isNumeric } from './typed-values.js';

/** Comparisons for a field, in everyday words. */
export type ChipComparison =
  | 'contains'
  | 'startsWith'
  | 'is'
  | 'isNot'
  | 'less'
  | 'more'
  | 'before'
  | 'after'
  | 'lastDays'
  | 'isBlank'
  | 'isNotBlank';

/** One part of a filter: a word in a name or an e-mail address, or a comparison of a field. */
export type Chip =
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: ChipComparison; readonly field: FieldInfo; readonly value: string };

/** Fields searched for a word. */
const NAMED = ['FirstName', 'LastName', 'Company', 'Subject', 'CaseNumber', 'Email'];
const DATED: ReadonlySet<string> = new Set(['date', 'datetime']);
const OF_IDS: ReadonlySet<string> = new Set(['id', 'reference']);

export function comparisonsOf(field: FieldInfo): readonly ChipComparison[] {
  const { type } = field;
  if (type === 'boolean') return ['is'];
  if (isNumeric(field)) return ['is', 'isNot', 'less', 'more', 'isBlank', 'isNotBlank'];
  if (type === 'date') return ['is', 'before', 'after', 'lastDays', 'isBlank', 'isNotBlank'];
  if (type === 'datetime') return ['before', 'after', 'lastDays', 'isBlank', 'isNotBlank'];
  if (OF_IDS.has(type)) return ['is', 'isNot', 'isBlank', 'isNotBlank'];
  if (field.picklistValues.length > 0) return ['is', 'isNot', 'isBlank', 'isNotBlank'];
  return ['contains', 'startsWith', 'is', 'isNot', 'isBlank', 'isNotBlank'];
}

export const needsValue = (kind: ChipComparison): boolean => kind !== 'isBlank' && kind !== 'isNotBlank';

/** Returns the fields of an object that are searched for a word. If there are none, words cannot be searched for. */
function namedFields({ fields }: ObjectDescription): readonly string[] {
  const found = NAMED.filter((name) => fields.some((field) => field.name === name));
  const isPerson = found.includes('LastName');
  return isPerson || !fields.some(({ name }) => name === 'Name') ? found : ['Name', ...found];
}

export const takesWords = (type: ObjectDescription): boolean => namedFields(type).length > 0;

/** Returns the chips as a condition of the records endpoint. `''` selects all records. */
export function conditionOf(chips: readonly Chip[], type: ObjectDescription): string {
  return chips.map((chip) => partOf(chip, type)).join(' AND ');
}

function partOf(chip: Chip, type: ObjectDescription): string {
  if (chip.kind === 'word') return wordPart(chip.value, type);
  const { kind, field, value } = chip;
  const { name } = field;
  switch (kind) {
    case 'contains':
      return `${name} LIKE '%${escaped(value)}%'`;
    case 'startsWith':
      return `${name} LIKE '${escaped(value)}%'`;
    case 'is':
      return `${name} = ${literal(field, value)}`;
    case 'isNot':
      return `${name} != ${literal(field, value)}`;
    case 'less':
    case 'before':
      return `${name} < ${literal(field, value)}`;
    case 'more':
    case 'after':
      return `${name} > ${literal(field, value)}`;
    case 'lastDays':
      return `${name} = LAST_N_DAYS:${value}`;
    case 'isBlank':
      return `${name} = null`;
    case 'isNotBlank':
      return `${name} != null`;
  }
}

function wordPart(word: string, type: ObjectDescription): string {
  return `(${namedFields(type)
    .map((name) => `${name} LIKE '%${escaped(word)}%'`)
    .join(' OR ')})`;
}

const escaped = (text: string): string => text.replace(/[\\'%_]/g, String.raw`\$&`);

const isQuoted = (field: FieldInfo): boolean => field.type !== 'boolean' && !isNumeric(field) && !DATED.has(field.type);

const literal = (field: FieldInfo, value: string): string => (isQuoted(field) ? `'${escaped(value)}'` : value);

const NAME = /[A-Za-z][A-Za-z0-9_]*/y;
const OPERATOR = /\s*(!=|=|<|>|LIKE\b)\s*/iy;
const TEXT = /'((?:\\[\\'%_"]|[^'\\])*)'/y;
const BARE = /[A-Za-z0-9+\-.][A-Za-z0-9_.:+-]*/y;
const AND = /\s+AND\s+/iy;
const DAYS = /^LAST_N_DAYS:(\d{1,4})$/i;

/** @returns `undefined` for a condition that chips cannot express */
export function chipsOf(condition: string, type: ObjectDescription): readonly Chip[] | undefined {
  const text = condition.trim();
  const chips: Chip[] = [];
  for (let at = 0; at < text.length;) {
    if (at > 0) {
      const end = after(AND, text, at);
      if (end === undefined) return undefined;
      at = end;
    }
    const found = text.startsWith('(', at) ? wordAt(text, at, type) : comparisonAt(text, at, type);
    if (found === undefined) return undefined;
    chips.push(found.chip);
    at = found.end;
  }
  return chips;
}

interface Found {
  readonly chip: Chip;
  readonly end: number;
}

/** Parses a word chip: accepts the text only if the word would produce the same condition. */
function wordAt(text: string, at: number, type: ObjectDescription): Found | undefined {
  const [first] = namedFields(type);
  const begin = `(${first ?? ''} LIKE '%`;
  if (first === undefined || !text.startsWith(begin, at)) return undefined;
  TEXT.lastIndex = at + begin.length - 2;
  const [, inner = ''] = TEXT.exec(text) ?? [];
  const value = unescaped(inner.slice(1, -1));
  const part = wordPart(value, type);
  return text.startsWith(part, at) ? { chip: { kind: 'word', value }, end: at + part.length } : undefined;
}

function comparisonAt(text: string, at: number, type: ObjectDescription): Found | undefined {
  NAME.lastIndex = at;
  const [name = ''] = NAME.exec(text) ?? [];
  OPERATOR.lastIndex = at + name.length;
  const [, operator = ''] = OPERATOR.exec(text) ?? [];
  const field = type.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (field === undefined || operator === '') return undefined;
  const from = OPERATOR.lastIndex;
  const isText = text.startsWith("'", from);
  const pattern = isText ? TEXT : BARE;
  pattern.lastIndex = from;
  const [whole, inner = ''] = pattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const chip = isText ? isQuoted(field) && textChip(field, operator, inner) : bareChip(field, operator, whole);
  return chip ? { chip, end: from + whole.length } : undefined;
}

function textChip(field: FieldInfo, operator: string, inner: string): Chip | undefined {
  if (operator.toUpperCase() === 'LIKE') {
    const [, open = '', value = ''] = /^(%?)((?:\\.|[^\\%_])+)%$/.exec(inner) ?? [];
    if (value === '') return undefined;
    return { kind: open === '%' ? 'contains' : 'startsWith', field, value: unescaped(value) };
  }
  const kind = operator === '=' ? 'is' : operator === '!=' ? 'isNot' : undefined;
  return kind && { kind, field, value: unescaped(inner) };
}

function bareChip(field: FieldInfo, operator: string, value: string): Chip | undefined {
  const isEqual = operator === '=';
  if (value.toLowerCase() === 'null') {
    if (!isEqual && operator !== '!=') return undefined;
    return { kind: isEqual ? 'isBlank' : 'isNotBlank', field, value: '' };
  }
  if (isQuoted(field)) return undefined;
  const [, days] = DAYS.exec(value) ?? [];
  if (days !== undefined) return isEqual ? { kind: 'lastDays', field, value: days } : undefined;
  if (operator === '<') return { kind: DATED.has(field.type) ? 'before' : 'less', field, value };
  if (operator === '>') return { kind: DATED.has(field.type) ? 'after' : 'more', field, value };
  if (field.type === 'boolean') return isEqual ? { kind: 'is', field, value: value.toLowerCase() } : undefined;
  return { kind: isEqual ? 'is' : 'isNot', field, value };
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

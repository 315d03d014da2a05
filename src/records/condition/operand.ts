import { readDate, readDatetime, timeOf } from '../dates.js';
import { valueTypes } from '../field-types/index.js';
import { normaliseId } from '../ids.js';
import type { Field } from '../object-type.js';
import type { FieldValue } from '../record.js';
import { ConditionError } from './condition.js';
import { relativeSpan, type Span } from './relative-dates.js';
import type { ComparisonNode, Literal } from './condition-tree.js';

export type Operand =
  | { readonly kind: 'null'; readonly isBoolean: boolean }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'span'; readonly span: (now: Date) => Span };

const DAY = 86_400_000;

/** Returns whether a field is the record's Id, which is declared as text. */
export function isId({ name }: Pick<Field, 'name'>): boolean {
  return name === 'Id' || name.endsWith('.Id');
}

/** Converts a literal to the field's type. @throws ConditionError if the literal does not fit the field */
export function readOperand(field: Field, literal: Literal): Operand {
  const { comparesAs, blank } = valueTypes[field.valueType];
  if (literal.kind === 'null') return { kind: 'null', isBoolean: blank === false };
  if (comparesAs === 'id' || isId(field)) {
    if (literal.kind !== 'text') throw unsuited(field, literal, 'an Id in single quotes');
    const value = literal.text === '' ? undefined : normaliseId(literal.text);
    if (value === undefined)
      throw new ConditionError(
        `${field.name}: '${literal.text.slice(0, 40)}' is not an Id (15 characters, or 18 with a valid checksum)`,
        literal.position,
      );
    return { kind: 'id', value };
  }
  switch (comparesAs) {
    case 'boolean':
      if (literal.kind !== 'boolean') throw unsuited(field, literal, 'TRUE or FALSE');
      return literal;
    case 'number':
      if (literal.kind !== 'number') throw unsuited(field, literal, 'a number without quotes');
      return literal;
    case 'date':
    case 'datetime':
      return readSpan(field, literal);
    default:
      if (literal.kind !== 'text') throw unsuited(field, literal, 'a string in single quotes');
      // The platform does not store empty strings, so '' means blank.
      return literal.text === ''
        ? { kind: 'null', isBoolean: false }
        : { kind: 'text', value: literal.text.toLowerCase() };
  }
}

function readSpan(field: Field, literal: Literal): Operand {
  if (literal.kind === 'relative') {
    const { name, n } = literal;
    return { kind: 'span', span: (now) => relativeSpan(name, n, now) };
  }
  if (literal.kind !== field.valueType) {
    const example = field.valueType === 'date' ? '2026-01-31' : '2026-01-31T08:00:00Z';
    throw unsuited(field, literal, `a ${field.valueType} without quotes (${example}) or a date literal (TODAY)`);
  }
  const start = timeOf((literal as { value: string }).value);
  const span = { start, end: start + (literal.kind === 'date' ? DAY : 1) };
  return { kind: 'span', span: () => span };
}

const DESCRIPTIONS: Record<Literal['kind'], string> = {
  null: 'null',
  boolean: 'TRUE or FALSE',
  number: 'a number',
  text: 'a string',
  date: 'a date',
  datetime: 'a datetime',
  relative: 'a date literal',
};

function unsuited(field: Field, literal: Literal, expected: string): ConditionError {
  return new ConditionError(
    `${field.name} is of type ${field.valueType}: expected ${expected}, found ${DESCRIPTIONS[literal.kind]}`,
    literal.position,
  );
}

/** Compares a stored value. A value that does not have the field's type counts as blank. */
export function comparesWith(operator: ComparisonNode, operand: Operand, stored: FieldValue, now: Date): boolean {
  if (operand.kind === 'null') {
    const isBlank = !operand.isBoolean && (stored === null || stored === '');
    return isBlank === (operator === '=');
  }
  const order = orderOf(operand, stored, now);
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order !== undefined && order < 0;
    case '<=':
      return order !== undefined && order <= 0;
    case '>':
      return order !== undefined && order > 0;
    case '>=':
      return order !== undefined && order >= 0;
  }
}

export function equalsAny(operands: readonly Operand[]): (stored: FieldValue, now: Date) => boolean {
  const texts = new Set<string>();
  const others: Operand[] = [];
  for (const operand of operands)
    if (operand.kind === 'text' || operand.kind === 'id') texts.add(operand.value);
    else others.push(operand);
  const areIds = operands.some(({ kind }) => kind === 'id');
  return (stored, now) =>
    (texts.size > 0 && typeof stored === 'string' && texts.has(comparedText(stored, areIds))) ||
    others.some((operand) => comparesWith('=', operand, stored, now));
}

function comparedText(stored: string, isId: boolean): string {
  return isId ? (normaliseId(stored) ?? stored) : stored.toLowerCase();
}

/** Returns a negative number if the value comes before the operand, 0 if equal or in its span, `undefined` if blank. */
function orderOf(operand: Exclude<Operand, { kind: 'null' }>, stored: FieldValue, now: Date): number | undefined {
  if (operand.kind === 'boolean') return (stored === true) === operand.value ? 0 : 1;
  if (operand.kind === 'number') {
    if (typeof stored !== 'number') return undefined;
    return stored < operand.value ? -1 : stored > operand.value ? 1 : 0;
  }
  if (typeof stored !== 'string' || stored === '') return undefined;
  if (operand.kind === 'span') {
    const time = readTime(stored);
    if (time === undefined) return undefined;
    const { start, end } = operand.span(now);
    return time < start ? -1 : time >= end ? 1 : 0;
  }
  const text = comparedText(stored, operand.kind === 'id');
  return text < operand.value ? -1 : text > operand.value ? 1 : 0;
}

function readTime(stored: string): number | undefined {
  const canonical = readDate(stored) ?? readDatetime(stored);
  return canonical === undefined ? undefined : timeOf(canonical);
}

import type { FieldInfo } from '../api/types.js';

export interface Completion {
  /** Start of the text range that an option replaces. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

interface CompletionOption {
  readonly text: string;
  readonly hint?: string;
}

/** Words, numbers, strings (perhaps unclosed) and symbols of the condition language. */
const TOKEN = /'(?:\\.|[^'\\])*'?|<>|!=|<=|>=|[=<>(),]|[^\s'=<>!(),]+|!/g;
const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='];
const DATES =
  'TODAY YESTERDAY THIS_WEEK LAST_WEEK THIS_MONTH LAST_MONTH THIS_YEAR LAST_YEAR LAST_N_DAYS:30 LAST_90_DAYS'.split(
    ' ',
  );
const NUMERIC = ['int', 'double', 'integer', 'number', 'currency', 'percent'];
const DATED = ['date', 'datetime'];
const MOST = 50;

type Expected =
  | { readonly kind: 'field' }
  | { readonly kind: 'operator' | 'list'; readonly field: FieldInfo | undefined }
  | { readonly kind: 'value'; readonly field: FieldInfo | undefined; readonly operator: string }
  | { readonly kind: 'joiner' };

/**
 * Returns the possible tokens at the caret: fields, their operators, and known values (picklists, true and false, date
 * literals). A word before the caret is treated as incomplete.
 */
export function complete(text: string, caret: number, fields: readonly FieldInfo[]): Completion {
  const tokens = [...text.slice(0, caret).matchAll(TOKEN)].map(([token], i, all) => ({ token, at: all[i]!.index }));
  const last = tokens.at(-1);
  const isBegun = last !== undefined && last.at + last.token.length === caret && isOpen(last.token);
  const begun = isBegun ? last.token : '';
  const before = (isBegun ? tokens.slice(0, -1) : tokens).map(({ token }) => token);
  const end = isBegun ? caret + (/^[^\s'=<>!(),]*/.exec(text.slice(caret))?.[0].length ?? 0) : caret;
  const options = optionsFor(expectedAfter(before, fields), fields);
  const typed = begun.replace(/^'/, '').toLowerCase();
  const fits = ({ text: option, hint = '' }: CompletionOption): boolean =>
    option.toLowerCase() !== begun.toLowerCase() &&
    [option.replace(/^'/, ''), ...hint.split(' '), hint].some((word) => word.toLowerCase().startsWith(typed));
  return { from: caret - begun.length, to: end, options: options.filter(fits).slice(0, MOST) };
}

/** Returns whether the token may be incomplete: a word, an unclosed string, a part of an operator. */
const isOpen = (token: string): boolean =>
  token.startsWith("'") ? !/^'(?:\\.|[^'\\])*'$/.test(token) : !['(', ')', ','].includes(token);

function expectedAfter(tokens: readonly string[], fields: readonly FieldInfo[]): Expected {
  const find = (name: string) => fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
  let expected: Expected = { kind: 'field' };
  let list: FieldInfo | undefined;
  let isList = false;
  for (const token of tokens) {
    const word = token.toUpperCase();
    if (isList) {
      if (token === ')') {
        isList = false;
        expected = { kind: 'joiner' };
      } else expected = token === ',' || token === '(' ? valueOf(list) : { kind: 'list', field: list };
    } else if (expected.kind === 'field') {
      if (word !== 'NOT' && token !== '(') expected = { kind: 'operator', field: find(token) };
    } else if (expected.kind === 'operator') {
      const { field }: { field: FieldInfo | undefined } = expected;
      if (word === 'IN') {
        isList = true;
        list = field;
        expected = { kind: 'list', field };
      } else if (word !== 'NOT') expected = { kind: 'value', field, operator: word };
    } else if (expected.kind === 'value') expected = { kind: 'joiner' };
    else if (word === 'AND' || word === 'OR') expected = { kind: 'field' };
  }
  return expected;
}

const valueOf = (field: FieldInfo | undefined): Expected => ({ kind: 'value', field, operator: '=' });

function optionsFor(expected: Expected, fields: readonly FieldInfo[]): CompletionOption[] {
  switch (expected.kind) {
    case 'field':
      return [
        ...fields.map(({ name, label }) => (label === name ? { text: name } : { text: name, hint: label })),
        { text: 'NOT' },
      ];
    case 'operator':
      return operatorsOf(expected.field).map((text) => ({ text }));
    case 'list':
      return ['(', ',', ')'].map((text) => ({ text }));
    case 'value':
      return valuesOf(expected.field, expected.operator).map((text) => ({ text }));
    case 'joiner':
      return [{ text: 'AND' }, { text: 'OR' }];
  }
}

function operatorsOf(field: FieldInfo | undefined): readonly string[] {
  const type = field?.type ?? '';
  if (type === 'boolean') return ['=', '!='];
  const has = [...COMPARISONS, 'IN', 'NOT IN'];
  const isText = ![...NUMERIC, ...DATED, 'reference', 'id'].includes(type);
  return isText ? [...has.slice(0, 2), 'LIKE', ...has.slice(2)] : has;
}

function valuesOf(field: FieldInfo | undefined, operator: string): readonly string[] {
  const type = field?.type ?? '';
  const values = (field?.picklistValues ?? []).map(({ value }) => `'${value.replace(/[\\']/g, String.raw`\$&`)}'`);
  if (operator === 'LIKE') return values;
  if (type === 'boolean') return ['true', 'false'];
  const isEquality = operator === '=' || operator === '!=';
  return [...values, ...(isEquality ? ['null'] : []), ...(DATED.includes(type) ? DATES : [])];
}

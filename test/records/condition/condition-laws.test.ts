import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionError } from '../../../src/records/condition/condition.js';
import { compileLike } from '../../../src/records/condition/like.js';
import { parseCondition } from '../../../src/records/condition/parse-condition.js';
import type { FieldValue } from '../../../src/records/record.js';
import { sample } from './object-type.js';
import { draws } from '../../support/draws.js';

const now = new Date('2026-02-11T15:30:00Z');
type Values = Record<string, FieldValue>;

/** A random condition: its text, and its meaning, evaluated independently of the implementation. */
interface Said {
  readonly text: string;
  readonly says: (values: Values) => boolean;
}

const word = fc.constantFrom('a', 'A', 'b', 'ab', 'aB', "o'b", 'a%', '_', '\\', 'ba');
const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const number = fc.constantFrom(-1, 0, 0.5, 2, 10);
const day = fc.constantFrom('2025-12-31', '2026-02-10', '2026-02-11', '2026-02-12', '2027-01-01');
const operator = fc.constantFrom('=', '!=', '<>', '<', '<=', '>', '>=');

function relation(op: string, stored: FieldValue | undefined, wanted: FieldValue): boolean {
  const a = typeof stored === 'string' ? stored.toLowerCase() : stored;
  const b = typeof wanted === 'string' ? wanted.toLowerCase() : wanted;
  if (op === '=') return a === b;
  if (op === '!=' || op === '<>') return a !== b;
  if (a === null || a === undefined || b === null) return false;
  if (op === '<') return a < b;
  if (op === '<=') return a <= b;
  return op === '>' ? a > b : a >= b;
}

const compare = (field: string, value: fc.Arbitrary<string | number>, print: (value: never) => string) =>
  fc.record({ op: operator, value }).map(({ op, value }): Said => ({
    text: `${field} ${op} ${print(value as never)}`,
    says: (values) => relation(op, values[field], value),
  }));
const isNull = fc
  .constantFrom('Name', 'Amount__c', 'Born__c')
  .chain((field) =>
    fc
      .constantFrom('=', '!=')
      .map((op): Said => ({ text: `${field} ${op} null`, says: (values) => relation(op, values[field], null) })),
  );
const among = fc
  .record({ negated: fc.boolean(), words: fc.array(word, { minLength: 1, maxLength: 4 }) })
  .map(({ negated, words }): Said => ({
    text: `Name ${negated ? 'not in' : 'IN'} ( ${words.map(quote).join(',')} )`,
    says: ({ Name }) => words.some((each) => relation('=', Name, each)) !== negated,
  }));
const flag = fc
  .boolean()
  .map((value): Said => ({ text: `Active__c = ${value}`, says: ({ Active__c }) => (Active__c === true) === value }));

const { condition } = fc.letrec<{ condition: Said; group: Said }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    compare('Name', word, quote as (value: never) => string),
    compare('Amount__c', number, String),
    compare('Born__c', day, String),
    isNull,
    among,
    flag,
    tie('group'),
  ),
  group: fc.oneof(
    fc
      .record({
        joiner: fc.constantFrom('AND', 'OR'),
        parts: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      })
      .map(({ joiner, parts }): Said => ({
        text: parts.map(({ text }) => `(${text})`).join(` ${joiner} `),
        says: (values) => (joiner === 'AND' ? parts.every((p) => p.says(values)) : parts.some((p) => p.says(values))),
      })),
    tie('condition').map((part): Said => ({ text: `NOT (${part.text})`, says: (values) => !part.says(values) })),
  ),
}));

const record = fc.record({
  Name: fc.option(word),
  Amount__c: fc.option(number),
  Active__c: fc.option(fc.boolean()),
  Born__c: fc.option(day),
}) as fc.Arbitrary<Values>;

/** Evaluates LIKE by its definition, character by character. */
function naiveLike(pattern: string[], text: string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '%') return text.some((_, i) => naiveLike(rest, text.slice(i))) || naiveLike(rest, []);
  return text.length > 0 && (first === '_' || first === text[0]) && naiveLike(rest, text.slice(1));
}

describe('laws of conditions', () => {
  it('a condition answers what an independent evaluator answers', () => {
    fc.assert(
      fc.property(condition, record, ({ text, says }, values) => {
        expect(parseCondition(text, sample).test((field) => values[field] ?? null, now)).toBe(says(values));
      }),
      { numRuns: draws(2_000) },
    );
  });

  it('any text at all is either a condition or a ConditionError within the text', () => {
    const piece = fc.constantFrom(
      'Name',
      'AND',
      'or',
      'NOT',
      'IN',
      'LIKE',
      '(',
      ')',
      ',',
      "'a'",
      '=',
      '<',
      '5',
      'null',
      'TODAY',
      ':',
      '\\',
      "'",
      '-',
      '2026-01-01',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseCondition(text, sample);
        } catch (error) {
          expect(error).toBeInstanceOf(ConditionError);
          const { position } = error as ConditionError;
          expect(position >= 0 && position <= text.length).toBe(true);
        }
      }),
      { numRuns: draws(3_000) },
    );
  });

  it('LIKE equals its definition', () => {
    const letters = (alphabet: string[], maxLength: number) => fc.array(fc.constantFrom(...alphabet), { maxLength });
    fc.assert(
      fc.property(letters(['a', 'b', '%', '_'], 8), letters(['a', 'b'], 10), (pattern, text) => {
        expect(compileLike(pattern.join(''), new Set())(text.join(''))).toBe(naiveLike(pattern, text));
      }),
      { numRuns: draws(3_000) },
    );
  });

  it('LIKE equals its definition across the border of a machine word', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 0, max: 70 }),
        fc.boolean(),
        (wanted, given, open) => {
          const pattern = 'a'.repeat(wanted) + (open ? '%' : '');
          expect(compileLike(pattern, new Set())('a'.repeat(given))).toBe(open ? given >= wanted : given === wanted);
        },
      ),
      { numRuns: draws(1_000) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLevel } from '../../../src/config/splink/level-reading.js';

const similar = (measure: string, threshold: number, more: object = {}) => ({
  ...{ kind: 'similar', column: 'a', measure, threshold },
  ...more,
});
const unknown = { kind: 'unknown', reason: expect.any(String) as string };

describe('conditions of comparison levels', () => {
  it.each([
    ['ELSE', { kind: 'else' }],
    ['"a_l" = "a_r"', { kind: 'equal', column: 'a' }],
    ['a_l=a_r', { kind: 'equal', column: 'a' }],
    ['`a_l` = `a_r`', { kind: 'equal', column: 'a' }],
    ['"first name_r" = "first name_l"', { kind: 'equal', column: 'first name' }],
    ["lower(trim(a_l)) = LOWER(TRIM(a_r)) AND a_l <> ''", { kind: 'equal', column: 'a' }],
    ["coalesce(nullif(a_l, ''), '-') = coalesce(nullif(a_r, ''), '-')", { kind: 'equal', column: 'a' }],
    ['levenshtein("a_l", "a_r") <= 2', similar('levenshtein', 2)],
    ['levenshtein(a_l, a_r) < 2', similar('levenshtein', 1)],
    ['damerau_levenshtein(CAST("a_l" AS TEXT), CAST("a_r" AS TEXT)) <= 1', similar('damerauLevenshtein', 1)],
    ['jaro_winkler_similarity("a_l", "a_r") >= 0.92', similar('jaroWinkler', 0.92)],
    ['jaro_winkler(`a_l`, `a_r`) > .9', similar('jaroWinkler', 0.9)],
    ['0.88 <= jaro_sim(a_l, a_r)', similar('jaro', 0.88)],
    ['jaccard(a_l, a_r) >= 0.5', similar('jaccard', 0.5)],
    [
      `jaro_winkler_similarity(NULLIF(regexp_extract("a_l", '^[^@]+', 0), ''), NULLIF(regexp_extract("a_r", '^[^@]+', 0), '')) >= 0.88`,
      similar('jaroWinkler', 0.88, { part: 'username' }),
    ],
    ['"a_l" IS NULL OR "a_r" IS NULL', { kind: 'blank', column: 'a', both: false }],
    ['a_l is null and a_r is null', { kind: 'blank', column: 'a', both: true }],
    [
      `ABS(EPOCH(try_strptime("a_l", '%Y-%m-%d')) - EPOCH(try_strptime("a_r", '%Y-%m-%d'))) <= 2592000.0`,
      { kind: 'days', column: 'a', days: 30 },
    ],
    ['ABS(EXTRACT(EPOCH FROM "a_l") - EXTRACT(EPOCH FROM "a_r"))<= 86400', { kind: 'days', column: 'a', days: 1 }],
    ['abs(datediff(`a_l`, `a_r`)) <= floor(2629800.0 / 86400)', { kind: 'days', column: 'a', days: 30 }],
    [
      '(ABS("a_l" - "a_r") / (CASE WHEN "a_r" > "a_l" THEN "a_r" ELSE "a_l" END)) < 0.1',
      { kind: 'share', column: 'a', share: 0.1 },
    ],
    ["abs(date_diff('day', a_l, a_r)) < 8", { kind: 'days', column: 'a', days: 7 }],
    ["abs(datediff('day', a_l, a_r)) < 1", { kind: 'equal', column: 'a' }],
    ['abs(epoch(a_l) - epoch(a_r)) <= 86400 + 86400 * 2', { kind: 'days', column: 'a', days: 3 }],
    ['"a_l" = "b_r" AND "a_r" = "b_l"', { kind: 'reversed', columns: ['a', 'b'] }],
    [
      '("a_l" = "a_r") AND ("b_l" = "b_r")',
      {
        kind: 'all',
        parts: [
          { kind: 'equal', column: 'a' },
          { kind: 'equal', column: 'b' },
        ],
      },
    ],
    ['substr(a_l, 1, 3) = substr(a_r, 1, 3)', { kind: 'equal', column: 'a', part: { first: 3 } }],
  ])('%s', (sql, reading) => {
    expect(readLevel(sql)).toEqual(reading);
  });

  it.each([
    'array_length(list_intersect("a_l", "a_r")) >= 1',
    'array_cosine_similarity("a_l", "a_r") >= 0.9',
    `"a_l" = 'male' AND "a_r" = 'male'`,
    '("a_l" = "a_r") AND (NOT ("b_l" = "b_r"))',
    '"a_l" = "b_r"',
    '"a_l" = "a_l"',
    'abs(a_l - a_r) <= 5',
    "abs(date_diff('month', a_l, a_r)) <= 1",
    "abs(datediff('year', a_l, a_r)) <= 10",
    'abs(datediff(hour, a_l, a_r)) <= 24',
    "date_diff('day', a_l, a_r) <= 30",
    'epoch(a_l) - epoch(a_r) <= 86400',
    'abs(datediff(a_l, a_r)) < 0',
    'jaro_winkler_similarity(a_l, a_r) <= 0.5',
    'levenshtein(a_l, a_r) >= 3',
    'jaro_winkler_similarity(a_l, a_r) >= 7',
    'list_max(list_transform(a_l, x -> x)) >= 1',
    'a_l = ; drop table records; --',
    `'`,
    '',
    '((((((((',
    '('.repeat(10_000),
    'NOT '.repeat(5_000) + 'a_l = a_r',
    'a'.repeat(30_000),
  ])('%s is not understood, and says why', (sql) => {
    expect(readLevel(sql)).toMatchObject(unknown);
  });

  it('is read or not, whatever stands there', () => {
    const words = fc.constantFrom(
      'a_l',
      'a_r',
      '=',
      '(',
      ')',
      'and',
      'or',
      'is null',
      '<=',
      '1',
      "'x'",
      'lower',
      ',',
      'case',
      'end',
      '::',
      '[',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        expect(typeof readLevel(parts.join(' ')).kind).toBe('string');
      }),
      { numRuns: 2_000, seed: 5 },
    );
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { similarityOf } from './similarity.js';

/** Method, default country (or `-`), two values, and the minimum and maximum similarity, or the exact similarity. */
type Row = [method: string, country: string, one: string, other: string, least: string, most?: string];
const [, ...rows] = readFileSync(new URL('similarities.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const methods = { US: createMethods({ defaultCountry: 'US' }), '-': createMethods() };

it.each(rows.map((row) => row.split('\t') as Row))(
  '%s (%s): %s and %s are alike by %s',
  (method, country, one, other, least, most = least) => {
    const similarity = similarityOf(methods[country as 'US' | '-'].get(method)!, one, other);
    expect(similarity).toBeGreaterThanOrEqual(Number(least));
    expect(similarity).toBeLessThanOrEqual(Number(most));
  },
);

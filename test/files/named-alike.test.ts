import { expect, it } from 'vitest';
import { namedAlike } from '../../src/files/dedupe/built-in-check.js';
import { TextRows } from '../../src/matching/text-rows.js';

it.each([
  ['n/a', 'n/a', false],
  ['-', 'unknown', false],
  ['212 555 0187', '+1 (212) 555-0187', true],
  ['212 555 0187', '٢١٢ ٥٥٥ ٠١٨٧', true],
  ['٢١٢ ٥٥٥ ٠١٨٧', '٢١٢ ٥٥٥ ٠١٨٨', false],
])('two people of one name with the phones %s and %s are the same: %s', (one, other, areAlike) => {
  const rows = [one, other].map((Phone) => ({ FirstName: 'Anna', LastName: 'Meyer', Phone }));
  expect(namedAlike(TextRows.of(rows))).toEqual(areAlike ? [[0, 1]] : []);
});

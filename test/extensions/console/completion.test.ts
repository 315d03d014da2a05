import { describe, expect, it } from 'vitest';
import type { FieldInfo } from '../../../src/extensions/console/api/types.js';
import { complete } from '../../../src/extensions/console/records/filter-completion.js';

const field = (name: string, type: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  ...{ name, label: name, type, createable: true, updateable: true, nillable: true, length: 0, defaultValue: null },
  ...{ referenceTo: [], sortable: true, picklistValues: [] },
  ...more,
});
const FIELDS = [
  field('LastName', 'string', { label: 'Last Name' }),
  field('LeadSource', 'picklist', {
    label: 'Lead Source',
    picklistValues: [{ value: 'Web' }, { value: "O'Hare fair" }],
  }),
  field('DoNotCall', 'boolean'),
  field('LastModifiedDate', 'datetime', { label: 'Last Modified Date' }),
  field('AnnualRevenue', 'currency'),
];

/** Returns the completions at the position of `|`. */
function optionsAt(marked: string): readonly string[] {
  const caret = marked.indexOf('|');
  return complete(marked.replace('|', ''), caret, FIELDS).options.map(({ text }) => text);
}

describe('completion of a condition', () => {
  it.each([
    ['|', ['LastName', 'LeadSource', 'DoNotCall', 'LastModifiedDate', 'AnnualRevenue', 'NOT']],
    ['la|', ['LastName', 'LastModifiedDate']],
    ['source|', ['LeadSource']],
    ['NOT (last|', ['LastName', 'LastModifiedDate']],
    ["LastName = 'x' |", ['AND', 'OR']],
    ["LastName = 'x' o|", ['OR']],
    ["LastName = 'x' AND do|", ['DoNotCall']],
    ['DoNotCall |', ['=', '!=']],
    ['DoNotCall = |', ['true', 'false']],
    ['LastName L|', ['LIKE']],
    ['AnnualRevenue L|', []],
    ['LastModifiedDate >= LAST_W|', ['LAST_WEEK']],
    ['LastModifiedDate = tod|', ['TODAY']],
    ['LeadSource = |', ["'Web'", String.raw`'O\'Hare fair'`, 'null']],
    ["LeadSource = 'w|", ["'Web'"]],
    ["LeadSource IN ('Web', |", ["'Web'", String.raw`'O\'Hare fair'`, 'null']],
    ['LeadSource IN |', ['(', ',', ')']],
    ["(LeadSource IN ('Web')) |", ['AND', 'OR']],
    ["LastName = 'and lea|", []],
  ])('%s', (marked, options) => expect(optionsAt(marked)).toEqual(options));

  it('replaces what is begun, up to the end of its word', () => {
    expect(complete('last = 1', 2, FIELDS)).toMatchObject({ from: 0, to: 4 });
    expect(complete("LeadSource = 'W", 15, FIELDS)).toMatchObject({ from: 13, to: 15 });
    expect(complete('LastName ', 9, FIELDS)).toMatchObject({ from: 9, to: 9 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldInfo, ObjectDescription } from '../../../src/extensions/console/api/types.js';
import {
  chipsOf,
  comparisonsOf,
  conditionOf,
  needsValue,
  type Chip,
} from '../../../src/extensions/console/records/filter-chips.js';
import { createRegistry } from '../../../src/records/registry.js';
import { parseCondition } from '../../../src/records/condition/parse-condition.js';
import { describeField } from '../../../src/http/describe-object.js';
import { rowsOf } from '../../support/entries.js';

const registered = createRegistry().byName('Contact')!;
const type = {
  ...{ name: 'Contact', label: 'Contact', keyPrefix: '003' },
  fields: registered.fields.map((field) => describeField(field)),
} as unknown as ObjectDescription;
const field = (name: string): FieldInfo => type.fields.find((one) => one.name === name)!;

describe('chips of a filter', () => {
  it.each<[Chip, string]>([
    [{ kind: 'contains', field: field('Title'), value: "O'Hare 100%" }, String.raw`Title LIKE '%O\'Hare 100\%%'`],
    [{ kind: 'startsWith', field: field('Title'), value: 'a_b' }, String.raw`Title LIKE 'a\_b%'`],
    [{ kind: 'is', field: field('DoNotCall'), value: 'true' }, 'DoNotCall = true'],
    [{ kind: 'isNot', field: field('MailingLatitude'), value: '-1.5' }, 'MailingLatitude != -1.5'],
    [{ kind: 'before', field: field('Birthdate'), value: '1980-01-31' }, 'Birthdate < 1980-01-31'],
    [
      { kind: 'after', field: field('CreatedDate'), value: '2026-01-31T22:59:59.999Z' },
      'CreatedDate > 2026-01-31T22:59:59.999Z',
    ],
    [{ kind: 'lastDays', field: field('CreatedDate'), value: '30' }, 'CreatedDate = LAST_N_DAYS:30'],
    [{ kind: 'isBlank', field: field('Email'), value: '' }, 'Email = null'],
    [{ kind: 'isNotBlank', field: field('AccountId'), value: '' }, 'AccountId != null'],
    [{ kind: 'word', value: 'smith' }, "(FirstName LIKE '%smith%' OR LastName LIKE '%smith%' OR Email LIKE '%smith%')"],
  ])('%j is the condition %s, and is read out of it again', (chip, condition) => {
    expect(conditionOf([chip], type)).toBe(condition);
    expect(chipsOf(condition, type)).toEqual([chip]);
    expect(chipsOf(`Title != 'x' and ${condition}`, type)).toEqual([
      { kind: 'isNot', field: field('Title'), value: 'x' },
      chip,
    ]);
    expect(() => parseCondition(condition, registered)).not.toThrow();
  });

  it.each(
    rowsOf<[string]>(`
    Title = 'x' OR Title = 'y' | (Title = 'x') | NOT Title = 'x' | Title IN ('x') | Title LIKE 'a%b%' | Title LIKE 'x'
    Title > 'x' | Nothing = 'x' | Title = 'x | (FirstName LIKE '%a%' OR LastName LIKE '%b%' OR Email LIKE '%a%') | Title
    Birthdate = 'x' | Title = Director | Title = LAST_N_DAYS:3 | Title = 'x' AND
  `),
  )('%s says more than chips can, or is wrong', (condition) => {
    expect(chipsOf(condition, type)).toBeUndefined();
  });

  it('any typed text is restored unchanged, and is a condition of the service', () => {
    const text = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
    const worded = fc.constantFrom('Title', 'Email', 'Description').chain((name) =>
      fc.record({
        kind: fc.constantFrom(...comparisonsOf(field(name)).filter(needsValue)),
        field: fc.constant(field(name)),
        value: text,
      }),
    );
    const chip: fc.Arbitrary<Chip> = fc.oneof(worded, fc.record({ kind: fc.constant('word' as const), value: text }));
    fc.assert(
      fc.property(fc.array(chip, { minLength: 1, maxLength: 4 }), (chips) => {
        const condition = conditionOf(chips, type);
        expect(chipsOf(condition, type)).toEqual(chips);
        parseCondition(condition, registered);
      }),
    );
  });

  it('no filter has no chips', () => {
    expect(chipsOf('', type)).toEqual([]);
    expect(conditionOf([], type)).toBe('');
  });
});

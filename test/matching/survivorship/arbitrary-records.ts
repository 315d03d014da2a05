import fc from 'fast-check';
import type { FieldValue } from '../../../src/records/record.js';
import type { DuplicateRecord, FieldRule, MasterRule } from '../../../src/matching/survivorship/rules.js';

export const FIELDS = ['Email', 'Amount', 'Topics', 'Street', 'City', 'PostalCode'];
export const NOW = new Date('2026-01-01T00:00:00Z');

const valueOf: Readonly<Record<string, fc.Arbitrary<FieldValue>>> = {
  Email: fc.constantFrom(null, '', ' ', 'n/a', 'a@example.com', 'A@example.com ', 'b@example.com'),
  Amount: fc.constantFrom<FieldValue>(null, 0, 0.1, 0.2, -3, 7),
  Topics: fc.constantFrom(null, 'a', 'b;a', 'B;c', ';;'),
  Street: fc.constantFrom(null, '1 High St', '2 Low St'),
  City: fc.constantFrom(null, 'Cork', 'CORK', 'Galway'),
  PostalCode: fc.constantFrom(null, 'T12', 'H91'),
};

const date = fc.constantFrom(undefined, '2024-01-01', '2024-01-01T08:00:00.000+0000', '2025-06-30');

/** One to six records of the same person with different Ids. */
export const someRecords: fc.Arbitrary<DuplicateRecord[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    values: fc.record(valueOf),
    modified: date,
    created: date,
    source: fc.constantFrom(undefined, 'CRM', 'web', 'fair'),
    row: fc.option(fc.nat(3), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ id }) => id },
);

const sources = fc.constantFrom(['crm', 'web'], ['web'], []);

export const someMasterRules: fc.Arbitrary<MasterRule[]> = fc.array(
  fc.oneof(
    fc.constantFrom<MasterRule>({ kind: 'latestModified' }, { kind: 'oldest' }, { kind: 'mostComplete' }),
    sources.map((list): MasterRule => ({ kind: 'sourceOrder', sources: list })),
    fc.constant<MasterRule>({
      kind: 'condition',
      condition: { fields: ['Email'], test: (value) => value('Email') === 'b@example.com' },
    }),
  ),
  { maxLength: 3 },
);

/** Rules that choose one of the records' values. */
export const aChoosingRule: fc.Arbitrary<FieldRule> = fc.oneof(
  fc.constantFrom<FieldRule>(
    { kind: 'firstNonBlank' },
    { kind: 'latest' },
    { kind: 'longest' },
    { kind: 'mostCommon' },
  ),
  sources.map((list): FieldRule => ({ kind: 'source', sources: list })),
);

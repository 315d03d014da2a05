import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  valueKey,
  type DuplicateRecord,
  type FieldRule,
  type SurvivorshipRules,
} from '../../../src/matching/survivorship/rules.js';
import { chooseMaster, rankRecords } from '../../../src/matching/survivorship/choose-master.js';
import { surviveFields } from '../../../src/matching/survivorship/survive-fields.js';
import { draws } from '../../support/draws.js';
import { aChoosingRule, FIELDS, NOW, someMasterRules, someRecords } from './arbitrary-records.js';

const isPlaceholder = (_field: string, text: string) => text === 'n/a';

const someRules: fc.Arbitrary<SurvivorshipRules> = fc
  .record({
    master: someMasterRules,
    address: aChoosingRule,
    otherFields: fc.oneof(
      aChoosingRule,
      fc.constantFrom<FieldRule>({ kind: 'master' }, { kind: 'union' }, { kind: 'sum' }),
    ),
  })
  .map(({ master, address, otherFields }) => ({
    master,
    groups: [
      { fields: ['Street', 'City', 'PostalCode'], rule: address },
      { fields: ['Topics'], rule: { kind: 'union' } },
      { fields: ['Amount'], rule: { kind: 'sum' } },
    ],
    otherFields,
    isPlaceholder,
  }));

type Law = (rules: SurvivorshipRules, records: DuplicateRecord[]) => void;

function check(law: Law): void {
  fc.assert(fc.property(someRules, someRecords, law), { numRuns: draws(2_000) });
}

describe('survivorship', () => {
  it('chooses the same master and the same values whatever the order of the records', () => {
    fc.assert(
      fc.property(
        someRules,
        someRecords.chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
        ),
        (rules, [records, shuffled]) => {
          const choice = chooseMaster(records, rules, NOW);
          expect(chooseMaster(shuffled, rules, NOW)).toEqual(choice);
          expect(surviveFields(shuffled, choice.master, rules, NOW)).toEqual(
            surviveFields(records, choice.master, rules, NOW),
          );
        },
      ),
      { numRuns: draws(2_000) },
    );
  });

  it('gives one record alone its own values back', () => {
    check((rules, [record]) => {
      const { values } = surviveFields(
        [record!],
        record!,
        { ...rules, groups: rules.groups.slice(0, 1), otherFields: { kind: 'firstNonBlank' } },
        NOW,
      );
      expect(values).toEqual(record!.values);
    });
  });

  it('changes nothing when the merged record is merged with the same records again', () => {
    fc.assert(
      fc.property(someMasterRules, aChoosingRule, someRecords, (master, rule, records) => {
        const rules: SurvivorshipRules = {
          master,
          groups: [
            // The most common address may change when the merged record is added to the records.
            { fields: ['Street', 'City'], rule: rule.kind === 'mostCommon' ? { kind: 'latest' } : rule },
            { fields: ['Topics'], rule: { kind: 'union' } },
          ],
          otherFields: rule,
          isPlaceholder,
        };
        const chosen = chooseMaster(records, rules, NOW).master;
        const once = surviveFields(records, chosen, rules, NOW).values;
        const merged = { ...chosen, values: once };
        const again = [merged, ...records.filter(({ id }) => id !== chosen.id)];
        expect(surviveFields(again, merged, rules, NOW).values).toEqual(once);
      }),
      { numRuns: draws(2_000) },
    );
  });

  it('takes every value from the records that it names, and leaves none blank that some record fills', () => {
    fc.assert(
      fc.property(someMasterRules, aChoosingRule, someRecords, (master, otherFields, records) => {
        const rules: SurvivorshipRules = { master, groups: [], otherFields, isPlaceholder };
        const { choices } = surviveFields(records, chooseMaster(records, rules, NOW).master, rules, NOW, FIELDS);
        for (const { field, value, from } of choices) {
          const filled = records.filter(({ values }) => {
            const text = valueKey(values[field] ?? null);
            return text !== '' && text !== 'null' && text !== 'n/a';
          });
          expect(from.length).toBe(filled.length === 0 ? 0 : 1);
          for (const id of from) expect(records.find((record) => record.id === id)!.values[field]).toBe(value);
        }
      }),
      { numRuns: draws(2_000) },
    );
  });

  it('never mixes two addresses that contradict each other', () => {
    check((rules, records) => {
      const { choices } = surviveFields(records, rankRecords(records, rules, NOW)[0]!, rules, NOW, FIELDS);
      const address = choices.filter(({ field }) => ['Street', 'City', 'PostalCode'].includes(field));
      for (const { from } of address)
        for (const id of from) {
          const { values } = records.find((record) => record.id === id)!;
          for (const { field, value, from } of address) {
            const own = values[field] ?? null;
            if (own !== null) expect(valueKey(own)).toBe(valueKey(value));
            // No component of another address remains.
            if (value !== null) expect(from.length).toBeGreaterThan(0);
          }
        }
    });
  });
});

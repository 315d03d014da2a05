import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOfShares, columnShares } from '../../src/extensions/engines/stages/column-shares.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { numberedFields, type NumberedField } from '../../src/index/threads/numbered-index.js';
import type { Scenario } from '../../src/matching/scenario.js';

const nameOf = ({ fields, method }: NumberedField): string => `${fields.join('+')} ${method.name}`;

describe('shares of columns whose values are compared at one time', () => {
  let scenarios: readonly Scenario[];
  beforeAll(async () => {
    scenarios = (await loadConfiguration()).scenarios.filter(({ object }) => object === 'Contact');
  });

  it('hold every column once, those that read a field in common together', () => {
    fc.assert(
      fc.property(
        fc.nat(20_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(20e9),
        (rows, part, memory) => {
          const shares = columnShares(scenarios, rows, () => Math.floor(rows * part), memory);
          const names = shares.map(({ columns }) => columns.map(nameOf));
          expect(names.flat().sort()).toEqual(numberedFields(scenarios).map(nameOf).sort());
          const fields = shares.flatMap((share) => [...new Set(share.fields)]);
          expect(new Set(fields).size).toBe(fields.length);
        },
      ),
    );
  });

  it('stay within the memory, unless one that cannot be split is larger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.nat(20e9), (rows, memory) => {
        const valuesOf = ({ fields }: NumberedField) => Math.ceil(rows / fields[0]!.length);
        const finest = columnShares(scenarios, rows, valuesOf, 0);
        const shares = columnShares(scenarios, rows, valuesOf, memory);
        expect(bytesOfShares(shares)).toBeLessThanOrEqual(Math.max(memory, bytesOfShares(finest)));
        expect(shares.length).toBeLessThanOrEqual(finest.length);
      }),
    );
    expect(columnShares(scenarios, 1_000, () => 1_000, 1e9)).toHaveLength(1);
  });
});

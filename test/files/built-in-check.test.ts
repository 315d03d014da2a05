import { expect, it, vi } from 'vitest';
import { builtInPairs } from '../../src/files/dedupe/built-in-check.js';
import { RowContradictions } from '../../src/matching/contradictions/row-contradictions.js';
import { TextRows } from '../../src/matching/text-rows.js';
import { loadConfiguration } from '../../src/store/config/load.js';

it('judges the best pairs if many rows have one name', async () => {
  const configuration = await loadConfiguration();
  const planted = 30;
  const branch = (i: number) => ({
    Name: i % 2 === 0 ? 'Northwind Trading' : 'Acme Logistics',
    Phone: `+1 212 555 ${String(1_000 + 7 * i)}`,
    BillingStreet: `${3 * i + 1} Oak Street`,
    BillingCity: `City${i}`,
  });
  const rows = Array.from({ length: 300 }, (_, i) => branch(i % (300 - planted)));
  const judged = vi.spyOn(RowContradictions.prototype, 'contradict');
  const type = configuration.registry.byName('Account')!;
  const find = builtInPairs(TextRows.of(rows), new Set(Object.keys(rows[0]!)), type, configuration);
  const { pairs, areEvidence } = find();
  const wanted = Array.from({ length: planted }, (_, i) => [i, i + 300 - planted]);
  expect(pairs.toSorted(([a], [b]) => a - b)).toEqual(wanted);
  expect(areEvidence).toBe(true);
  expect(judged.mock.calls.length).toBeLessThanOrEqual(10 * rows.length);
});

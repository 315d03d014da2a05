import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReportSample, type KnownSample } from '../../../src/files/report/report-sample.js';
import { PairColumns } from '../../../src/index/join/pair-columns.js';
import type { Scenario } from '../../../src/matching/scenario.js';
import { draws } from '../../support/draws.js';

const scenario: Scenario = {
  ...{ id: 's', name: 's', object: 'Contact', threshold: 9_000, usage: [], minimumOverlap: 4_000 },
  ...{ fields: [], totalWeight: 0, model: { prior: 0, fields: [] } },
};

const pair = fc.record({
  first: fc.integer({ min: 1, max: 300 }),
  second: fc.integer({ min: 301, max: 600 }),
  score: fc.integer({ min: 5_000, max: 10_000 }),
});

const columns = (pairs: readonly { first: number; second: number; score: number }[]): PairColumns => {
  const all = new PairColumns();
  for (const { first, second, score } of pairs) all.add(first, second, score * 3, 3);
  return all;
};

it('passes the duplicates on, and looks a little below the threshold', () => {
  const sample = new ReportSample([scenario]);
  expect(sample.looked[0]!.threshold).toBeLessThan(9_000);
  const [duplicate, nearMiss] = [
    { first: 1, second: 302, score: 9_000 },
    { first: 2, second: 303, score: 8_999 },
  ];
  expect([...sample.duplicates(columns([duplicate, nearMiss]))]).toMatchObject([{ first: 1, second: 302 }]);
  expect(sample.found()).toMatchObject({
    pairs: 1,
    scores: { threshold: 90 },
    above: [{ a: 0, b: 301, score: 90 }],
    below: [{ a: 1, b: 302, score: 89.99 }],
  });
});

it('shows the same when it continues from what an earlier run has seen', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 400 }), fc.nat(400), (pairs, cut) => {
      const whole = new ReportSample([scenario]);
      whole.duplicates(columns(pairs));
      const before = new ReportSample([scenario]);
      before.duplicates(columns(pairs.slice(0, cut)));
      const known = JSON.parse(JSON.stringify(before.known)) as KnownSample;
      const after = new ReportSample([scenario], { known });
      after.duplicates(columns(pairs.slice(cut)));
      expect(after.found()).toEqual(whole.found());
    }),
    { numRuns: draws(200) },
  );
});

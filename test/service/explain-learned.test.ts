import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoreExplanation } from '../../src/service/explain/explanation.js';
import { explanationText } from '../../src/cli/commands/explain-command.js';
import { draws } from '../support/draws.js';
import { insert, openService } from './open-service.js';

const bits = (most: number) => fc.integer({ min: -most * 1_000, max: most * 1_000 });
/** Levels whose evidence never rises with lower similarity, and is not above 0 at the last level. */
const levels = fc
  .tuple(
    fc.integer({ min: 1, max: 15_000 }),
    fc.integer({ min: 0, max: 9_000 }),
    bits(15),
    fc.integer({ min: 0, max: 1_000 }),
  )
  .map(([equal, less, last, adjusted]) => [
    { from: 10_000, evidence: equal, adjusted },
    { from: 8_000, evidence: equal - less, adjusted },
    { from: 0, evidence: Math.min(0, equal - less, last), adjusted: 0 },
  ]);
const nonMatch = fc.record({
  name: fc.constantFrom('household', 'place'),
  prior: bits(12),
  evidence: fc.tuple(...Array.from({ length: 3 }, () => fc.option(fc.tuple(bits(9), bits(9), bits(9))))),
});
const model = fc.record({
  version: fc.constant(1),
  prior: bits(20),
  fields: fc.tuple(
    levels.chain((of) =>
      bits(6).map((common) => ({ levels: of, frequencies: { others: 500, listed: [['smith', common]] } })),
    ),
    levels.map((of) => ({ levels: of })),
    levels.map((of) => ({ levels: of })),
  ),
  rivals: fc.array(nonMatch, { maxLength: 2 }),
});
const record = fc.record(
  {
    LastName: fc.constantFrom('Smith', 'Smyth', 'Kowalski', 'Okafor'),
    Email: fc.constantFrom('john@alpha.example', 'jon.smith@alpha.example', 'jon.smiht@alpha.example'),
    Birthdate: fc.constantFrom('1980-04-01', '1980-01-04', '1955-11-23'),
  },
  { requiredKeys: ['LastName'] },
);
const scenarioOf = (drawn: object) => ({
  id: 'learned',
  name: 'Learned',
  object: 'Contact',
  threshold: 1,
  usage: ['restSearch'],
  scoreMethod: 'probabilistic',
  fields: [
    { field: 'LastName', method: 'personName', weight: 1 },
    { field: 'Email', method: 'email', weight: 1 },
    { field: 'Birthdate', method: 'date', weight: 1 },
  ],
  model: drawn,
});
/** Bits as an integer number of thousandths. */
const thousandths = (number: number) => {
  const whole = Math.round(number * 1_000);
  expect(number).toBe(whole / 1_000);
  return whole;
};

describe('explain of a learned scenario', () => {
  it('law: prior, fields and non-match classes add up to the total, and that is the probability and the score', async () => {
    await fc.assert(
      fc.asyncProperty(model, record, record, async (drawn, searched, stored) => {
        const likeness = await openService({ files: { 'scenarios.json': [scenarioOf(drawn)] } });
        const recordId = await insert(likeness, 'Contact', stored);
        const ask = { objectPrefix: '003', objectData: searched, scenarioIds: ['learned'] };
        const explained = likeness.explain({ ...ask, recordId });
        const [{ fields, evidence, score }] = explained.scenarios as [ScoreExplanation['scenarios'][number]];
        const { prior, rivals, total, probability } = evidence!;
        const parts = [prior, ...fields.map(({ contribution }) => contribution), ...rivals.map(({ effect }) => effect)];
        expect(parts.map(thousandths).reduce((sum, part) => sum + part, 0)).toBe(thousandths(total));
        for (const { effect } of rivals) expect(effect).toBeLessThanOrEqual(0);
        expect(probability).toBeCloseTo(1 / (1 + 2 ** -total), 8);
        expect(Math.floor(probability * 100)).toBe(score);
        for (const { contribution, counted } of fields) if (!counted) expect(contribution).toBe(0);
        const { output } = await likeness.search(ask);
        expect(output['003']!.map((match) => match.score)).toEqual(explained.scenarios[0]!.isDuplicate ? [score] : []);

        const shown = explanationText(explained).split('\n');
        const figures = shown.flatMap((line) => /(?<= )[+-]\d+\.\d{3}(?= )/.exec(line)?.[0] ?? []).map(Number);
        expect(figures.slice(0, -1).reduce((sum, each) => sum + Math.round(each * 1_000), 0)).toBe(thousandths(total));
        expect(figures.at(-1)).toBe(total);
        expect(shown.join('\n')).toContain(`1 / (1 + 2^${(-total).toFixed(3)})`);
      }),
      { numRuns: draws(100) },
    );
  });

  it('says how much of a contribution comes from how common the value is, and what was not compared', async () => {
    const field = (listed: unknown) => ({
      levels: [
        { from: 10_000, evidence: 6_000, adjusted: 1_000 },
        { from: 0, evidence: -3_000, adjusted: 0 },
      ],
      frequencies: { others: 0, listed },
    });
    const drawn = { version: 1, prior: -10_000, fields: [field([['smith', -2_500]]), field([]), field([])] };
    const likeness = await openService({ files: { 'scenarios.json': [scenarioOf(drawn)] } });
    const objectData = { LastName: 'Smith', Email: 'john@alpha.example' };
    const explained = likeness.explain({
      objectPrefix: '003',
      objectData,
      otherData: objectData,
      scenarioIds: ['learned'],
    });
    expect(explained.scenarios[0]!.fields).toMatchObject([
      { field: 'LastName', contribution: 3.5, adjustment: -2.5, level: 1 },
      { field: 'Email', contribution: 6 },
      {
        field: 'Birthdate',
        contribution: 0,
        counted: false,
        note: expect.stringMatching(/does not affect the score/) as string,
      },
    ]);
    const text = explanationText(explained);
    expect(text).toMatch(/^prior +-10\.000 {2}two random records$/m);
    expect(text).toMatch(/^LastName .* \+3\.500 {2}includes -2\.500 for its frequency$/m);
    expect(text).toMatch(/^sum +-0\.500 {2}log2 odds of a match\nprobability 41\.4214 % = 1 \/ \(1 \+ 2\^0\.500\)$/m);
  });

  it('a search that sends nothing of it scores 0, and that is explained', async () => {
    const field = {
      levels: [
        { from: 10_000, evidence: 1_000, adjusted: 0 },
        { from: 0, evidence: 0, adjusted: 0 },
      ],
    };
    const drawn = { version: 1, prior: 5_000, fields: [field, field, field] };
    const likeness = await openService({ files: { 'scenarios.json': [scenarioOf(drawn)] } });
    const sent = { objectPrefix: '003', objectData: { Phone: '+353861234567' }, scenarioIds: ['learned'] };
    const [scenario] = likeness.explain({ ...sent, otherData: { LastName: 'Smith' } }).scenarios;
    expect(scenario).toMatchObject({
      score: 0,
      isDuplicate: false,
      note: expect.stringMatching(/no field of this scenario was sent/) as string,
    });
  });
});

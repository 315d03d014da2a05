import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertSplinkModel, parseSplinkModel } from '../../../src/config/splink/import-splink-model.js';
import { exportSplinkSettings, NotExported } from '../../../src/config/splink/export-splink-settings.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import type { ScenarioDefinition } from '../../../src/matching/scenario.js';
import { createRegistry } from '../../../src/records/registry.js';
import { learnedScenario } from './learned.js';

const methods = createMethods();
const type = createRegistry([]).byName('Contact')!;
const RUNS = { numRuns: 300, seed: 31, endOnFailure: true };

/** Through a file and back. */
function reimported(scenario: ScenarioDefinition): ScenarioDefinition {
  const { settings } = exportSplinkSettings(scenario, { methods });
  const saved = parseSplinkModel(JSON.parse(JSON.stringify(settings)));
  const options = { type, methods, mapped: new Map<string, string>(), guessed: new Map<string, string>() };
  return convertSplinkModel(saved, { ...options, threshold: scenario.threshold }).scenario;
}

const levelsOf = (scenario: ScenarioDefinition) => exportSplinkSettings(scenario, { methods }).settings.comparisons;
const bitsOf = ({ m_probability: m, u_probability: u }: { m_probability?: number; u_probability?: number }) =>
  Math.log2(m! / u!);

describe('a learned scenario as settings of Splink', () => {
  it('has the match weight of equal and of unlike values, to the thousandth of a bit', () => {
    fc.assert(
      fc.property(learnedScenario, (scenario) => {
        levelsOf(scenario).forEach(({ comparison_levels: written }, f) => {
          const { levels, blanks = [0, 0, 0] } = scenario.model!.fields[f]!;
          const equal = written.find(({ label_for_charts: label }) => label === 'equal')!;
          expect(bitsOf(equal)).toBeCloseTo((levels[0]!.evidence + blanks[0]) / 1_000, 9);
          // Levels below the least similar condition are one with what is unlike.
          const below = levels.filter(({ evidence }) => evidence !== levels.at(-1)!.evidence);
          if (below.length === 1)
            expect(bitsOf(written.at(-1)!)).toBeCloseTo((levels.at(-1)!.evidence + blanks[0]) / 1_000, 9);
        });
      }),
      RUNS,
    );
  });

  it('has shares that add up to 1, whatever the weights', () => {
    fc.assert(
      fc.property(learnedScenario, (scenario) => {
        for (const { comparison_levels: levels } of levelsOf(scenario)) {
          const sum = (of: 'm_probability' | 'u_probability') =>
            levels.reduce((total, level) => total + (level[of] ?? 0), 0);
          // Weights that all speak for a match, or all against one, have no such shares.
          const bits = levels.filter(({ is_null_level: isNull }) => isNull !== true).map(bitsOf);
          if (Math.min(...bits) > -0.001 || Math.max(...bits) < 0.001) continue;
          expect(sum('m_probability')).toBeCloseTo(1, 4);
          expect(sum('u_probability')).toBeCloseTo(1, 4);
          for (const level of levels)
            if (level.is_null_level !== true) expect(level.u_probability).toBeGreaterThan(1e-20);
        }
      }),
      RUNS,
    );
  });

  it('comes back with the same fields, methods, prior and weights where Splink tells levels apart as well', () => {
    fc.assert(
      fc.property(learnedScenario, (scenario) => {
        const back = reimported(scenario);
        expect(back.fields.map(({ field, method }) => [field, method])).toEqual(
          scenario.fields.map(({ field, method }) => [field, method]),
        );
        expect(back.model!.prior).toBeCloseTo(scenario.model!.prior, -0.5);
        back.model!.fields.forEach(({ levels }, f) => {
          const { levels: before, blanks = [0, 0, 0] } = scenario.model!.fields[f]!;
          expect(Math.abs(levels[0]!.evidence - before[0]!.evidence - blanks[0])).toBeLessThanOrEqual(1);
        });
        // Written again it says the same.
        const [once, twice] = [back, reimported(back)].map(({ model }) =>
          model!.fields.map(({ levels }) => levels.map(({ from, evidence }) => [from, Math.round(evidence / 2)])),
        );
        expect(twice!.map((levels) => levels.map(([from]) => from))).toEqual(
          once!.map((levels) => levels.map(([from]) => from)),
        );
      }),
      RUNS,
    );
  });

  it('keeps swapped names as columns reversed', () => {
    const scenario: ScenarioDefinition = {
      ...{ id: 'mine', name: 'Mine', object: 'Contact', threshold: 50, usage: [], scoreMethod: 'probabilistic' },
      fields: [{ field: 'FirstName+LastName', method: 'swappedName', weight: 1, blank: 'ignore' }],
      model: {
        ...{ version: 1, prior: -10_000 },
        fields: [
          {
            levels: [10_000, 9_500, 9_000, 8_500, 8_000, 0].map((from) => ({
              from,
              evidence: [0, 10_000].includes(from) ? 0 : 6_000,
              adjusted: 0,
            })),
          },
        ],
      },
    };
    const [comparison] = levelsOf(scenario);
    expect(comparison!.comparison_levels[1]!.sql_condition).toBe(
      '"FirstName_l" = "LastName_r" AND "LastName_l" = "FirstName_r" AND "FirstName_l" <> "FirstName_r"',
    );
    expect(bitsOf(comparison!.comparison_levels[1]!)).toBeCloseTo(6, 9);
    expect(reimported(scenario).model!.fields[0]!.levels.map(({ evidence }) => evidence)).toEqual([0, 6_000, 0]);
  });

  it('says what Splink has nothing for', () => {
    const [scenario] = fc.sample(learnedScenario, { numRuns: 1, seed: 3 });
    const rival = { name: 'household', prior: 100, evidence: scenario!.fields.map(() => null) };
    const told = exportSplinkSettings({ ...scenario!, model: { ...scenario!.model!, rivals: [rival] } }).noEquivalent;
    const whats = told.map(({ what }) => what).join('\n');
    for (const part of ['household', 'contradictions', 'retrieval that misses nothing', 'the threshold of 90 %'])
      expect(whats).toContain(part);
    for (const { instead } of told) expect(instead).not.toBe('');
  });

  it('is refused of a scenario whose weights people chose', () => {
    const [learned] = fc.sample(learnedScenario, { numRuns: 1, seed: 3 });
    const weighted: ScenarioDefinition = { ...learned!, scoreMethod: 'weighted', model: undefined };
    expect(() => exportSplinkSettings(weighted)).toThrow(NotExported);
  });
});

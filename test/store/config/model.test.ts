import { describe, expect, it } from 'vitest';
import type { ModelDefinition } from '../../../src/matching/model-schema.js';
import { load, problemsOf } from './folder.js';

const level = (from: number, evidence: number) => ({ from, evidence, adjusted: 0 });
/** Converts a level of the file to a level of the model. */
const used = ({ from, evidence, adjusted }: ReturnType<typeof level>) => ({ from, matchWeight: evidence, adjusted });
const model = (changes: object = {}): ModelDefinition => ({
  version: 1,
  prior: -12_000,
  fields: [
    { levels: [level(10_000, 8_000), level(9_000, 5_000), level(0, -4_000)] },
    { levels: [level(10_000, 6_000), level(0, -2_000)], frequencies: { others: 500, listed: [['smith', -3_000]] } },
  ],
  rivals: [{ name: 'household', prior: 1_000, evidence: [null, [-500, 2_000]] }],
  ...changes,
});
const scenario = (changes: object = {}) => ({
  id: 'mine',
  name: 'Mine',
  object: 'Contact',
  threshold: 50,
  usage: ['restSearch'],
  scoreMethod: 'probabilistic',
  fields: ['FirstName', 'LastName'].map((field) => ({ field, method: 'personName', weight: 1, blank: 'ignore' })),
  model: model(),
  ...changes,
});
const field = (changes: object) => ({
  model: model({ fields: [{ levels: [level(10_000, 8), level(0, -4)], ...changes }, model().fields[1]] }),
});
const rival = (changes: object) => ({ model: model({ rivals: [{ ...model().rivals![0], ...changes }] }) });

describe('the model of a probabilistic scenario', () => {
  it('is taken as it is written, listed values by their normal form', async () => {
    const { scenarios } = await load({ 'scenarios.json': [scenario()] });
    const { model: taken } = scenarios.find(({ id }) => id === 'mine')!;
    expect(taken).toMatchObject({
      prior: -12_000,
      nonMatches: [{ name: 'household', prior: 1_000, matchWeights: [null, [-500, 2_000]] }],
    });
    expect(taken!.fields.map(({ levels }) => levels)).toEqual(model().fields.map(({ levels }) => levels.map(used)));
    expect(taken!.fields[1]!.frequencies).toEqual({ others: 500, listed: new Map([['smith', -3_000]]) });
  });

  it('can give the meaning of blanks, and the non-match classes that it does not apply to', async () => {
    const { scenarios } = await load({ 'scenarios.json': [scenario(field({ blanks: [100, -900, 400] }))] });
    expect(scenarios.find(({ id }) => id === 'mine')!.model!.fields[0]!.blanks).toEqual([100, -900, 400]);
    const alike = await load({ 'scenarios.json': [scenario(rival({ blankAlike: true }))] });
    expect(alike.scenarios.find(({ id }) => id === 'mine')!.model!.nonMatches![0]!.isBlankAlike).toBe(true);
  });

  it('may leave equal values to other fields', async () => {
    const levels = [level(10_000, 0), level(9_000, 5), level(0, 0)];
    const { scenarios } = await load({ 'scenarios.json': [scenario(field({ levels }))] });
    expect(scenarios.find(({ id }) => id === 'mine')!.model!.fields[0]!.levels).toEqual(levels.map(used));
  });

  it.each<[string, object]>([
    ['[0].model: a probabilistic scenario needs a model', { model: undefined }],
    ['[0].scoreMethod: expected probabilistic', { scoreMethod: 'weighted' }],
    ['[0].model.fields: expected 1 entries', { fields: scenario().fields.slice(1) }],
    ['[0].model.version', { model: model({ version: 2 }) }],
    ['[0].model.fields[0].levels', field({ levels: [] })],
    [
      '[0].model.fields[0].levels[1].from: expected a value below 0',
      field({ levels: [level(0, 1), level(10_000, 2)] }),
    ],
    ['[0].model.fields[0].levels[0].from: expected 0', field({ levels: [level(10_000, 1)] })],
    [
      '[0].model.fields[0].levels[1].evidence: expected at most 2: evidence must not increase',
      field({ levels: [level(10_000, 2), level(9_000, 3), level(0, -4)] }),
    ],
    [
      '[0].model.fields[0].levels[1].evidence: expected at most 0',
      field({ levels: [level(10_000, 25), level(0, 22)] }),
    ],
    ['[0].model.fields[0].levels[0].evidence', field({ levels: [level(0, 0.5)] })],
    ['[0].model.prior', { model: model({ prior: 1e9 }) }],
    ['[0].model.rivals[0].evidence: expected 2 entries', rival({ evidence: [null] })],
    ['[0].model.rivals[0].evidence[1]: expected 2 numbers', rival({ evidence: [null, [1]] })],
    ['[0].model', { model: model({ priors: 1 }) }],
  ])('is refused: %s', async (problem, changes) => {
    const problems = await problemsOf({ 'scenarios.json': [scenario(changes)] });
    expect(problems[0]).toContain(`scenarios.json ${problem}`);
  });
});

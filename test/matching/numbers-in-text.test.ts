import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';
import { similarityOf } from './similarity.js';

const models = createMethods().get('modelNumbers')!;
const numbers = createMethods().get('numbersInText')!;
const titles = fc
  .array(
    fc.oneof(
      fc.constantFrom('Sony', 'TV', '8-port', '5-port', '46"', 'KDL-32M4000', 'KDL32M4000B', 'WRT54', '2007', '1.5m'),
      fc.stringMatching(/^[0-9]{1,30}(\.[0-9]{1,30})?[a-z]{0,30}[0-9]?$/),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((words) => words.join(' '));

describe('modelNumbers', () => {
  matchMethodLaws(models, titles);

  it('reads what letters and digits make, with hyphens or without', () => {
    expect(models.normalise(['Sony 46" Bravia KDL-32M4000/B - 1080p'])).toBe('kdl32m4000');
    expect(models.normalise(['8-port switch, 24 GB'])).toBe('');
    expect(similarityOf(models, 'Sony KDL-32M4000', 'KDL32M4000 television')).toBe(10_000);
    expect(similarityOf(models, 'Sony KDL-32M4000', 'KDL32M4000B')).toBe(8_500);
    expect(similarityOf(models, 'Sony KDL-32M4000', 'KDL-40M4000')).toBe(0);
    expect(similarityOf(models, 'WRT54 with KDL32M4000', 'KDL32M4000 and DSC100')).toBe(7_000);
  });
});

describe('numbersInText', () => {
  matchMethodLaws(numbers, titles);

  it('reads numbers without their units', () => {
    expect(numbers.normalise(["46' TV, 1.5m, 8-port, KDL-32M4000"])).toBe('1.5 46 8');
    expect(numbers.normalise(['5000mAh, 1080p'])).toBe('1080u 5000u');
    expect(similarityOf(numbers, '1080p projector', '1080i')).toBe(10_000);
    expect(similarityOf(numbers, '8-port switch', '8 port Gigabit')).toBe(10_000);
    expect(similarityOf(numbers, '8-port switch', '5-port switch')).toBe(0);
    expect(similarityOf(numbers, '8-port switch', '8-port switch, 2 m')).toBe(9_500);
  });
});

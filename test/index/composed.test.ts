import { expect, it } from 'vitest';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { scenarioOf, idOf } from './cases.js';
import { RecordedScan, shape } from './scan-index.js';
import { freshSeed, Random } from './random.js';

const methods = createMethods();
const fullName = methods.get('fullName')!;
const composition = fullName.composition!;

/** Typos, phonetic variants, nicknames, initials, titles, particles, generational suffixes, and compounds. */
const words =
  `anna ana anne ann annamaria annmaria maria mariagarcia marie john jon jhon jonathan johnny j a m s an namaria bill william billy smith smyth schmidt smithjones jones
 dr mrs prof van der de la vanderberg berg vander jr sr ii 3rd garcia garsia lopez garcialopez lopes mc donald mcdonald macdonald o brien obrien li lo lee liu łukasz 李 李明 明 ''`.split(
    /\s+/,
  );

function drawName(random: Random): string {
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 9]);
  return Array.from({ length: count }, () => random.pick(words)).join(random.pick([' ', ' ', '-']));
}

const scenario = scenarioOf([[['First', 'Last'], fullName]], 1);

it('names in two fields: found are exactly those that compare above zero, whatever their words, through updates and deletes', () => {
  const seed = freshSeed('composed');
  let hits = 0;
  for (let n = 0; n < 40; n++) {
    const random = new Random(seed + n);
    const index = createMemoryIndex({ scenarios: [scenario] });
    const forgetful = createMemoryIndex({ scenarios: [scenario], options: { cacheBytes: 0, similarValues: 'eager' } });
    const oracle = new RecordedScan([scenario]);
    let last = 0;
    const asked = Array.from({ length: 12 }, () => ({ First: drawName(random), Last: drawName(random) }));
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 40; i++) {
        const isNew = last === 0 || random.chance(0.7);
        const id = idOf(isNew ? ++last : 1 + random.below(last));
        if (!isNew && random.chance(0.4)) {
          for (const each of [index, forgetful]) each.delete(id);
          oracle.delete(id);
          continue;
        }
        const values = random.chance(0.2) ? random.pick(asked) : { First: drawName(random), Last: drawName(random) };
        for (const each of [index, forgetful]) each.put(id, values);
        oracle.put(id, values);
      }
      // Repeats the same searches, because cached results must include new records.
      for (const values of [...asked, { First: drawName(random), Last: drawName(random) }]) {
        const query = { values, scenarios: [scenario], rule: 'search' as const, limit: Infinity };
        const expected = oracle.search(query);
        hits += expected.matches.length;
        for (const each of [index, forgetful])
          expect(shape(each.search(query)), `seed ${seed + n}, round ${round}: ${JSON.stringify(values)}`).toEqual(
            shape(expected),
          );
      }
    }
  }
  console.log(`composed: ${hits} hits`);
  expect(hits).toBeGreaterThan(5_000);
});

it('a name composed of its parts is what the method itself makes of the two fields', () => {
  const random = new Random(freshSeed('composing'));
  const { part } = composition;
  for (let n = 0; n < 5_000; n++) {
    const raw = [drawName(random), drawName(random)] as const;
    const normals = [part.normalise([raw[0]]), part.normalise([raw[1]])] as const;
    const whole = fullName.normalise(raw);
    expect(composition.compose(normals)).toBe(whole);
    if (whole === '') continue;
    const prepared = normals.map((normal) => (normal === '' ? undefined : part.prepare(normal)));
    expect(composition.assemble(prepared as [unknown, unknown]), JSON.stringify(raw)).toEqual(fullName.prepare(whole));
  }
});

/** Creates an index of names, and a full scan with the same records. */
function holding(stored: readonly (readonly [first: string, last: string])[]) {
  const index = createMemoryIndex({ scenarios: [scenario] });
  const oracle = new RecordedScan([scenario]);
  stored.forEach(([First, Last], i) => {
    for (const each of [index, oracle]) each.put(idOf(i + 1), { First, Last });
  });
  return { index, oracle };
}

it('two neighbours written as one and a typo elsewhere: found though the query’s rarest word is in neither field', () => {
  const { index, oracle } = holding([
    ['Anna Maria', 'Smith'],
    ['Anna', 'Maria Smith'],
    ['Smith Anna', 'Maria'],
    ...Array.from({ length: 20 }, () => ['Other', 'Smith'] as const),
  ]);
  for (const values of [
    { First: 'Annamaria', Last: 'Smyth' },
    { First: 'Smyth', Last: 'Annamaria' },
  ]) {
    const query = { values, scenarios: [scenario], rule: 'search' as const, limit: Infinity };
    expect(index.search(query).matches).toHaveLength(3);
    expect(shape(index.search(query))).toEqual(shape(oracle.search(query)));
  }
});

it.each([
  ['prof', 'der'],
  ['der', ''],
  ['De', 'Der'],
  ['d', 'der'],
  ['Ann', 'Der'],
  ['d', 'd'],
])('a word that contains the full name and neither field is found: %s %s', (First, Last) => {
  // Alone, the last name is the word "ii" with a particle. In the full name, "ii" is a generational suffix.
  const { index, oracle } = holding([
    ['de', 'ii der'],
    ['de', 'jr van der'],
    ['van', 'ii de la der'],
    ['der', 'ii der'],
  ]);
  const query = { values: { First, Last }, scenarios: [scenario], rule: 'search' as const, limit: Infinity };
  expect(shape(index.search(query))).toEqual(shape(oracle.search(query)));
});

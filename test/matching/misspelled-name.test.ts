import { expect, it } from 'vitest';
import { femaleNames, isFrequentGivenName, maleNames } from '../../src/matching/lists/given-names.js';
import { meantNames } from '../../src/matching/person/misspelled-name.js';
import { osaDistance } from '../../src/matching/text/edit-distance.js';
import { freshSeed, Random } from '../index/random.js';

it('a word may have been meant to be each frequent first name that is one edit away and begins with its letter', () => {
  const random = new Random(freshSeed('meant names'));
  const names = [...new Set([...maleNames, ...femaleNames])];
  let found = 0;
  for (let n = 0; n < 150; n++) {
    const name = random.pick(names);
    const at = random.below(name.length + 1);
    const letter = random.pick(['a', 'e', 'h', 'r', 'z', 'é', '']);
    const word = name.slice(0, at) + letter + name.slice(at + random.below(2));
    if (word.length < 5 || isFrequentGivenName(word)) continue;
    const expected = names.filter((each) => each[0] === word[0] && osaDistance(word, each) === 1);
    expect([...meantNames(word)].sort(), word).toEqual(expected.sort());
    found += expected.length;
  }
  expect(found).toBeGreaterThan(50);
  expect(meantNames('jhon')).toEqual([]);
});

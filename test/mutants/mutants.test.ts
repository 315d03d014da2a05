import { expect, it } from 'vitest';
import { mutantsOf } from './mutants.js';

it('a source has a mutant for each bound, condition, flag, number and call, and none for its types', () => {
  const source = "const least: 3 = 3;\nif (!(a < least) && b) call('<');\ntype Flag = true;\n";
  const mutants = mutantsOf(source);
  const changed = mutants.map(({ from, to, by }) => source.slice(0, from) + by + source.slice(to));
  expect(changed.map((text) => text.split('\n').slice(0, 2))).toEqual([
    ['const least: 3 = (3 + 1);', "if (!(a < least) && b) call('<');"],
    ['const least: 3 = 3;', "if (false) call('<');"],
    ['const least: 3 = 3;', "if (!(a < least) || b) call('<');"],
    ['const least: 3 = 3;', "if ((a < least) && b) call('<');"],
    ['const least: 3 = 3;', "if (!(a <= least) && b) call('<');"],
    ['const least: 3 = 3;', 'if (!(a < least) && b) ;'],
  ]);
  expect(mutants.map(({ told }) => told)).toContain('2: a < least becomes a <= least');
});

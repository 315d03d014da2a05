import { expect, it } from 'vitest';
import { relatives } from './relatives.js';
import { doors } from './doors.js';
import { workplaces } from './workplaces.js';
import { foundAgain } from './found-again.js';
import { nameForms } from './name-forms.js';
import { nothingSaid } from './nothing-said.js';
import { firms } from './firms.js';
import { wholeNames } from './whole-names.js';
import { writtenLater } from './written-later.js';
import { passersBy } from './passers-by.js';
import { strangers } from './strangers.js';
import { MISSED } from './rows.js';

const all = [
  ...[relatives, doors, workplaces, foundAgain, nameForms, nothingSaid, firms, wholeNames, writtenLater].flat(),
  ...[strangers, passersBy].flat(),
];

it('no other is overwritten, and at most one in twenty of the same is created anew', () => {
  const same = all.filter(({ decide }) => typeof decide === 'number');
  const others = all.filter(({ decide }) => decide === 'other');
  expect(others.length).toBeGreaterThan(350);
  expect(same.length).toBeGreaterThan(200);
  const missed = same.filter(({ what }) => MISSED.has(what)).length;
  expect(missed).toBe(MISSED.size);
  expect(missed / same.length).toBeLessThan(0.05);
});

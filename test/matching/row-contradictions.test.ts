import { expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { contradictionsOfType } from '../../src/matching/contradictions/contradictions.js';
import { RowContradictions } from '../../src/matching/contradictions/row-contradictions.js';
import { contradictionContext } from '../../src/store/config/resolve-definitions.js';

const configuration = await loadConfiguration();
const contradictions = contradictionsOfType(
  configuration.registry.byName('Contact')!,
  contradictionContext(configuration),
);

it.each([
  [['Elsa', 'Turner'], ['Turner', 'Elas'], false],
  [['Rodrigo', 'Sevilla Bermúdez'], ['Sevilla Bermúdez', 'R.'], false],
  [['Elsa', 'Turner'], ['Turner', 'Maud'], true],
  [['Brendon', 'Torp'], ['Brnedn', 'Torp'], false],
  [['Brendon', 'Torp'], ['Brnedo', 'Torp'], true],
  [['Ann', 'Lee', '1970'], ['Ann', 'Lee', '1998'], true],
  [['Ann', 'Lee', '1970'], ['Ann', 'Lee', '1971'], false],
  [['Ann', 'Lee', '1970'], ['Ann', 'Lee', '1998-05-02'], true],
])('%j and %j may be two people', (one, other, isSo) => {
  const [a, b] = [one, other].map(([FirstName = '', LastName = '', Birthdate = '']) =>
    contradictions.party({ FirstName, LastName, Birthdate }),
  );
  expect(contradictions.between(contradictions.pair(a!, b!)).length > 0).toBe(isSo);
});

it('finds contradictions between two of many rows, whatever the length of their texts', () => {
  const rows = new RowContradictions(contradictions, []);
  const long = 'x'.repeat(3_000_000);
  rows.add({ LastName: 'Ash', Birthdate: '1970-03-01' });
  rows.add({ LastName: 'Ash', Birthdate: '1991-11-23' });
  rows.add({ LastName: 'Ash' });
  rows.add({ LastName: long, MailingStreet: long, Birthdate: '1970-03-01' });
  rows.add({ LastName: 'Ash', Birthdate: '1991-03-23' });
  expect(rows.kinds()).toContain('birthDate');
  expect([rows.contradict(0, 1), rows.contradict(1, 0), rows.contradict(0, 2), rows.contradict(1, 3)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(rows.is('birthDate', 0, 1)).toBe(true);
  rows.leaveOut(new Set(['birthDate']));
  expect(rows.contradict(0, 1)).toBe(false);
  rows.leaveOut(new Set(['birthDate']), true);
  expect([rows.contradict(0, 1), rows.contradict(0, 4)]).toEqual([true, false]);
});

import { expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { contradictionsOfType } from '../../src/matching/contradictions/contradictions.js';
import { RowContradictions } from '../../src/matching/contradictions/row-contradictions.js';
import { contradictionContext } from '../../src/store/config/resolve-definitions.js';

it('finds what speaks against two of many rows, whatever the length of their texts', async () => {
  const configuration = await loadConfiguration();
  const type = configuration.registry.byName('Contact')!;
  const rows = new RowContradictions(contradictionsOfType(type, contradictionContext(configuration)), []);
  const long = 'x'.repeat(3_000_000);
  rows.add({ LastName: 'Ash', Birthdate: '1970-03-01' });
  rows.add({ LastName: 'Ash', Birthdate: '1991-11-23' });
  rows.add({ LastName: 'Ash' });
  rows.add({ LastName: long, MailingStreet: long, Birthdate: '1970-03-01' });
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
});

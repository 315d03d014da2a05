import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HistoryAge, LONGEST_SILENCE } from '../../src/store/history-table.js';

const HOUR = 60 * 60 * 1000;
const AGE = 20 * 24 * HOUR;

const gap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 * 24 * HOUR }) },
  { weight: 3, arbitrary: fc.nat(HOUR) },
  { weight: 1, arbitrary: fc.integer({ min: -200 * 24 * HOUR, max: 200 * 24 * HOUR }) },
);

it('changes are older by the time between the changes since, a jump of the clock counting as a week at the most', () => {
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 80 }), gap, fc.nat(40), (gaps, last, forgotten) => {
      const age = new HistoryAge();
      let time = 1e12;
      let counted = 0;
      const at = gaps.map((each, i) => {
        if (i > 0) counted += Math.min(Math.max(each, 0), LONGEST_SILENCE);
        age.add(i + 1, (time += each));
        return counted;
      });
      const bound = counted + Math.min(Math.max(last, 0), LONGEST_SILENCE) - AGE;
      const below = age.olderThan(AGE, time + last);
      at.forEach((one, i) => {
        // Accurate to the hour: reported changes are older than the age, others at most an hour older.
        if (i + 1 < below) expect(one).toBeLessThan(bound);
        else expect(one).toBeGreaterThanOrEqual(bound - HOUR);
      });
      // Forgotten changes do not affect the others.
      age.forget(Math.min(forgotten, below));
      expect([below, forgotten >= below ? 0 : below]).toContain(age.olderThan(AGE, time + last));
    }),
  );
});

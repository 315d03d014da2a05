import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDatetime, readDate, readDatetime, timeOf } from '../../src/records/dates.js';
import { rowsOf } from '../support/entries.js';

const moment = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a date', () => {
  it.each(
    rowsOf<[string, string | undefined]>(`
    2024-02-29 → 2024-02-29 | 2000-02-29 → 2000-02-29 | 0001-01-01 → 0001-01-01 | 9999-12-31 → 9999-12-31
    "19610821" → 1961-08-21 | 2023-02-29 → undefined | 1900-02-29 → undefined | 2024-04-31 → undefined
    2024-13-01 → undefined | 2024-00-10 → undefined | 2024-01-00 → undefined | 0000-01-01 → undefined
    01/02/2024 → undefined | 2024-1-2 → undefined | -2024-01-01 → undefined | ٢٠٢٤-٠١-٠١ → undefined
  `),
  )('%s is read as %s', (text, date) => expect(readDate(text)).toBe(date));

  it('is read for every day that there is, in both forms', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(readDate(day)).toBe(day);
        expect(readDate(day.replaceAll('-', ''))).toBe(day);
        expect(new Date(timeOf(day)).toISOString()).toBe(`${day}T00:00:00.000Z`);
      }),
    );
  });
});

describe('a datetime', () => {
  it.each([
    ['2024-02-29T10:20:30.456Z', '2024-02-29T10:20:30.456+0000'],
    ['2024-02-29T10:20:30.456+0000', '2024-02-29T10:20:30.456+0000'],
    ['2024-02-29T10:20:30Z', '2024-02-29T10:20:30.000+0000'],
    ['2024-02-29t10:20z', '2024-02-29T10:20:00.000+0000'],
    ['2024-02-29 10:20:30', '2024-02-29T10:20:30.000+0000'],
    ['2024-02-29T10:20:30.5Z', '2024-02-29T10:20:30.500+0000'],
    ['2024-02-29T10:20:30.123000Z', '2024-02-29T10:20:30.123+0000'],
    ['2024-03-01T00:30:00+05:30', '2024-02-29T19:00:00.000+0000'],
    ['2024-02-29T23:30:00-0100', '2024-03-01T00:30:00.000+0000'],
    ['2024-02-29T23:30:00-01', '2024-03-01T00:30:00.000+0000'],
    ['2024-02-29', '2024-02-29T00:00:00.000+0000'],
    ['2024-02-29T10:20:30.123456Z', '2024-02-29T10:20:30.123+0000'], // as Python writes it
    ['2024-02-29T10:20:30.1234567+01:00', '2024-02-29T09:20:30.123+0000'], // as .NET does
    ['2024-02-29T10:20:30.1239999999Z', undefined],
    ['2024-02-30T10:20:30Z', undefined],
    ['2024-02-29T24:00:00Z', undefined],
    ['2024-02-29T10:60:00Z', undefined],
    ['2024-02-29T10:20:60Z', undefined],
    ['2024-02-29T10:20:30+15:00', undefined],
    ['2024-02-29T10', undefined],
    ['0001-01-01T00:00:00+01:00', undefined], // the year 0 in UTC
    ['9999-12-31T23:59:59-01:00', undefined], // the year 10000 in UTC
    ['1709202030456', undefined],
  ])('%s is read as %s', (text, datetime) => expect(readDatetime(text)).toBe(datetime));

  it('keeps its moment whatever the zone it is written in', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString();
        fc.pre(local.length === 24 && !local.startsWith('0000'));
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
          String(n).padStart(2, '0'),
        );
        const text = `${local.slice(0, -1)}${offset < 0 ? '-' : '+'}${hours!}:${minutes!}`;
        expect(readDatetime(text)).toBe(formatDatetime(date));
        expect(timeOf(formatDatetime(date))).toBe(date.getTime());
      }),
    );
  });

  it('sorts as text in order of time', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(formatDatetime(a) < formatDatetime(b)).toBe(a.getTime() < b.getTime());
      }),
    );
  });
});

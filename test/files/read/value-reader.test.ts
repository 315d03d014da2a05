import { describe, expect, it } from 'vitest';
import { configurationOf } from '../../../src/store/config/load.js';
import { comparedReader, valueReader } from '../../../src/files/read/value-reader.js';
import type { DateOrder } from '../../../src/files/read/date-order.js';

const configuration = await configurationOf('');
const contact = configuration.registry.byName('Contact')!;

/** Reads a column of birth dates, optionally with a column of countries. */
function dates(texts: readonly string[], { country = '', order }: { country?: string; order?: DateOrder } = {}) {
  const values = [texts, texts.map(() => country)];
  const fields = [
    { field: 'Birthdate', positions: [0] },
    ...(country === '' ? [] : [{ field: 'MailingCountry', positions: [1] }]),
  ];
  const { read, notes } = valueReader(configuration, contact, fields, { values }, order);
  return { days: texts.map((text) => read('Birthdate', text)), notes };
}

const OPEN = /no date shows whether the day or the month comes first; read with the (day|month) first/;
const OPEN_TO_ALL = /no date shows .*; read in the order of the default country; .* mdy overrides this/;
const MIXED = /dates are in two orders; read/;

describe('the dates of a column', () => {
  it.each([
    ['day first', ['05/06/1980', '31/12/1999'], ['1980-06-05', '1999-12-31']],
    ['month first', ['05/06/1980', '12/31/1999'], ['1980-05-06', '1999-12-31']],
    ['day first by dashes', ['05-06-1980', '31-12-1999'], ['1980-06-05', '1999-12-31']],
    ['month first, short', ['5/6/80', '12/31/99'], ['1980-05-06', '1999-12-31']],
    ['day first, short', ['5/6/80', '31/12/99'], ['1980-06-05', '1999-12-31']],
    ['points', ['05.06.1980', '07.08.1990'], ['1980-06-05', '1990-08-07']],
    ['points and a time', ['05.06.1980 00:00'], ['1980-06-05']],
    ['ISO', ['1980-06-05', '1999-12-31'], ['1980-06-05', '1999-12-31']],
    [
      'ISO and a time',
      ['1980-06-05 23:00:00', '1980-06-05T22:00:00.000Z', '1980-06-05 00:00:00+00:00'],
      ['1980-06-05', '1980-06-05', '1980-06-05'],
    ],
    ['year first, short', ['80/06/05', '99/12/31'], ['1980-06-05', '1999-12-31']],
    ['words', ['5 Jun 1980', 'June 5, 1980', '5. Juni 1980'], ['1980-06-05', '1980-06-05', '1980-06-05']],
    ['days that are none', ['05.06.1980', '0.0.00', '0000-00-00', '0/0/00'], ['1980-06-05', '', '', '']],
    ['days of spreadsheets', ['29377', '36525'], ['1980-06-05', '1999-12-31']],
    ['ISO beside others', ['1980-06-05', '05/06/1980', '31/12/1999'], ['1980-06-05', '1980-06-05', '1999-12-31']],
  ])('are read in one order: %s', (_, texts, days) => {
    const found = dates(texts);
    expect(found.days).toEqual(days);
    expect(found.notes.filter((note) => OPEN.test(note) || MIXED.test(note))).toEqual([]);
  });

  it.each([
    ['day first elsewhere', {}, '1980-06-05', 'day'],
    ['month first beside the United States', { country: 'USA' }, '1980-05-06', 'month'],
    ['day first beside Austria', { country: 'Austria' }, '1980-06-05', 'day'],
  ])('that say nothing are read %s, which is reported', (_, options, day, first) => {
    const { days, notes } = dates(['05/06/1980', '07/08/1990'], options);
    expect(days[0]).toBe(day);
    expect(OPEN.exec(notes[0]!)?.[1]).toBe(first);
  });

  it('are read as people say', () => {
    expect(dates(['05/06/1980'], { order: 'mdy' })).toEqual({ days: ['1980-05-06'], notes: [] });
    expect(dates(['05/06/1980'], { order: 'dmy' })).toEqual({ days: ['1980-06-05'], notes: [] });
    expect(dates(['80/05/06'], { order: 'ymd' }).days).toEqual(['1980-05-06']);
  });

  it('in two orders are read in that of the most, and the others stay as they are, to be rejected', () => {
    const { days, notes } = dates(['31/12/1999', '05/06/1980', '30/01/1970', '12/31/1999']);
    expect(days).toEqual(['1999-12-31', '1980-06-05', '1970-01-30', '12/31/1999']);
    expect(notes).toEqual([expect.stringMatching(MIXED)]);
  });

  it('that are none stay as they are', () => {
    expect(dates(['31/02/1999', '05/06/1980', 'soon']).days).toEqual(['31/02/1999', '1980-06-05', 'soon']);
  });
});

describe('a cell', () => {
  const { read } = valueReader(configuration, contact, [], { values: [] });
  it.each([
    ['true', 'yes Yes YES Y y true TRUE T 1 on x X ja Ja oui si sí sim wahr vrai да tak はい ✓'],
    ['false', 'no No N n false FALSE F 0 off nein non não faux falsch нет nie いいえ'],
  ])('of yes and no: %s', (value, words) => {
    for (const word of words.split(' '))
      expect([word, read('HasOptedOutOfEmail', word)]).toEqual([
        word,
        /^(?:1|0|true|false)$/i.test(word) ? word : value,
      ]);
  });

  it.each(['maybe', '2', 'ye', 'nope'])('%s says neither yes nor no', (word) => {
    expect(read('HasOptedOutOfEmail', word)).toBe(word);
  });

  it.each([
    ['Email', 'NULL nan NaN null N/A n/a #N/A none None nil - -- undefined', ''],
    ['Birthdate', 'NULL nan NaT - none', ''],
    ['HasOptedOutOfEmail', 'NULL nan -', ''],
    ['Phone', 'nan NULL - n/a', ''],
    ['LastName', 'NULL nan NaN null #N/A', ''],
  ])('of %s contains nothing: %s', (field, marks, nothing) => {
    for (const mark of marks.split(' ')) expect([mark, read(field, mark)]).toEqual([mark, nothing]);
  });

  it.each(['Null', 'Nan', 'Na', 'None', 'Nil', 'Unknown', '-'])('%s may be a name', (name) => {
    expect(read('LastName', name)).toBe(name);
  });
});

describe('amounts', () => {
  const account = configuration.registry.byName('Account')!;
  const amounts = (texts: readonly string[]) => {
    const { read } = valueReader(configuration, account, [{ field: 'AnnualRevenue', positions: [0] }], {
      values: [texts],
    });
    return texts.map((text) => read('AnnualRevenue', text));
  };

  it.each([
    ['German', ['1.234,50', '1.234', '12,5 €', '-3', '1.234.567'], ['1234.50', '1234', '12.5', '-3', '1234567']],
    ['English', ['1,234.50', '$1,234', '(12.00)', 'USD 5', '1,234,567'], ['1234.50', '1234', '-12.00', '5', '1234567']],
    ['French', ['1 234,50 €', '1\u00a0234', '0,5'], ['1234.50', '1234', '0.5']],
    ['Swiss', ["1'234.50", '1’234', 'CHF 7.-'], ['1234.50', '1234', '7']],
    ['Indian', ['12,34,567.00', '₹ 5'], ['1234567.00', '5']],
    ['of programs', ['1234.5', '12', '0.125', '1e3'], ['1234.5', '12', '0.125', '1e3']],
    ['that say nothing', ['1.234', '5'], ['1.234', '5']],
    ['none', ['12 people', '1.2.3,4,5', 'n.a.'], ['12 people', '1.2.3,4,5', 'n.a.']],
  ])('are read as their column is written: %s', (_, texts, numbers) => expect(amounts(texts)).toEqual(numbers));
});

describe('cells that are compared', () => {
  const compared = (texts: readonly string[], order?: DateOrder) => {
    const { read, notes } = comparedReader(
      contact,
      [{ field: 'Birthdate', positions: [0] }],
      { values: [texts] },
      order,
    );
    return { days: texts.map((text) => read!('Birthdate', text)), notes };
  };

  it('are dates in the one order of their column', () => {
    expect(compared(['05/06/1980', '31/12/1999'])).toEqual({ days: ['1980-06-05', '1999-12-31'], notes: [] });
    expect(compared(['05/06/1980'], 'mdy').days).toEqual(['1980-05-06']);
  });

  it('stay as they are where nothing says the order, which is reported', () => {
    const { days, notes } = compared(['05/06/1980']);
    expect(days).toEqual(['05/06/1980']);
    expect(notes).toEqual([expect.stringMatching(OPEN_TO_ALL)]);
  });

  it('are not read at all where they are texts', () => {
    expect(comparedReader(contact, [{ field: 'Email', positions: [0] }], { values: [['a']] }).read).toBeUndefined();
  });
});

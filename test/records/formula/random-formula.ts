import fc from 'fast-check';
import type { Fields } from './calculate.js';
import { entriesOf } from '../../support/entries.js';

/** Fields for random formulas, including blank and extreme values. */
export const randomFields: Fields = {
  Amount: ['number', 12.75],
  Huge: ['number', 1.7e308],
  Tiny: ['number', 5e-324],
  None: ['number', null],
  Share: ['percent', 37.5],
  Name: ['string', "Ada O'Brien-Łukasz 😀"],
  Long: ['textarea', 'ab '.repeat(10_000)],
  Blank: ['string', null],
  Day: ['date', '2024-02-29'],
  Last: ['date', '9999-12-31'],
  NoDay: ['date', null],
  Moment: ['datetime', '2024-02-29T23:59:59.999+0000'],
  Flag: ['boolean', true],
  Status: ['picklist', 'Open;Closed'],
};

const call = (name: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((args) => `${name}(${args.join(', ')})`);

const infix = (
  operators: readonly string[],
  left: fc.Arbitrary<string>,
  right: fc.Arbitrary<string>,
): fc.Arbitrary<string> => fc.tuple(left, fc.constantFrom(...operators), right).map((parts) => `(${parts.join(' ')})`);

// A type alias, because fast-check requires a record type.
type Sources = { number: string; text: string; boolean: string; date: string; datetime: string; time: string };

const unary = entriesOf(`
  ABS | CEILING | FLOOR | MCEILING | MFLOOR | SQRT | EXP | LN | LOG | SIN | COS | TAN | ASIN | ACOS | ATAN
`);
const dateParts = ['YEAR', 'MONTH', 'DAY', 'WEEKDAY', 'DAYOFYEAR', 'ISOWEEK', 'ISOYEAR', 'UNIXTIMESTAMP'];

/** Random formulas that are well typed and compile. */
export const wellTyped = fc.letrec<Sources>((tie) => {
  const [number, text, boolean] = [tie('number'), tie('text'), tie('boolean')];
  const [date, datetime, time] = [tie('date'), tie('datetime'), tie('time')];
  const choice = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.oneof(call('IF', boolean, of, of), call('CASE', number, number, of, fc.constant('NULL'), of, of));
  return {
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '0',
        '1',
        '2.5',
        '999999999999',
        '0.0000001',
        'Amount',
        'Huge',
        'Tiny',
        'None',
        'Share',
        'NULL + 1',
      ),
      infix(['+', '-', '*', '/', '^'], number, number),
      fc.constantFrom(...unary).chain((name) => call(name, number)),
      fc.constantFrom('ROUND', 'TRUNC', 'MOD', 'MAX', 'MIN', 'ATAN2').chain((name) => call(name, number, number)),
      call('LEN', text),
      call(
        'VALUE',
        fc.oneof(
          text,
          number.map((n) => `TEXT(${n})`),
        ),
      ),
      call('ASCII', text),
      call('FIND', text, text, number),
      fc.constantFrom(...dateParts).chain((name) => call(name, date)),
      fc.constantFrom('HOUR', 'MINUTE', 'SECOND', 'MILLISECOND').chain((name) => call(name, time)),
      infix(['-'], date, date),
      infix(['-'], datetime, datetime),
      infix(['-'], time, time),
      choice(number),
    ),
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('"x"', '""', "'a b'", 'Name', 'Long', 'Blank', 'TEXT(Status)'),
      infix(['&', '+'], text, text),
      fc.constantFrom('LEFT', 'RIGHT', 'LPAD', 'RPAD').chain((name) => call(name, text, number)),
      fc.constantFrom('LPAD', 'RPAD').chain((name) => call(name, text, number, text)),
      call('MID', text, number, number),
      call('SUBSTITUTE', text, text, text),
      fc.constantFrom('UPPER', 'LOWER', 'TRIM', 'REVERSE', 'INITCAP', 'CASESAFEID').chain((name) => call(name, text)),
      call('UPPER', text, text),
      call('HYPERLINK', text, text),
      call('CHR', fc.constantFrom('65', '8364', '128512', '0', 'Amount')),
      fc.oneof(number, date, datetime, time).chain((value) => call('TEXT', fc.constant(value))),
      call('FORMATDURATION', number, boolean),
      call('BLANKVALUE', text, text),
      choice(text),
    ),
    boolean: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('TRUE', 'FALSE', 'Flag', 'ISPICKVAL(Status, "Open")', 'INCLUDES(Status, "Open")'),
      infix(['<', '<=', '>', '>=', '=', '<>'], number, number),
      infix(['<', '=', '<>'], text, text),
      infix(['<', '>=', '='], date, date),
      infix(['&&', '||'], boolean, boolean),
      fc.constantFrom('AND', 'OR').chain((name) => call(name, boolean, boolean)),
      call('NOT', boolean),
      fc.constantFrom('BEGINS', 'CONTAINS').chain((name) => call(name, text, text)),
      call('ISNUMBER', text),
      call('ISBLANK', text),
      call('ISNULL', number),
    ),
    date: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('Day', 'Last', 'NoDay', 'TODAY()'),
      call(
        'DATE',
        fc.constantFrom('2024', '1', '9999', 'Amount'),
        fc.constantFrom('1', '2', '12', 'Amount'),
        fc.constantFrom('1', '29', '31', 'None'),
      ),
      infix(['+', '-'], date, fc.oneof(number, fc.constantFrom('1', '31', 'Share'))),
      call('ADDMONTHS', date, number),
      call(
        'DATEVALUE',
        fc.oneof(
          fc.constantFrom('"x"', '"2023-12-31"', 'Blank'),
          datetime,
          date.map((d) => `TEXT(${d})`),
        ),
      ),
      choice(date),
    ),
    datetime: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('Moment', 'NOW()'),
      infix(['+', '-'], datetime, fc.oneof(number, fc.constantFrom('1', '0.5', 'Share'))),
      call('DATETIMEVALUE', fc.oneof(fc.constantFrom('"x"', '"2023-12-31 23:59:59"'), date)),
      call('FROMUNIXTIME', number),
    ),
    time: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('TIMENOW()', 'TIMEVALUE(Moment)', 'TIMEVALUE("10:20:30.400")'),
      infix(['+', '-'], time, fc.oneof(number, fc.constantFrom('1000', '3600000'))),
      call('TIMEVALUE', fc.oneof(datetime, fc.constantFrom('"x"', '"23:59:59.999"'))),
    ),
  };
});

/** Random sources, from noise to almost valid formulas. */
export const anySource: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '(',
          ')',
          ',',
          '"',
          "'",
          '\\',
          '/*',
          '*/',
          '+',
          '-',
          '*',
          '/',
          '^',
          '&',
          '&&',
          '=',
          '<>',
          '!',
          '.',
          ' ',
          '1',
          '2.5',
          'NULL',
        ],
        ...entriesOf(`
          IF | CASE | LEFT | TEXT | NOT | AND | Name | Amount | Status | a.b | $User.Id | "x" | TRUE | constructor
          __proto__
        `),
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join('')),
);

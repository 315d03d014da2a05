import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coerce } from '../../src/records/coercion.js';
import type { FieldType } from '../../src/records/object-schema.js';
import { makeId } from '../../src/records/ids.js';
import type { Field } from '../../src/records/object-type.js';
import { resolvedField } from './fields.js';
import { draws } from '../support/draws.js';

const string = resolvedField({ type: 'string', length: 10 });
const number = resolvedField({ type: 'number' });
const integer = resolvedField({ type: 'integer' });
const boolean = resolvedField({ type: 'boolean' });
const date = resolvedField({ type: 'date' });
const datetime = resolvedField({ type: 'datetime' });
const email = resolvedField({ type: 'email' });
const open = resolvedField({ type: 'picklist' });
const restricted = resolvedField({ type: 'picklist', values: ['Hot', 'Warm', 'hot potato'] });
const reference = resolvedField({ type: 'reference', referenceTo: ['Contact', 'Lead'] });
const everyField: readonly Field[] = [
  ...[string, number, integer, boolean, date, datetime, email, open, restricted, reference],
  ...(['textarea', 'phone', 'url', 'currency', 'percent'] satisfies FieldType[]).map((type) => resolvedField({ type })),
  resolvedField({ type: 'formula', formula: '1', returns: 'currency' }),
  resolvedField({ type: 'autoNumber', autoNumber: '{0}' }),
];

const value = (field: Field, sent: unknown) => {
  const coerced = coerce(field, sent);
  return coerced.ok ? coerced.value : coerced.errorCode;
};
const message = (field: Field, sent: unknown) => {
  const coerced = coerce(field, sent);
  return coerced.ok ? undefined : coerced.message;
};

const INVALID = 'INVALID_TYPE_ON_FIELD_IN_RECORD';
const RANGE = 'NUMBER_OUTSIDE_VALID_RANGE';

describe('values are coerced to the type of a text field', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada \n', 'Ada'],
    [42, '42'],
    [-0.5, '-0.5'],
    [-0, '0'],
    [true, 'true'],
    ['', null],
    [null, null],
    [' '.repeat(50_000), null],
    ['\u202eadA', '\u202eadA'],
    ['a\u200bb', 'a\u200bb'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['a\u0001\tb', 'a\u0001\tb'],
    ['a\0b', INVALID],
    ['\ud800', INVALID],
    ['x\udc00y', INVALID],
    [2 ** 53, INVALID], // may have lost digits on its way
    [Infinity, INVALID],
    [NaN, INVALID],
  ])('%j gives %j', (sent, saved) => expect(value(string, sent)).toBe(saved));

  it('a text longer than the field fails with STRING_TOO_LONG, naming field and limit', () => {
    expect(value(string, 'x'.repeat(10))).toBe('x'.repeat(10));
    expect(coerce(string, 'x'.repeat(11))).toEqual({
      ok: false,
      errorCode: 'STRING_TOO_LONG',
      message: 'F__c: data value too large: xxxxxxxxxxx (max length=10)',
    });
    expect(value(string, ` ${'x'.repeat(10)} `)).toBe('x'.repeat(10));
    expect(value(string, '💥'.repeat(6))).toBe('STRING_TOO_LONG');
  });

  it.each(['x'.repeat(131_073), '\ufdfa'.repeat(10_000), `e${'\u0301'.repeat(10_000)}`, '\ud83d\n\0'.repeat(5000)])(
    'a huge text is not repeated in the message',
    (sent) =>
      expect(message(string, sent)).toMatch(
        /^F__c: data value too large: [^\p{Cc}\p{Cs}]{57}\.\.\. \(max length=10\)$/u,
      ),
  );
});

describe('values are coerced to the type of a number field', () => {
  it.each([
    [42, 42],
    ['42', 42],
    [' -1.50 ', -1.5],
    ['+7', 7],
    ['.5', 0.5],
    ['1e3', 1000],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.30000000000000004],
    ['9007199254740991', 9007199254740991],
    ['  ', null],
    ['', null],
    [null, null],
    ['9007199254740993', RANGE],
    ['12345678901.123456789', RANGE], // more digits than a double keeps
    ['1e-400', RANGE],
    ['1e999', RANGE],
    [JSON.parse('1e999'), RANGE],
    [2 ** 53, RANGE],
    [-(2 ** 53), RANGE],
    [NaN, INVALID],
    ['NaN', INVALID],
    ['Infinity', INVALID],
    ['0x10', INVALID],
    ['1,234.50', INVALID],
    ['1e99999', INVALID],
    ['12a', INVALID],
    ['1'.repeat(100_000), INVALID],
    [true, INVALID],
  ])('%j gives %j', (sent, saved) => expect(value(number, sent)).toBe(saved));

  it('minus zero is zero', () => {
    for (const sent of [-0, '-0', '-0.0']) expect(Object.is(value(number, sent), 0)).toBe(true);
  });

  it('an integer field takes no fraction', () => {
    expect(value(integer, '42.0')).toBe(42);
    expect(value(integer, 42.5)).toBe(INVALID);
    expect(value(integer, '0.5')).toBe(INVALID);
    expect(value(integer, Number.MIN_SAFE_INTEGER)).toBe(Number.MIN_SAFE_INTEGER);
  });

  it('every number within range survives as number and as text', () => {
    const within = fc
      .double({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true })
      .map((n) => n + 0);
    fc.assert(
      fc.property(within, (n) => {
        expect(value(number, n)).toBe(n);
        expect(value(number, String(n))).toBe(n);
      }),
    );
  });
});

describe('values are coerced to the type of a boolean field', () => {
  it.each([
    [true, true],
    [false, false],
    ['TRUE', true],
    [' false ', false],
    [1, true],
    ['0', false],
    ['', INVALID],
    [null, INVALID],
    ['yes', INVALID],
    [2, INVALID],
  ])('%j gives %j', (sent, saved) => expect(value(boolean, sent)).toBe(saved));
});

describe('values are coerced to the type of a date or datetime field', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    [' 20240229 ', '2024-02-29'],
    ['2024-02-29T00:00:00Z', '2024-02-29'],
    ['2024-02-29T10:00:00Z', INVALID], // the time would be lost
    ['2023-02-29', INVALID],
    [20240229, INVALID],
    [' ', null],
  ])('%j gives the date %j', (sent, saved) => expect(value(date, sent)).toBe(saved));

  it.each([
    ['2024-02-29T10:20:30+02:00', '2024-02-29T08:20:30.000+0000'],
    ['2024-02-29', '2024-02-29T00:00:00.000+0000'],
    [1709202030456, INVALID],
    ['yesterday', INVALID],
    [' ', null],
  ])('%j gives the datetime %j', (sent, saved) => expect(value(datetime, sent)).toBe(saved));
});

describe('an e-mail address', () => {
  it.each([
    'a@b.co',
    "o'brien+x@mail.example.org",
    'jürgen@münchen.example',
    'a.b-c_d@x-y.z1',
    `${'a'.repeat(70)}@b.de`,
    'a@b.de,c@d.ef',
    'a@b.de; c@d.ef',
  ])('%s is taken', (sent) => expect(value(email, sent)).toBe(sent));

  it.each([
    'a',
    '@',
    'a@',
    '@b.co',
    'a@b',
    'a@b.',
    'a@.co',
    'a@b..co',
    'a b@c.de',
    'a@b@c.de',
    'a@b .de',
    '<a@b.de>',
    'a@-b.de',
    'a\n@b.de',
    'a@b.de,c',
    'a@b.de c@d.ef',
    'a@b.de;',
  ])('%j is refused', (sent) => expect(value(email, sent)).toBe('INVALID_EMAIL_ADDRESS'));

  it('names the field and the value', () =>
    expect(message(email, 'nobody')).toBe('F__c: invalid email address: nobody'));
});

describe('a picklist', () => {
  it('without declared values takes any text', () => expect(value(open, 'Anything')).toBe('Anything'));
  it('gives the declared spelling', () => {
    expect(value(restricted, 'HOT')).toBe('Hot');
    expect(value(restricted, ' Hot Potato')).toBe('hot potato');
  });
  it('refuses what is not declared', () => {
    expect(coerce(restricted, 'Cold')).toEqual({
      ok: false,
      errorCode: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      message: 'F__c: bad value for restricted picklist field: Cold (expected one of Hot, Warm, hot potato)',
    });
    expect(value(restricted, null)).toBeNull();
  });
});

describe('a reference must have the form of an Id of an allowed type', () => {
  const contact = makeId('003', 7);
  it.each([
    [contact, contact],
    [contact.slice(0, 15), contact],
    [` ${makeId('00Q', 1)}`, makeId('00Q', 1)],
    ['', null],
    [null, null],
    [makeId('001', 7), 'FIELD_INTEGRITY_EXCEPTION'],
    [makeId('00q', 7), 'FIELD_INTEGRITY_EXCEPTION'],
    [contact.slice(0, 17), 'MALFORMED_ID'],
    [contact.toLowerCase(), 'MALFORMED_ID'],
    ['003', 'MALFORMED_ID'],
    ['__proto__', 'MALFORMED_ID'],
    [300_000_000_000_001, 'MALFORMED_ID'],
    [true, 'MALFORMED_ID'],
  ])('%j gives %j', (sent, saved) => expect(value(reference, sent)).toBe(saved));

  it('says which types are allowed, and whether form or checksum is wrong', () => {
    expect(message(reference, makeId('001', 7))).toContain('expected an Id of Contact or Lead');
    expect(message(reference, 'nobody')).toBe('F__c: nobody is not an Id (expected 15 or 18 letters and digits)');
    expect(message(reference, `${contact.slice(0, 15)}AAA`)).toContain(
      'the last three characters are not the checksum',
    );
  });
});

describe('whatever the field and the value', () => {
  const hostile = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true, withMap: true }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[-+0-9.eE:TZ ]{0,30}$/),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      '1e999',
      '\0',
      '\ud800',
      'x'.repeat(200_000),
      Symbol('s'),
      () => 1,
    ),
  );
  const plausible = fc.oneof(
    fc.double(),
    fc.date({ noInvalidDate: true }).map((d) => d.toISOString()),
    fc.emailAddress(),
    fc.integer({ min: 0 }).map((n) => makeId('003', n)),
    fc.constantFrom('true', 'hot', 'Warm', '20240229', ' x '),
  );
  const field = fc.constantFrom(...everyField);

  it('coercing never throws, and the answer is a value that survives JSON, or a code and a short message that names the field', () => {
    fc.assert(
      fc.property(field, hostile, (f, sent) => {
        const coerced = coerce(f, sent);
        if (coerced.ok) {
          expect(JSON.parse(JSON.stringify(coerced.value))).toBe(coerced.value);
          expect(Buffer.from(String(coerced.value)).toString()).toBe(String(coerced.value));
        } else {
          expect(coerced.errorCode).toMatch(/^[A-Z_]+$/);
          expect(coerced.message.startsWith('F__c: ')).toBe(true);
          expect(coerced.message.length).toBeLessThan(250);
        }
      }),
      { numRuns: draws(1000) },
    );
  });

  it('coercing a coerced value gives it again', () => {
    fc.assert(
      fc.property(field, fc.oneof(hostile, plausible), (f, sent) => {
        const coerced = coerce(f, sent);
        fc.pre(coerced.ok);
        expect(coerce(f, coerced.value)).toEqual(coerced);
      }),
      { numRuns: draws(1000) },
    );
  });

  it.each([[{}], [[]], [['Ada']], [{ a: 1 }], [undefined]])('an object or array (%j) is refused', (sent) => {
    for (const f of everyField) expect(value(f, sent)).toBe(INVALID);
  });

  it('null and empty text are blank, which a boolean never is', () => {
    for (const f of everyField)
      for (const sent of [null, '']) expect(value(f, sent)).toBe(f.valueType === 'boolean' ? INVALID : null);
  });
});

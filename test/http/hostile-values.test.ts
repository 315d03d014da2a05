import { describe, expect, it } from 'vitest';
import { SEARCH, UPSERT, serveForAll } from './serve.js';

type Outcome = RegExp | { readonly saved: unknown };
const saved = (value: unknown): Outcome => ({ saved: value });
const badType = /^INVALID_TYPE_ON_FIELD_IN_RECORD: /;
const tooLong = /^STRING_TOO_LONG: /;
const outOfRange = /^NUMBER_OUTSIDE_VALID_RANGE: /;
const marks = `e${'\u0301'.repeat(10_000)}`;
const ligatures = '\ufdfa'.repeat(10_000);
const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

/** JSON text, its result in a short text, a long text and a number field, and the status of a search. */
const cases: [string, string, Outcome, Outcome, Outcome, number][] = [
  ['object', '{}', badType, badType, badType, 400],
  ['array', '[]', badType, badType, badType, 400],
  ['1e999', '1e999', badType, badType, outOfRange, 400],
  ['-0', '-0', saved('0'), saved('0'), saved(0), 200],
  ['2^53+1', '9007199254740993', badType, badType, outOfRange, 200],
  ['true', 'true', saved('true'), saved('true'), badType, 200],
  ['""', '""', saved(null), saved(null), saved(null), 200],
  ['131,073 characters', JSON.stringify('x'.repeat(131_073)), tooLong, tooLong, badType, 200],
  ['NUL', String.raw`"a\u0000b"`, badType, badType, badType, 200],
  ['lone surrogates', String.raw`"a\ud800b"`, badType, badType, badType, 200],
  ['right-to-left override', String.raw`"a\u202eb"`, saved('a\u202eb'), saved('a\u202eb'), badType, 200],
  ['zero-width', String.raw`"a\u200bb"`, saved('a\u200bb'), saved('a\u200bb'), badType, 200],
  ['10,000 combining marks', JSON.stringify(marks), tooLong, saved(marks), badType, 200],
  ['U+FDFA x 10,000', JSON.stringify(ligatures), tooLong, saved(ligatures), badType, 200],
  ['ZWJ emoji', JSON.stringify(family), saved(family), saved(family), badType, 200],
  ['50,000 spaces', JSON.stringify(' '.repeat(50_000)), saved(null), saved(null), saved(null), 200],
];

describe('hostile values', () => {
  const served = serveForAll();

  async function upsert(field: string, json: string, outcome: Outcome): Promise<void> {
    const input = `{"objectType":"Lead","objectData":{"LastName":"Value","Company":"Example","${field}":${json}}}`;
    const { status, body } = await served.post(UPSERT, `{"input":${input}}`);
    expect(status).toBe(200);
    if (outcome instanceof RegExp) {
      expect(body.errorMessage).toMatch(outcome);
      expect(body).toMatchObject({ isSuccess: false, objectId: null });
      expect(body.errorMessage!.length).toBeLessThan(1_000);
      return;
    }
    expect(body).toMatchObject({ isSuccess: true, errorMessage: null, objectData: { [field]: outcome.saved } });
    const record = await served.call('GET', `/services/data/v60.0/sobjects/Lead/${body.objectId}`);
    expect((JSON.parse(record.text) as Record<string, unknown>)[field] ?? null).toEqual(outcome.saved);
  }

  it.each(cases)('%s', async (_name, json, short, long, number, searched) => {
    await upsert('FirstName', json, short);
    await upsert('Description', json, long);
    await upsert('AnnualRevenue', json, number);
    const found = await served.post(
      SEARCH,
      `{"objectPrefix":"00Q","objectData":{"FirstName":${json},"LastName":${json}}}`,
    );
    expect(found.status).toBe(searched);
  });
});

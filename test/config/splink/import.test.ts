import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../../../src/config/import/import-report.js';
import {
  columnsOf,
  convertSplinkModel,
  parseSplinkModel,
  type ConvertedSplinkModel,
} from '../../../src/config/splink/import-splink-model.js';
import { similarityAt } from '../../../src/config/splink/curves.js';
import { guessFieldsByNames, guessObjectByNames } from '../../../src/batch/splink/splink-columns.js';
import { TermCounter } from '../../../src/batch/splink/count-terms.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { createRegistry } from '../../../src/records/registry.js';

const methods = createMethods();
const type = createRegistry([]).byName('Contact')!;

function convert(json: unknown, map: Readonly<Record<string, string>> = {}): ConvertedSplinkModel {
  const model = parseSplinkModel(json);
  const mapped = new Map(Object.entries(map));
  const guessed = guessFieldsByNames(type, columnsOf(model), mapped.values());
  return convertSplinkModel(model, { type, methods, mapped, guessed, threshold: 90 });
}

const saved = (version: number) =>
  JSON.parse(readFileSync(new URL(`models/splink-${version}.json`, import.meta.url), 'utf8')) as Saved;
interface Saved {
  comparisons: { output_column_name: string; comparison_levels: Record<string, unknown>[] }[];
  probability_two_random_records_match: number;
}

const level = (sql: string, m?: unknown, u?: unknown, more: object = {}) => ({
  ...{ sql_condition: sql, m_probability: m, u_probability: u },
  ...more,
});
const blank = { sql_condition: '"email_l" IS NULL OR "email_r" IS NULL', is_null_level: true };
const equal = level('"email_l" = "email_r"', 0.8, 0.001);
const settings = (...levels: object[]) => ({
  link_type: 'dedupe_only',
  probability_two_random_records_match: 0.001,
  comparisons: [{ output_column_name: 'email', comparison_levels: levels }],
});
const small = () => settings(blank, equal, level('ELSE', 0.2, 0.999));

describe.each([4, 5])('a model that Splink %i saved', (version) => {
  const model = saved(version);
  const { scenario, leftOut, frequencies, notUsed } = convert(model);

  it('becomes a scenario of the nearest methods', () => {
    expect(guessObjectByNames(columnsOf(parseSplinkModel(model))).name).toBe('Contact');
    expect(scenario.fields.map(({ field, method }) => [field, method])).toEqual([
      ['FirstName', 'personName'],
      ['LastName', 'personName'],
      ['Birthdate', 'date'],
      ['Email', 'email'],
      ['MailingCity', 'exact'],
      ['MailingPostalCode', 'postalCode'],
      ['Phone', 'exact'],
    ]);
    expect(scenario).toMatchObject({ object: 'Contact', threshold: 90, scoreMethod: 'probabilistic' });
  });

  it('keeps the prior, and the match weight of equal values', () => {
    const share = model.probability_two_random_records_match;
    expect(scenario.model!.prior).toBe(Math.round(1_000 * Math.log2(share / (1 - share))));
    const city = model.comparisons.find(({ output_column_name: name }) => name === 'city')!.comparison_levels[1]!;
    const bits = Math.log2((city['m_probability'] as number) / (city['u_probability'] as number));
    expect(scenario.model!.fields[4]!.levels[0]!.evidence).toBe(Math.round(1_000 * bits));
  });

  it('places levels where measuring found them, and none twice', () => {
    const [first] = scenario.model!.fields;
    const froms = first!.levels.map(({ from }) => from);
    expect(froms).toContain(similarityAt('personName', 'jaroWinkler', 0.92)!.from);
    expect(froms).toEqual([...new Set(froms)].sort((a, b) => b - a));
  });

  it('lists what has no equivalent, by its place', () => {
    const paths = leftOut.map(({ path }) => path.replace(/\.comparison_levels.*/, ''));
    expect(paths).toContain('comparisons[7]');
    expect(paths).toContain('comparisons[8]');
    expect(leftOut.map(({ reason }) => reason).join('\n')).toMatch(/array_length has no counterpart/);
    expect(notUsed.map(({ path }) => path)).toContain('blocking_rules_to_generate_predictions');
  });

  it('has the term frequencies of rows that are counted for it', () => {
    expect(frequencies.map(({ field }) => scenario.fields[field]!.field)).toEqual(
      expect.arrayContaining(['FirstName', 'LastName', 'Email']),
    );
    const counter = new TermCounter(scenario, frequencies, methods);
    for (let i = 0; i < 100; i++)
      counter.add({ FirstName: i < 50 ? 'Anna' : i < 75 ? 'Berta' : `Name${i}`, LastName: '' });
    const { listed } = counter.finish().model!.fields[0]!.frequencies!;
    const bits = new Map(listed);
    // Splink's own: log2(u / share).
    const u = frequencies[0]!.equalU;
    expect(bits.get('anna')).toBe(Math.round(1_000 * Math.log2(u / 0.5)));
    expect(bits.get('berta')).toBe(Math.round(1_000 * Math.log2(u / 0.25)));
  });
});

describe('import of settings of Splink', () => {
  it('takes columns by --map, and leaves out those that it names no field for', () => {
    const { scenario } = convert(small(), { email: 'Title' });
    expect(scenario.fields[0]).toMatchObject({ field: 'Title', method: 'exact' });
    expect(() => convert(small(), { email: '' })).toThrow(/the column email is left out/);
  });

  it('reads blanks that have weights of their own', () => {
    const levels = [
      level('email_l IS NULL AND email_r IS NULL', 0.2, 0.1),
      level('email_l IS NULL OR email_r IS NULL', 0.1, 0.2),
      equal,
      level('ELSE', 0.2, 0.7),
    ];
    expect(convert(settings(...levels)).scenario.model!.fields[0]!.blanks).toEqual([0, -1_000, 1_000]);
  });

  it('takes first and last name in one comparison as two fields and their swap', () => {
    const [f, l] = ['first_name', 'surname'];
    const both = (of: (column: string) => string) => `(${of(f)}) AND (${of(l)})`;
    const names = settings(
      level(
        both((column) => `"${column}_l" = "${column}_r"`),
        0.5,
        2 ** -18,
      ),
      level(`"${f}_l" = "${l}_r" AND "${f}_r" = "${l}_l"`, 2 ** -7, 2 ** -15),
      level(
        both((column) => `jaro_winkler_similarity("${column}_l", "${column}_r") >= 0.92`),
        0.125,
        2 ** -16,
      ),
      level(`"${l}_l" = "${l}_r"`, 2 ** -4, 2 ** -8),
      level(`"${f}_l" = "${f}_r"`, 2 ** -4, 2 ** -7),
      level('ELSE', 2 ** -6, 0.98),
    );
    const { scenario } = convert(names);
    expect(scenario.fields.map(({ field, method }) => `${field} ${method}`)).toEqual([
      'FirstName personName',
      'LastName personName',
      'FirstName+LastName swappedName',
    ]);
    const [first, last, swapped] = scenario.model!.fields.map(({ levels }) => levels);
    const sum = (a: number, b: number) => first!.at(a)!.evidence + last!.at(b)!.evidence;
    // 17 bits for both, 4 and 3 for one, -6 for neither: the sums that come nearest are 1 bit off.
    for (const [got, wanted] of [
      [sum(0, 0), 17],
      [sum(-1, 0), 4],
      [sum(0, -1), 3],
      [sum(-1, -1), -6],
    ] as const)
      expect(Math.abs(got / 1_000 - wanted)).toBeLessThan(1.1);
    expect(swapped![1]!.evidence).toBe(8_000 - sum(-1, -1));
  });

  it('takes the weight of two names from the level of both names alone, in whatever order levels come', () => {
    const both = level('first_name_l = first_name_r AND surname_l = surname_r', 0.5, 2 ** -18);
    const others = [
      level('left(first_name_l, 1) = left(first_name_r, 1) AND surname_l = surname_r', 2 ** -9, 2 ** -9),
      level('first_name_l = first_name_r AND city_l = city_r', 2 ** -8, 2 ** -8),
      level('surname_l = city_r AND surname_r = city_l', 2 ** -8, 2 ** -8),
    ];
    const rest = level('ELSE', 0.5, 0.98);
    const of = (...levels: object[]) => convert(settings(...levels));
    const top = ({ scenario }: ConvertedSplinkModel) => scenario.model!.fields.map(({ levels }) => levels[0]!.evidence);
    const { leftOut, ...with_ } = of(both, ...others, rest);
    // Levels without an equivalent fall into the one behind them.
    const fallen = 0.5 + 2 ** -9 + 2 ** -7;
    expect(top({ leftOut, ...with_ })).toEqual(top(of(both, level('ELSE', fallen, 0.98 + 2 ** -9 + 2 ** -7))));
    expect(with_.scenario.fields.map(({ method }) => method)).toEqual(['personName', 'personName']);
    expect(leftOut.map(({ path }) => path)).toEqual([1, 2, 3].map((i) => `comparisons[0].comparison_levels[${i}]`));
  });

  it.each([
    [
      'a null level for another reason than a blank',
      [level("email_l = 'none' OR email_r = 'none'", undefined, undefined, { is_null_level: true }), equal],
      /email_l = 'none'.*: pairs that are not compared for another reason than a missing value are compared here/,
    ],
    [
      'values that are changed before they are compared',
      [level("regexp_replace(email_l, '[0-9]', '', 'g') = regexp_replace(email_r, '[0-9]', '', 'g')", 0.8, 0.001)],
      /values are compared here as they are, without regexp_replace/,
    ],
    [
      'frequencies of another column',
      [level('email_l = email_r', 0.8, 0.001, { tf_adjustment_column: 'domain' })],
      /frequencies of domain have no equivalent/,
    ],
    [
      'frequencies that count more than once',
      [level('email_l = email_r', 0.8, 0.001, { tf_adjustment_column: 'email', tf_adjustment_weight: 3 })],
      /frequencies count with a weight of 1 at the most, not of 3/,
    ],
  ])('tells of %s', (_, levels, reason) => {
    const { leftOut } = convert(settings(...levels, level('ELSE', 0.2, 0.999)));
    expect(leftOut.map((line) => line.reason).join('\n')).toMatch(reason);
  });

  it('takes nothing from a level behind ELSE, and says so', () => {
    const behind = level('jaro_winkler_similarity(email_l, email_r) >= 0.9', 0.9, 0.001);
    const { leftOut, scenario } = convert(settings(blank, equal, level('ELSE', 0.2, 0.999), behind));
    expect(scenario.model!.fields).toEqual(
      convert(settings(blank, equal, level('ELSE', 0.2, 0.999))).scenario.model!.fields,
    );
    expect(leftOut.map(({ path, reason }) => `${path} ${reason}`).join('\n')).toMatch(
      /comparison_levels\[3\] jaro_winkler.*: it stands behind ELSE, where no pair reaches it/,
    );
  });

  it('leaves out a comparison without ELSE, and takes the others', () => {
    const similar = level('jaro_winkler_similarity(city_l, city_r) >= 0.9', 0.1, 0.01);
    const city = { output_column_name: 'city', comparison_levels: [level('city_l = city_r', 0.8, 0.1), similar] };
    const model = small();
    const { leftOut, scenario } = convert({ ...model, comparisons: [...model.comparisons, city] });
    expect(scenario.fields.map(({ field }) => field)).toEqual(['Email']);
    expect(leftOut).toEqual([
      { path: 'comparisons[1]', reason: expect.stringContaining('it has no level ELSE') as string },
    ]);
  });

  it('says of levels that a method does not tell apart that they have one weight', () => {
    const near = level('levenshtein(email_l, email_r) <= 2', 0.1, 0.01);
    const { methods: told } = convert(settings(blank, near, equal, level('ELSE', 0.1, 0.9)));
    expect(told[0]!.note).toMatch(/email does not tell a level from the one above, and has one weight/);
  });

  it('evens out weights that rise towards unlike values', () => {
    const levels = [
      equal,
      level('levenshtein(email_l, email_r) <= 1', 0.001, 0.1),
      level('levenshtein(email_l, email_r) <= 2', 0.1, 0.01),
      level('ELSE', 0.099, 0.889),
    ];
    const [field] = convert(settings(...levels)).scenario.model!.fields;
    const weights = field!.levels.map(({ evidence }) => evidence);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
  });

  it.each([0, 1e-300, 1e-20])('bounds the weight of a level of share %s', (share) => {
    const [field] = convert(settings(blank, equal, level('ELSE', share, 0.999))).scenario.model!.fields;
    expect(field!.levels.at(-1)!.evidence).toBe(-30_000);
    expect(
      convert(settings(blank, level('email_l = email_r', 0.8, share), level('ELSE', 0.2, 1))).scenario.model!.fields[0]!
        .levels[0]!.evidence,
    ).toBe(30_000);
  });

  it("takes Splink's own starting values where a trained model lacks shares", () => {
    const { methods: told, scenario } = convert(settings(blank, level('email_l = email_r'), level('ELSE', 0.2, 0.999)));
    expect(scenario.model!.fields[0]!.levels[0]!.evidence).toBe(10_000);
    expect(told[0]!.note).toMatch(/starting values/);
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /not settings of Splink/],
    ['no comparison', { comparisons: [] }, /comparisons: expected a comparison or more/],
    ['comparisons of another kind', { comparisons: [1] }, /comparisons\[0\]/],
    [
      'a text for a share',
      settings(blank, level('email_l = email_r', '0.9', 0.1), level('ELSE', 0.1, 0.9)),
      /comparisons\[0\]\.comparison_levels\[1\]\.m_probability: expected a number from 0 to 1/,
    ],
    [
      'a share above 1',
      settings(blank, level('email_l = email_r', 1.5, 0.1), level('ELSE', 0.1, 0.9)),
      /m_probability: expected a number from 0 to 1/,
    ],
    [
      'NaN',
      settings(blank, level('email_l = email_r', NaN, 0.1), level('ELSE', 0.1, 0.9)),
      /m_probability: expected a number/,
    ],
    ['settings of Splink 2', { comparison_columns: [{ col_name: 'email' }] }, /settings of Splink 2 or older/],
    ['a prior of 1', { ...small(), probability_two_random_records_match: 1 }, /expected a number between 0 and 1/],
    ['a thousand levels', settings(...Array.from({ length: 1_000 }, () => equal)), /comparison_levels/],
    [
      'a condition of megabytes',
      settings(blank, level('a'.repeat(1e6), 0.5, 0.5), level('ELSE', 0.5, 0.5)),
      /sql_condition/,
    ],
    [
      'a model that was never trained',
      settings(blank, level('email_l = email_r'), level('ELSE')),
      /comparisons\[0\]\.comparison_levels\[1\] has no m_probability/,
    ],
    [
      'nothing that is understood',
      settings(blank, level('magic(email_l) > 3', 0.5, 0.5), level('ELSE', 0.5, 0.5)),
      /Nothing of these settings can be taken over/,
    ],
  ])('refuses %s', (_what, json, message) => {
    expect(() => convert(json)).toThrow(ImportError);
    expect(() => convert(json)).toThrow(message);
  });
});

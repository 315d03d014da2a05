import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { exportSplinkSettings } from '../../../src/config/splink/export-splink-settings.js';
import type { ScenarioDefinition } from '../../../src/matching/scenario.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { SPLINK_PYTHON, splinkVersion } from './splink-python.js';
import { damerauLevenshtein, jaccard, jaro, jaroWinkler, levenshtein } from './text-measures.js';
import { valuePairs } from './value-pairs.js';

const isThere = splinkVersion !== undefined;
const named = (text: string) => `${text}${isThere ? '' : ' (no Splink here: LIKENESS_SPLINK_PYTHON)'}`;
const python = async (...args: string[]) =>
  (await promisify(execFile)(SPLINK_PYTHON, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const level = (from: number, evidence: number, adjusted = 0) => ({ from, evidence, adjusted });
const scenario: ScenarioDefinition = {
  ...{ id: 'contact-learned', name: 'Contact Learned', object: 'Contact', threshold: 90, usage: [] },
  scoreMethod: 'probabilistic',
  fields: [
    ['LastName', 'personName'],
    ['Email', 'email'],
    ['MailingCity', 'city'],
    ['Birthdate', 'date'],
  ].map(([field, method]) => ({ field: field!, method: method!, weight: 1, blank: 'ignore' })),
  model: {
    ...{ version: 1, prior: -8_500 },
    fields: [
      {
        levels: [level(10_000, 7_250, 1_000), level(8_500, 4_125, 500), level(0, -5_750)],
        frequencies: { others: 800, listed: [] },
      },
      { levels: [level(10_000, 11_375), level(0, -2_625)], blanks: [10, -120, 130] },
      { levels: [level(10_000, 4_500), level(0, -1_125)] },
      { levels: [level(10_000, 9_875), level(0, -4_250)] },
    ],
  },
};
const rows = [
  { unique_id: 1, LastName: 'Müller', Email: 'anna@example.org', MailingCity: ' Köln', Birthdate: '1980-03-04' },
  { unique_id: 2, LastName: 'MULLER', Email: 'Anna@Example.org', MailingCity: 'koln', Birthdate: '19800304' },
  { unique_id: 3, LastName: 'Meier', Email: null, MailingCity: null, Birthdate: '1975-01-30' },
  { unique_id: 4, LastName: null, Email: null, MailingCity: 'Bonn', Birthdate: null },
];

interface Pair {
  readonly unique_id_l: number;
  readonly unique_id_r: number;
  readonly match_weight: number;
  readonly [column: string]: number;
}

it.skipIf(!isThere)(
  named(
    `Splink${isThere ? ` ${splinkVersion}` : ''} runs exported settings, and weighs equal, unlike and blank values as we do`,
  ),
  { timeout: 200_000 },
  async () => {
    const { settings, prepare } = exportSplinkSettings(scenario);
    const folder = newFolder();
    const paths = [
      fileIn(folder, 'settings.json', JSON.stringify(settings)),
      fileIn(folder, 'rows.json', JSON.stringify(rows)),
      fileIn(folder, 'prepare.sql', prepare),
    ];
    const pairs = JSON.parse(await python(script('predict.py'), ...paths)) as Pair[];
    expect(pairs).toHaveLength(6);
    const adjusted = (pair: Pair) =>
      isVersion4 ? Math.log2(pair['bf_tf_adj_LastName']!) : pair['mw_tf_adj_LastName']!;
    const isVersion4 = splinkVersion!.startsWith('4');
    const bits = (a: number, b: number) => {
      const pair = pairs.find((each) => each.unique_id_l === a && each.unique_id_r === b)!;
      return pair.match_weight - adjusted(pair);
    };
    const [equal, unlike] = [0, 1].map((last) => (f: number) => {
      const { levels, blanks = [0, 0, 0] } = scenario.model!.fields[f]!;
      return levels.at(last === 0 ? 0 : -1)!.evidence + blanks[0];
    });
    const ours = (...parts: number[]) => parts.reduce((sum, part) => sum + part, scenario.model!.prior) / 1_000;
    expect(bits(1, 2)).toBeCloseTo(ours(equal!(0), equal!(1), equal!(2), equal!(3)), 6);
    expect(bits(1, 3)).toBeCloseTo(ours(unlike!(0), -120, unlike!(3)), 6);
    expect(bits(3, 4)).toBeCloseTo(ours(130), 6);
    expect(bits(1, 4)).toBeCloseTo(ours(-120, unlike!(2)), 6);
    // Both share one of three last names that are there: log2(u / (2/3)).
    const pair = pairs.find((each) => each.unique_id_l === 1 && each.unique_id_r === 2)!;
    const { u_probability: u } = settings.comparisons[0]!.comparison_levels[1]!;
    expect(adjusted(pair)).toBeCloseTo(Math.log2(u! / (2 / 3)), 6);
  },
);

it.skipIf(!isThere)(
  named('the measures that methods were tried against are those of DuckDB'),
  { timeout: 200_000 },
  async () => {
    const pairs = ['personName', 'street', 'email'].flatMap((method) => valuePairs(method).slice(0, 150));
    const file = fileIn(newFolder(), 'pairs.json', JSON.stringify(pairs.map(([a, b]) => ({ a, b }))));
    const sql = `SELECT jaro_winkler_similarity(a, b) AS jaroWinkler, jaro_similarity(a, b) AS jaro, levenshtein(a, b) AS levenshtein,
      damerau_levenshtein(a, b) AS damerauLevenshtein, jaccard(a, b) AS jaccard FROM read_json('${file}')`;
    const code =
      'import duckdb, sys; print(duckdb.sql(sys.argv[1]).df().to_json(orient="records", double_precision=15))';
    const measured = JSON.parse(await python('-c', code, sql)) as Record<string, number>[];
    const measures = { jaroWinkler, jaro, levenshtein, damerauLevenshtein, jaccard };
    pairs.forEach(([a, b], i) => {
      for (const [name, measure] of Object.entries(measures))
        expect({ a, b, name, is: measure(a, b).toFixed(9) }).toEqual({
          a,
          b,
          name,
          is: measured[i]![name]!.toFixed(9),
        });
    });
  },
);

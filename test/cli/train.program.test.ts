import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvLine } from '../../src/files/write/csv.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Trained } from '../../src/files/learning/train.js';
import { posteriorParts, PARTS } from '../../src/matching/model.js';
import { scorePair, shownScore } from '../../src/matching/score.js';
import type { ScenarioDefinition } from '../../src/matching/scenario.js';
import type { ScoreExplanation } from '../../src/service/explain/explanation.js';
import { inventedRows } from '../files/learning/invented.js';
import { cli, done, json, newToken, words } from '../support/command-line.js';
import { post, serve, type Served } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const { rows } = inventedRows(2_400, 5);
/** A number of rows small enough to score all pairs. */
const few = rows.slice(0, 600);
const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
const toCsv = (some: typeof rows) =>
  [columns, ...some.map((row) => columns.map((name) => row[name] ?? ''))].map(csvLine).join('');
const folder = newFolder();
const file = fileIn(folder, 'contacts.csv', toCsv(rows));
const smallFile = fileIn(folder, 'few.csv', toCsv(few));
const [out, config, data] = [`${folder}/scenario.json`, newFolder(), newFolder()];
const contact = ['--object', 'Contact'];

type Report = Trained['report'] & { scenario: string; out: string };
let report: Report;
beforeAll(async () => {
  report = await json<Report>(['train', file, ...contact, '--out', out, '--json']);
  fileIn(config, 'scenarios.json', readFileSync(out));
});
const trained = (path = out) => (JSON.parse(readFileSync(path, 'utf8')) as ScenarioDefinition[])[0]!;

describe('likeness train', () => {
  it('writes a scenario, and reports its threshold with the precision and recall to expect', () => {
    expect(trained()).toMatchObject({ id: 'contact-learned', object: 'Contact', scoreMethod: 'probabilistic' });
    expect(report.chosen).toMatchObject({ threshold: trained().threshold });
    expect(report.chosen.precision).toBeGreaterThan(0.8);
    expect(report.chosen.recall).toBeGreaterThan(0.7);
    expect(trained().model!.trained).toMatchObject({ records: rows.length, seed: 1 });
  });

  it('shows people the evidence of each field and the curve of thresholds', async () => {
    const shown = await done(['train', file, ...contact, '--out', `${folder}/again.json`, '--precision', '99']);
    expect(shown).toMatch(/LastName +personName +[\d.]+ +-[\d.]+/);
    expect(shown).toMatch(/learned from 2400 records, with about \d+ expected matching pairs; threshold [\d.]+ \(\*\)/);
    expect(trained(`${folder}/again.json`).threshold).toBeGreaterThan(trained().threshold);
  });

  it('says which fields it leaves out', async () => {
    const from = (i: number) => (i % 2 === 0 ? ['left', `Title ${i % 7}`] : ['right', '']);
    const lines = [
      [...columns, 'source', 'Title'],
      ...few.map((row, i) => [...columns.map((name) => row[name] ?? ''), ...from(i)]),
    ];
    const linkage = fileIn(folder, 'linkage.csv', lines.map(csvLine).join(''));
    const { code, stderr } = await cli(words`train ${linkage} ${contact} --source source --out
      ${folder}/linkage.json`);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Title is not compared: only one source has values') as string,
    });
  });

  it('learns from the records of a data folder too', async () => {
    const { created } = await json<{ created: number }>(words`import --no-check ${file} ${contact} --data
      ${data} --json`);
    await done(['train', '--data', data, ...contact, '--out', `${folder}/stored.json`]);
    expect(trained(`${folder}/stored.json`).model!.trained).toMatchObject({ records: created });
    expect(trained(`${folder}/stored.json`).fields.map(({ field }) => field)).toEqual(
      trained().fields.map(({ field }) => field),
    );
  });

  it.each<[string, string[], number, string]>([
    ['neither a file nor a folder', [], 2, 'give one input: a file, --data DIR or --store'],
    ['both', [file, '--data', data], 2, 'give one input: a file, --data DIR or --store'],
    ['a seed that is no number', [file, '--seed', 'x'], 2, 'whole number'],
    ['a file with one row', [fileIn(folder, 'one.csv', 'LastName\nSmith\n')], 1, 'expected at least two records'],
  ])('refuses %s', async (_case, args, code, message) => {
    const result = await cli(['train', ...args, ...contact, '--out', `${folder}/none.json`]);
    expect(result).toMatchObject({ code });
    expect(result.stderr).toContain(message);
  });
});

describe('a trained scenario in the configuration folder', () => {
  let served: Served;
  let token: string;
  const scenarioIds = ['contact-learned'];
  const send = async <T>(path: string, body: unknown) => {
    const answer = await post(served.url, path, token, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as T;
  };
  const search = (objectData: object) =>
    send<Record<string, { score: number; scenarioScores: object[]; objectData: { Id: string } }[]>>('dc3Api/search', {
      objectPrefix: '003',
      objectData,
      scenarioIds,
    });
  const upsert = (objectData: object) =>
    send<{ isCreated: boolean; objectId: string }>('dc3DataApi', {
      input: { duplicateCheck: true, objectType: 'Contact', scenarioIds, objectData },
    });
  const home = { MailingStreet: '12 Larch Walk', MailingCity: 'Abilene', MailingPostalCode: '10038' };
  const maria = { FirstName: 'Maria', LastName: 'Tannenbaum', ...home, Phone: '(212) 555-0142' };
  const mistyped = { ...maria, LastName: 'Tanenbaum', Phone: '212 555 0142' };
  let id: string;
  beforeAll(async () => {
    served = await serve(data, ['--config', config]);
    token = await newToken(data);
    const created = await upsert(maria);
    expect(created.isCreated).toBe(true);
    id = created.objectId;
  });

  it('is in order', async () => expect((await cli(['config', 'check', '--config', config])).code).toBe(0));

  it('search finds by it, explain takes the same score apart', async () => {
    const [match] = (await search(mistyped))['003']!;
    expect(match).toMatchObject({ objectData: { Id: id }, scenarioScores: [{ scenarioId: 'contact-learned' }] });
    const explained = await send<ScoreExplanation>('dc3Api/explain', {
      objectPrefix: '003',
      objectData: mistyped,
      scenarioIds,
      recordId: id,
    });
    const [scenario] = explained.scenarios;
    expect(scenario).toMatchObject({ score: match!.score, isDuplicate: true });
    const { prior, rivals, total } = scenario!.evidence!;
    const parts = [prior, ...scenario!.fields.map((each) => each.contribution), ...rivals.map(({ effect }) => effect)];
    expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(total, 9);
    expect(shownScore(posteriorParts(Math.round(total * 1_000)), PARTS)).toBe(match!.score);
    expect(scenario!.fields.find(({ field }) => field === 'Email')).toMatchObject({ contribution: 0, counted: false });
  });

  it('an upsert updates what it calls a duplicate, and creates who only lives there', async () => {
    expect(await upsert({ ...maria, FirstName: 'Robert' })).toMatchObject({ isCreated: true });
    expect(await upsert({ FirstName: 'Ulrika', LastName: 'Sandoval', Phone: '415 555 0119' })).toMatchObject({
      isCreated: true,
    });
    expect(await upsert(mistyped)).toMatchObject({ isCreated: false, objectId: id });
  });
});

describe('likeness dedupe --learn', () => {
  const pairsOf = async (...args: string[]) => {
    const pairs = `${newFolder()}/pairs.csv`;
    await done(['dedupe', smallFile, ...contact, ...args, '--out', pairs]);
    return readFileSync(pairs, 'utf8');
  };

  const [scenarioFile, smallConfig] = [`${folder}/few.json`, newFolder()];
  let expectedOfFew: Trained['report']['chosen'];
  beforeAll(async () => {
    const learned = await json<Report>(['train', smallFile, ...contact, '--out', scenarioFile, '--json']);
    expectedOfFew = learned.chosen;
    fileIn(smallConfig, 'scenarios.json', readFileSync(scenarioFile));
  });

  it('gives exactly the pairs that scoring all pairs by the trained scenario gives, whatever the number of threads', async () => {
    const found = await pairsOf('--learn', '--threads', '1');
    expect(await pairsOf('--learn', '--threads', '2')).toBe(found);
    expect(await pairsOf('--scenario', scenarioFile)).toBe(found);

    const { scenarios } = await loadConfiguration(smallConfig);
    const scenario = scenarios.find((each) => each.id === 'contact-learned')!;
    const normals = few.map((row) =>
      scenario.fields.map(({ fields, method }) => method.normalise(fields.map((name) => row[name] ?? ''))),
    );
    const expected: string[] = [];
    for (let a = 0; a < few.length; a++)
      for (let b = a + 1; b < few.length; b++) {
        const { num, den, isDuplicate } = scorePair(scenario, normals[a]!, normals[b]!, 'dedupe');
        // Row numbers are sorted as text.
        const ids = [String(a + 1), String(b + 1)].sort();
        if (isDuplicate) expected.push([...ids, shownScore(num, den)].join());
      }
    expect(expected.length).toBeGreaterThan(60);
    expect(found.trim().split('\n').slice(1).sort()).toEqual(expected.sort());
  });

  it('reports what to expect of it', async () => {
    const pairs = `${folder}/pairs.csv`;
    const learned = await json<{
      pairs: number;
      scenarios: string[];
      expected: Trained['report']['chosen'];
    }>(words`dedupe
      ${smallFile} ${contact} --learn --out ${pairs} --json`);
    expect(learned).toMatchObject({ scenarios: ['contact-learned'], expected: expectedOfFew });
    expect(learned.pairs).toBe(expectedOfFew.pairs);
  });

  it('is not given a scenario as well', async () => {
    const { code, stderr } = await cli(words`dedupe ${smallFile} ${contact} --learn --scenario ${out} --out
      ${out}.csv`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'likeness: give either --learn or --scenario, not both\n' });
  });
});

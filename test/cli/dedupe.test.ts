import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clusters } from '../../src/index/clustering/clusters.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { scorePair, shownScore } from '../../src/matching/score.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { cli, done, json, words } from '../support/command-line.js';
import { isNightly } from '../support/draws.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

interface Report {
  rows: number;
  pairs: number;
  clusters?: number;
  scenarios: string[];
}

const lines = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n').slice(1);

/** Scores every pair in both directions with the reference implementation, without an index. */
function bruteForce(rows: readonly Record<string, string>[], scenarios: readonly Scenario[]): Map<string, number> {
  const normals = rows.map((row) =>
    scenarios.map(({ fields }) =>
      fields.map(({ fields: names, method }) => {
        const raw = names.map((name) => row[name] ?? '');
        return raw.every((text) => text === '') ? '' : method.normalise(raw);
      }),
    ),
  );
  const pairs = new Map<string, number>();
  for (let a = 0; a < rows.length; a += 1) {
    for (let b = 0; b < rows.length; b += 1) {
      if (a === b) continue;
      scenarios.forEach((scenario, s) => {
        const { num, den, isDuplicate } = scorePair(scenario, normals[a]![s]!, normals[b]![s]!, 'dedupe');
        if (!isDuplicate) return;
        const key = [rows[a]!['key']!, rows[b]!['key']!].sort().join();
        pairs.set(key, Math.max(pairs.get(key) ?? 0, shownScore(num, den)));
      });
    }
  }
  return pairs;
}

describe('likeness dedupe', () => {
  it('guards Ids that a spreadsheet would run, and evaluate reads them as they are', async () => {
    const folder = newFolder();
    const person = 'Robert,Smyth,bob@example.com';
    const file = fileIn(folder, 'people.csv', `key,FirstName,LastName,Email\n=1+1,${person}\n@SUM(A1),${person}\n`);
    const [out, clusters] = [`${folder}/pairs.csv`, `${folder}/groups.csv`];
    const labels = fileIn(folder, 'labels.csv', 'id1,id2\n=1+1,@SUM(A1)\n');
    const of = [file, '--object', 'Contact', '--id', 'key'];
    await done(['dedupe', ...of, '--out', out, '--clusters', clusters]);
    expect(lines(out)).toEqual(["'=1+1,'@SUM(A1),100"]);
    expect(lines(clusters)).toEqual(["1,'=1+1", "1,'@SUM(A1)"]);
    for (const truth of [labels, out]) {
      const text = await done(['evaluate', ...of, '--labels', truth, '--json']);
      expect(JSON.parse(text)).toMatchObject({ measure: { correct: 1, recall: 1 } });
    }
  });

  it('gives exactly the pairs that scoring all pairs gives, each once, id1 < id2, and groups them', async () => {
    const folder = newFolder();
    const demo = readFileSync(new URL('../../data/demo/lead.csv', import.meta.url), 'utf8')
      .split('\n')
      .slice(0, isNightly ? 350 : 180);
    const file = fileIn(folder, 'leads.csv', `${demo.join('\n')}\n`);
    const [out, clusters] = [`${folder}/pairs.csv`, `${folder}/groups.csv`];
    const report = await json<Report>(words`dedupe ${file} --object Lead --id key --out ${out} --clusters
      ${clusters} --scenario built-in --json`);
    const header = demo[0]!.split(',');
    const rows = demo.slice(1).map((line) => {
      const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      );
      return Object.fromEntries(header.map((name, i) => [name, cells[i]!]));
    });
    const { scenarios } = await loadConfiguration();
    const expected = bruteForce(
      rows,
      scenarios.filter(({ object, usage }) => object === 'Lead' && usage.includes('restSearch')),
    );
    const pairs = lines(out).map((line) => line.split(','));
    expect(new Map(pairs.map(([a, b, score]) => [`${a!},${b!}`, Number(score)]))).toEqual(expected);
    expect(pairs).toHaveLength(expected.size);
    expect(expected.size).toBeGreaterThan(isNightly ? 20 : 10);
    for (const [a, b] of pairs) expect(a! < b!).toBe(true);
    expect(report).toMatchObject({ rows: rows.length, pairs: expected.size });
    const groupOf = new Map(lines(clusters).map((line) => line.split(',').reverse() as [string, string]));
    for (const [a, b] of pairs) expect(groupOf.get(a!)).toBe(groupOf.get(b!));
    expect(groupOf.size).toBe(new Set(pairs.flatMap(([a, b]) => [a!, b!])).size);
  });

  it('counts evidence against the fields that the file has: names alone are compared when there is nothing else', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'a.csv', 'first,last\nAnna,Keller\nAnna,Keller\nAnna,\n,Keller\n');
    const out = `${folder}/pairs.csv`;
    await done(words`dedupe ${file} --object Contact --map first=FirstName --map last=LastName --out ${out}`);
    expect(lines(out)).toEqual(expect.arrayContaining(['1,2,100']));
  });

  it('--source gives only pairs across sources', async () => {
    const folder = newFolder();
    const row = 'Anna,Keller,anna@k.example';
    const file = fileIn(folder, 'a.csv', `id,system,FirstName,LastName,Email\n9,a,${row}\n10,a,${row}\n11,b,${row}\n`);
    const out = `${folder}/pairs.csv`;
    await done(['dedupe', file, '--object', 'Contact', '--id', 'id', '--source', 'system', '--out', out]);
    expect(lines(out).sort()).toEqual(['10,11,100', '11,9,100']);
  });

  it('every row takes part, however ill-formed: nothing is required, nothing is coerced', async () => {
    const folder = newFolder();
    const long = 'x'.repeat(300);
    const file = fileIn(
      folder,
      'a.csv',
      `Email,Birthdate,FirstName\nnot an address,soon,${long}\nnot an address,soon,${long}\nnot an address\nnot an address,,,,\n`,
    );
    const scenario = fileIn(
      folder,
      's.json',
      JSON.stringify({
        id: 's',
        name: 'S',
        object: 'Contact',
        threshold: 90,
        usage: [],
        minimumEvidence: 0,
        fields: [{ field: 'Email', method: 'exact', weight: 1, blank: 'ignore' }],
      }),
    );
    const out = `${folder}/pairs.csv`;
    const report = await json<Report>(words`dedupe ${file} --object Contact --scenario ${scenario} --out ${out}
      --json`);
    expect(report).toMatchObject({ rows: 4, pairs: 6, scenarios: ['s'] });
  });

  it('takes the records of a data folder', async () => {
    const folder = newFolder();
    const file = fileIn(
      folder,
      'a.csv',
      'FirstName,LastName,Email\nAnna,Keller,a@k.example\nBert,Moss,b@m.example\nAnna,Keller,a@k.example\n',
    );
    await done(['import', '--no-check', file, '--object', 'Contact', '--data', `${folder}/store`]);
    const out = `${folder}/pairs.csv`;
    const report = await json<Report>(words`dedupe --data ${folder}/store --object Contact --out ${out} --json`);
    expect(report).toMatchObject({ rows: 3, pairs: 1 });
    expect(lines(out)[0]).toMatch(/^003\w{15},003\w{15},100$/);
  });

  it('any number of threads writes the same pairs and groups, from a file and from a data folder', async () => {
    const folder = newFolder();
    const demo = readFileSync(new URL('../../data/demo/lead.csv', import.meta.url), 'utf8');
    const file = fileIn(
      folder,
      'lead.csv',
      demo
        .split('\n')
        .slice(0, isNightly ? 700 : 350)
        .join('\n'),
    );
    const store = `${folder}/store`;
    // The demo data refers to owners by keys that only the demo loader resolves.
    await done(['import', '--no-check', file, '--object', 'Lead', '--data', store, '--map', 'OwnerId=']);
    const written = async (threads: number, ...from: string[]): Promise<string[]> => {
      const [out, clusters] = [`${folder}/pairs.csv`, `${folder}/groups.csv`];
      const more = ['--threads', String(threads), '--out', out, '--clusters', clusters, '--json'];
      const report = await json<Report>(['dedupe', '--object', 'Lead', ...from, ...more]);
      expect(report.pairs).toBe(lines(out).length);
      return [readFileSync(out, 'utf8'), readFileSync(clusters, 'utf8')];
    };
    const ofFile = await written(1, file, '--id', 'key');
    const ofFolder = await written(1, '--data', store);
    for (const [pairs] of [ofFile, ofFolder]) expect(pairs!.length).toBeGreaterThan(500);
    expect(await written(2, file, '--id', 'key')).toEqual(ofFile);
    expect(await written(3, '--data', store)).toEqual(ofFolder);
    expect((await cli(['dedupe', file, '--object', 'Lead', '--out', `${folder}/p.csv`, '--threads', '0'])).code).toBe(
      2,
    );
  });

  it('refuses rows with one Id, unknown columns and scenarios that it cannot use', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'a.csv', 'id,LastName\n1,a\n1,b\n');
    const bad = fileIn(
      folder,
      's.json',
      '{"id":"s","name":"S","object":"Contact","threshold":90,"usage":[],"fields":[{"field":"LasName","method":"exact","weight":1}]}',
    );
    const run = (...args: string[]) =>
      cli(['dedupe', file, '--object', 'Contact', '--out', `${folder}/p.csv`, ...args]);
    expect(await run('--id', 'id')).toMatchObject({ code: 1, stderr: "likeness: rows 1 and 2 have the same Id '1'\n" });
    expect((await run('--id', 'no')).code).toBe(2);
    expect(await run('--scenario', bad)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/LasName.*LastName/) as string,
    });
    expect((await run('--map', 'LastName=Department')).stderr).toMatch(/no row has a value in a field/);
    expect((await cli(['dedupe', '--object', 'Contact', '--out', `${folder}/p.csv`])).code).toBe(2);
  });
});

describe('dedupe of more rows than one thread indexes', () => {
  const count = 20_500;
  const row = (n: number) => `${n},${n % 2 === 0 ? `name${n % (count - 2)}` : ''},${n}@mail.example\n`;
  const text = `id,LastName,Email\n${Array.from({ length: count }, (_, n) => row(n)).join('')}`;
  const scenario = {
    id: 's',
    name: 'S',
    object: 'Contact',
    threshold: 100,
    usage: [],
    minimumEvidence: 0.1,
    fields: [{ field: 'LastName', method: 'exact', weight: 1 }],
  };

  it('finds pairs of rows that are far apart, with any number of threads', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'many.csv', text);
    const scenarios = fileIn(folder, 's.json', JSON.stringify(scenario));
    for (const threads of ['1', '3']) {
      const out = `${folder}/pairs.csv`;
      const options = ['--object', 'Contact', '--id', 'id', '--scenario', scenarios, '--threads', threads];
      expect(await json<Report>(['dedupe', file, ...options, '--out', out, '--json'])).toMatchObject({
        rows: count,
        pairs: 1,
      });
      expect(lines(out)).toEqual([`0,${count - 2},100`]);
    }
  });

  it('a fault behind many rows ends the command, and the threads that were indexing', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'many.csv', `${text}7,again,\n`);
    const run = await cli(words`dedupe ${file} --object Contact --id id --threads 2 --out ${folder}/p.csv`);
    expect(run).toMatchObject({ code: 1, stderr: `likeness: rows 8 and ${count + 1} have the same Id '7'\n` });
  });
});

describe('groups', () => {
  it('are the connected components', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { maxLength: 40 }),
        (count, edges) => {
          const inside = edges.filter(([a, b]) => a < count && b < count);
          const clusters = new Clusters(count);
          for (const [a, b] of inside) clusters.join(a, b);
          const label = Array.from({ length: count }, (_, i) => i);
          for (let pass = 0; pass < count; pass += 1) {
            for (const [a, b] of inside) label[a] = label[b] = Math.min(label[a]!, label[b]!);
          }
          const expected = [...new Set(label)]
            .map((l) => label.flatMap((x, i) => (x === l ? [i] : [])))
            .filter((group) => group.length > 1);
          expect(clusters.groups()).toEqual(expected);
        },
      ),
    );
  });

  it('asks for the evidence of an upsert where a file can give it, and says where it cannot or where pairs outnumber rows', async () => {
    const folder = newFolder();
    const names = (more: string) => fileIn(folder, 'rows.csv', `FirstName,LastName,${more}`);
    const rows = (value: (row: number) => string) => [0, 1, 2, 3].map((row) => `Ann,Lee,${value(row)}\n`).join('');
    const dedupe = (file: string) => cli(['dedupe', file, '--object', 'Contact', '--out', `${folder}/p.csv`]);
    const days = (row: number) => `19${row + 5}4-0${row + 1}-1${2 * row}`;
    const told = await dedupe(names(`Birthdate\n${rows(days)}`));
    expect(told.stdout).toContain('4 rows compared: 0 pairs');
    expect(told.stderr).not.toContain('namesakes');
    const weak = await dedupe(names(`Title\n${rows(() => 'Buyer')}`));
    expect(weak.stdout).toContain('4 rows compared: 6 pairs');
    expect(weak.stderr).toContain('pairs may share only a name');
    expect(weak.stderr).toContain('6 pairs among 4 rows: the compared fields do not distinguish the rows');
  });
});

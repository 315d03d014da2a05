import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_DATA, needs } from '../support/needs.js';
import { done, json, newToken, words } from '../support/command-line.js';
import { draws, isNightly, itNightly } from '../support/draws.js';
import { post, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

interface Mapping {
  object: string;
  id: string;
  source?: string;
  map: string[];
}

const mappings = new URL('../../bench/mappings/', import.meta.url);
/** The largest set takes as long as all the others together. */
const LARGEST = 'splink_historical_50k';
/** People, companies, and people with several sources: each set takes seconds. */
const USUAL = ['febrl1', 'fodors_zagats', 'senzing_truthset'];
const sets = isNightly ? readdirSync(mappings).map((file) => basename(file, '.json')) : USUAL;
/** Fields that the built-in scenarios compare. The test searches with them. */
const searched = {
  Contact: ['FirstName', 'LastName', 'Phone', 'Email', 'MailingStreet', 'MailingCity', 'MailingPostalCode'],
  Account: ['Name', 'Phone', 'BillingCity'],
} as const;
const sample = draws(250);

describe.each(sets)('the records of %s', (set) => {
  const mapping = JSON.parse(readFileSync(new URL(`${set}.json`, mappings), 'utf8')) as Mapping;
  const source = join(BENCHMARK_DATA, set, 'records.csv');
  const map = mapping.map.flatMap((entry) => ['--map', entry]);

  it('is mapped without its identifier', () => {
    for (const entry of mapping.map) {
      const columns = entry.slice(0, entry.lastIndexOf('=')).split('+');
      for (const column of columns)
        expect(column).not.toMatch(/record_id|cluster|hardness|blocking|soc_sec|ssn|^age$/i);
    }
  });

  it('are each saved and found by search, or stand in the reject file with a reason', needs('data'), async () => {
    const data = newFolder();
    const rejects = join(data, 'rejects.csv');
    const counts = await json<{ read: number; created: number; rejected: number }>([
      ...words`import ${source} --no-check --object ${mapping.object} --data ${data} --rejects ${rejects}
        --json ${map}`,
    ]);
    const token = await newToken(data);
    const records = (await done(['export', '--object', mapping.object, '--format', 'ndjson', '--data', data]))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toHaveLength(counts.created);
    expect(counts.created + counts.rejected).toBe(counts.read);
    const reasons = existsSync(rejects) ? readFileSync(rejects, 'utf8').trim().split('\n').slice(1) : [];
    expect(new Set(reasons.map((line) => line.split(',')[0])).size).toBe(counts.rejected);
    for (const line of reasons) expect(line).toMatch(/^\d+,"?([A-Z_]+: |the row has)/);

    const served = await serve(data);
    const prefix = mapping.object === 'Account' ? '001' : '003';
    const step = Math.max(1, Math.floor(records.length / sample));
    for (let i = 0; i < records.length; i += step) {
      const record = records[i]!;
      const fields = searched[mapping.object as keyof typeof searched].filter(
        (name) => (record[name] ?? null) !== null,
      );
      const objectData = Object.fromEntries(fields.map((name) => [name, String(record[name])]));
      const { status, body } = await post(served.url, 'dc3Api/search', token, { objectPrefix: prefix, objectData });
      expect(status).toBe(200);
      const matches = (body as Record<string, { score: number; objectData: { Id: string } }[]>)[prefix]!;
      const isFound = matches.some(({ objectData: { Id } }) => Id === record['Id']);
      // More than 100 records are equal, so the response contains the 100 oldest.
      expect(
        isFound || (matches.length === 100 && matches.every(({ score }) => score === 100)),
        JSON.stringify(record),
      ).toBe(true);
    }
    await served.stop();
  });

  // In ordinary runs, `test/files/clean/benchmark.test.ts` compares these sets.
  itNightly('go through dedupe, every one of them', needs('data'), async () => {
    const work = newFolder();
    const out = join(work, 'pairs.csv');
    const args = ['dedupe', source, '--object', mapping.object, '--id', mapping.id, '--out', out, '--json', ...map];
    if (set === LARGEST) {
      const field = (name: string, method: string, weight: number) => ({ field: name, method, weight });
      const fields = [
        field('FirstName', 'personName', 20),
        field('LastName', 'personName', 30),
        field('Birthdate', 'date', 30),
        field('MailingPostalCode', 'postalCode', 20),
      ];
      const scenario = {
        id: 'person',
        name: 'Person',
        object: 'Contact',
        threshold: 90,
        minimumEvidence: 0.6,
        usage: [],
        fields,
      };
      args.push('--scenario', fileIn(work, 'scenario.json', JSON.stringify(scenario)));
    }
    const { rows, pairs } = await json<{ rows: number; pairs: number }>(args);
    const table = parse(readFileSync(source), { columns: true, bom: true }) as unknown as Record<string, string>[];
    const ids = new Set(table.map((row) => row[mapping.id]!));
    expect(rows).toBe(ids.size);
    const lines = readFileSync(out, 'utf8').trim().split('\n').slice(1);
    expect(lines).toHaveLength(pairs);
    expect(pairs).toBeGreaterThan(50);
    for (const line of lines.slice(0, 1_000)) {
      const [a, b, score] = line.split(',') as [string, string, string];
      expect(a < b && ids.has(a) && ids.has(b) && Number(score) >= 50).toBe(true);
    }
  });
});

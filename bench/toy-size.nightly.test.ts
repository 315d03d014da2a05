import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isNightly } from '../test/support/draws.js';
import type { KeptReport } from './harness/bench.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Runs a bench at toy size like `npm run bench`, with its own temporary folder, which must be empty afterwards. */
async function small(name: string, ...options: string[]): Promise<KeptReport> {
  const temporary = mkdtempSync(join(tmpdir(), 'bench-test-'));
  try {
    const child = spawn(process.execPath, ['bench/run.mjs', name, '--small', ...options], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code, output).toBe(0);
    expect(readdirSync(temporary).filter((file) => file.startsWith('likeness-bench'))).toEqual([]);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const report = JSON.parse(readFileSync(`${root}bench/out/small/${name}.json`, 'utf8')) as KeptReport;
  for (const { columns, rows } of report.tables) for (const row of rows) expect(row).toHaveLength(columns.length);
  return report;
}

const cell = (report: KeptReport, table: number, row: string, column: string): string => {
  const { columns, rows } = report.tables[table]!;
  return rows.find(([name]) => name === row)![columns.indexOf(column)]!;
};

// The other benches run only at night, because they start services, browsers and other programs.
const longer = isNightly ? it : () => undefined;

it('http: both endpoints and both empty routes answer under load', async () => {
  const report = await small('http', '--size', '500');
  expect(report.tables.map(({ title }) => title.split(',')[0])).toEqual(['Search', 'Search', 'Upsert', 'Both at once']);
  const names = (table: number) =>
    table === 3 ? ['search', 'upsert'] : ['service', 'empty route, lean', 'empty route, usual'];
  for (const [i] of report.tables.entries())
    for (const name of names(i))
      expect(Number(cell(report, i, name, 'requests/s').replaceAll(',', ''))).toBeGreaterThan(0);
});

it('exact: all ways of the engine and the oracle agree', async () => {
  const report = await small('exact', '--size', '400', '--queries', '60');
  const differences = report.tables[0]!.rows.slice(0, -1).map(([, , different]) => different);
  expect(differences.length).toBeGreaterThanOrEqual(10);
  expect(new Set(differences)).toEqual(new Set(['0']));
});

longer(
  'peers: one that is not there is skipped in words, the others show recall beside speed',
  async () => {
    const report = await small('peers', '--size', '300', '--queries', '30');
    const [table] = report.tables;
    expect(table!.columns).toEqual(expect.arrayContaining(['p50 ms', 'recall']));
    const missing = report.notes.filter((note) => note.startsWith('SKIPPED: PostgreSQL'));
    expect(table!.rows.length + missing.length).toBe(10);
  },
  120_000,
);

it('dedupe: finds planted duplicates through the command line', async () => {
  const report = await small('dedupe', '--size', '600');
  const found = report.tables[0]!.rows.map(([name]) => cell(report, 0, name!, 'planted found')).map(Number);
  expect(found.length).toBeGreaterThan(1);
  for (const share of found) expect(share).toBeGreaterThan(0.2);
});

longer(
  'large: a service and a batch are measured, what cannot be is said, and more is reckoned from both',
  async () => {
    const report = await small('large', '--size', '800', '--phases', 'serve,batch', '--record-memory', 'all');
    const titles = report.tables.map(({ title }) => title.split(':')[0]);
    expect(titles).toEqual(
      expect.arrayContaining(['Served', 'Batch', 'Extrapolated', 'Compared with public figures of other tools']),
    );
    const served = report.tables.findIndex(({ title }) => title.startsWith('Served: data folder'));
    for (const row of ['start after kill -9, s', 'search, 8 clients, p99, ms', 'upsert, 1 client, p50, ms'])
      expect(Number(cell(report, served, row, '800 records'))).toBeGreaterThan(0);
    const batch = report.tables.findIndex(({ title }) => title === 'Batch: likeness dedupe, rows in memory');
    expect(Number(cell(report, batch, 'recall', '800 records'))).toBeGreaterThan(0.3);
    expect(report.notes.filter((note) => note.startsWith('FAILED'))).toEqual([]);
  },
  240_000,
);

longer(
  'splink: the same files for both, or Likeness alone where there is no Splink, and that is said',
  async () => {
    const report = await small('splink', '--size', '600');
    const [table] = report.tables;
    const ours = table!.rows.filter(([name]) => name!.endsWith(': likeness'));
    expect(ours.map(([name]) => name)).toEqual(
      expect.arrayContaining(
        ['600 contacts', 'linkage of 600 rows of two sources', '600 contacts, Name only'].map(
          (task) => `${task}: likeness`,
        ),
      ),
    );
    for (const [name] of ours) {
      expect(Number(cell(report, 0, name!, 'F1'))).toBeGreaterThan(0.3);
      expect(Number(cell(report, 0, name!, 'best F1'))).toBeGreaterThanOrEqual(Number(cell(report, 0, name!, 'F1')));
    }
    const isSkipped = report.notes.some((note) => note.startsWith('SKIPPED: Splink'));
    expect(table!.rows).toHaveLength(isSkipped ? ours.length : 2 * ours.length);
  },
  240_000,
);

longer(
  'soak: nothing fails under mixed load, and a stop in the midst of it loses nothing',
  async () => {
    const report = await small('soak', '--size', '500');
    const [judged] = report.tables;
    expect(judged!.rows.map((row) => row.at(-1))).toEqual(judged!.rows.map(() => 'met'));
    const [answers, , , , , lost] = judged!.rows.map(([, found]) => found);
    expect(answers).toMatch(/^0 of [1-9]/);
    expect(lost).toMatch(/^0 of [1-9]/);
  },
  120_000,
);

it('stalls: steps are counted and distinguished while clients write and search and the journal is compacted', async () => {
  const report = await small('stalls', '--size', '500');
  const [measured, longest] = report.tables;
  expect(measured!.title).toMatch(/^500 contacts, [1-9][\d,]* steps, [1-9][\d,]* answers/);
  expect(measured!.rows).toHaveLength(3);
  for (const [work, most, processor, code, collection] of longest!.rows) {
    expect(work).not.toBe('');
    expect(Number(most)).toBeLessThanOrEqual(Number(processor));
    expect(Number(code) + Number(collection)).toBeCloseTo(Number(processor), 1);
  }
});

longer(
  'jobs: searches are measured alone and beside jobs that find groups',
  async () => {
    const report = await small('jobs');
    const [measured] = report.tables;
    expect(measured!.title).toMatch(
      /^2,000 contacts, 16 clients searching, [1-9]\d* jobs that found [1-9][\d,]* groups/,
    );
    expect(measured!.rows.map(([name]) => name)).toEqual(['requests/s', 'p50 ms', 'p90 ms', 'p99 ms']);
  },
  120_000,
);

longer(
  'console: the bars are judged for everything that is done in a browser, or that there is none is said',
  async () => {
    const report = await small('console', '--size', '300');
    if (report.notes.some((note) => note.startsWith('Skipped: Chromium is not installed'))) return;
    const [bars, work] = report.tables;
    expect(bars!.rows).toHaveLength(7);
    for (const [, , , verdict] of bars!.rows) expect(verdict).toMatch(/^(met|MISSED)$/);
    expect(cell(report, 0, 'first load', 'verdict')).toBe('met');
    expect(work!.rows.length).toBeGreaterThan(10);
    // A small number of records stays in the console's cache, so it sends no repeated requests.
    const asked = work!.rows.filter(([, requests]) => Number(requests) > 0);
    expect(asked.length).toBeGreaterThan(8);
    expect(new Set(asked.map(([, , , path]) => path)).size).toBeGreaterThan(2);
    for (const [, , , , step] of work!.rows) expect(Number(step)).toBeGreaterThan(0);
  },
  240_000,
);

/**
 * Runs all benches one after another, each in its own process, and writes the results page.
 *
 * Options: `--small` uses toy sizes. `--without NAME,NAME` skips benches. `--no-write` does not write the page.
 * `--page` runs nothing: it writes the page, and the sections of `scale` and `large` in `SCALE.md`, from the reports in
 * `bench/out`. Benches that do not run keep their sections. Other options (`--size`, `--rounds` ...) are passed to
 * every bench.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outFolder, type KeptReport } from './harness/bench.js';
import { SHARED_FOLDERS } from './harness/data-folder.js';
import { markdownTable } from './harness/report.js';
import { temporaryFolder } from './harness/temporary-folder.js';

const NAMES = [
  'http',
  'learned',
  'upserts',
  'latency',
  'queries',
  'exact',
  'recall',
  'peers',
  'import',
  'startup',
  'memory',
  'matching',
  'dedupe',
  'splink',
  'large',
  'stalls',
  'nodes',
  'scale',
  'jobs',
  'soak',
  'hostile',
  'greedy',
  'console',
] as const;
const here = fileURLToPath(new URL('.', import.meta.url));
const page = join(here, 'RESULTS.md');
const scalePage = join(here, 'SCALE.md');
/** Benches that also have a section in `SCALE.md`, between markers. */
const ON_SCALE_PAGE = ['scale', 'large'] as const;

const options = process.argv.slice(2).filter((option) => !['--no-write', '--page'].includes(option));
const at = options.indexOf('--without');
const without = at < 0 ? [] : (options.splice(at, 2)[1] ?? '').split(',');
const isSmall = options.includes('--small');
const failed = process.argv.includes('--page') ? [] : runAll();
if (!process.argv.includes('--no-write') && !isSmall) {
  writeFileSync(page, results());
  writeScale();
}
if (failed.length > 0) {
  console.error(`bench: failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function runAll(): string[] {
  const folders = temporaryFolder('folders');
  return NAMES.filter((name) => !without.includes(name)).filter((name) => {
    console.log(`\n== ${name}`);
    rmSync(keptAt(name), { force: true });
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(here, `${name}.ts`), ...options], {
      stdio: 'inherit',
      env: { ...process.env, [SHARED_FOLDERS]: folders },
    });
    return status !== 0;
  });
}

/** Sections of the existing page by bench. A section is kept until its bench runs again. */
function sectionsBefore(): ReadonlyMap<string, string> {
  const sections = existsSync(page) ? readFileSync(page, 'utf8').split(/^## /m).slice(1) : [];
  return new Map(
    sections.flatMap((section) => {
      const name = /^`npm run bench -- (\w+)/m.exec(section)?.[1];
      return name === undefined ? [] : [[name, `## ${section.trim()}`] as const];
    }),
  );
}

function keptAt(name: string): string {
  return join(outFolder(isSmall), `${name}.json`);
}

function shown(report: KeptReport): string {
  return [
    `\`${report.command}\``,
    `${report.machine}; ${report.date.slice(0, 10)}.`,
    ...report.tables.map(markdownTable),
    report.notes.map((note) => `- ${note}`).join('\n'),
  ].join('\n\n');
}

/** Updates the measured parts of `SCALE.md`. A part is kept until its bench runs again. */
function writeScale(): void {
  for (const name of ON_SCALE_PAGE) {
    if (!existsSync(keptAt(name))) continue;
    const report = JSON.parse(readFileSync(keptAt(name), 'utf8')) as KeptReport;
    if (report.tables.length === 0) continue;
    const text = readFileSync(scalePage, 'utf8');
    const marks = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`] as const;
    const [begin, end] = marks.map((mark) => text.indexOf(mark));
    if (begin! < 0 || end! < begin!) throw new Error(`bench: ${scalePage} lacks ${marks.join(' ... ')}`);
    const { length } = marks[0];
    writeFileSync(scalePage, `${text.slice(0, begin! + length)}\n\n${shown(report)}\n\n${text.slice(end)}`);
  }
}

function results(): string {
  const before = sectionsBefore();
  const sections = NAMES.flatMap((name) => {
    if (!existsSync(keptAt(name))) return before.get(name) ?? [];
    const report = JSON.parse(readFileSync(keptAt(name), 'utf8')) as KeptReport;
    // The bench was skipped because something that it needs is missing: keep the earlier results.
    if (report.tables.length === 0 && before.has(name)) return before.get(name)!;
    return `## ${report.question}\n\n${shown(report)}`;
  });
  return `# Benchmark results

Written by \`npm run bench -- all\`; do not edit. Numbers with a range in parentheses are medians of several rounds. All people are synthetic, from a seeded generator
(\`bench/synthetic\`), so every run and every tool gets the same people.

${sections.join('\n\n')}
`;
}

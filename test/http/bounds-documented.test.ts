import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { format } from 'prettier';
import { allBounds, defaultLimits, MOST } from '../../src/store/config/config-limits.js';
import { serveForTest } from './serve.js';

const FILE = 'src/http/API.md';
const SECTION = /(<!-- bounds: .* -->\n)([\s\S]*?)(<!-- \/bounds -->)/;

it(`${FILE} lists all bounds as they are`, async () => {
  const rows = allBounds(defaultLimits).map(
    ({ name, value, meaning, error, isSetting }) =>
      `| \`${isSetting ? 'limits.' : ''}${name}\` | ${value.toLocaleString('en')} | ${meaning} | ${error} |`,
  );
  const table = ['| bound | value | meaning | above it |', '| --- | ---: | --- | --- |', ...rows].join('\n');
  const written = await format(`${table}\n`, { parser: 'markdown' });
  const text = readFileSync(FILE, 'utf8');
  if (process.env['LIKENESS_BOUNDS'] === 'write')
    writeFileSync(
      FILE,
      text.replace(SECTION, (_all, open: string, _old, end: string) => `${open}\n${written}\n${end}`),
    );
  expect(SECTION.exec(readFileSync(FILE, 'utf8'))![2]!.trim()).toBe(written.trim());
});

it('GET limits shows all bounds, with what is left of the queries', async () => {
  const served = await serveForTest({ limits: { querySeconds: 7 } });
  const { body } = await served.call('GET', '/services/data/v60.0/limits');
  const shown = body as unknown as Record<string, { Max: number; Remaining: number }>;
  expect(shown).toMatchObject({
    QuerySeconds: { Max: 7, Remaining: 7 },
    QueriesAtOnce: { Max: MOST.queriesAtOnce, Remaining: MOST.queriesAtOnce },
    QueryLength: { Max: MOST.queryLength, Remaining: MOST.queryLength },
  });
  for (const { name } of allBounds(defaultLimits))
    expect(Object.keys(shown)).toContain(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);
});

it('every bound of the table is enforced somewhere', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('config-limits.ts'))
    .map((file) => readFileSync(join('src', file), 'utf8'));
  const used = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\bMOST\.(\w+)|\b(\w+)(?=[^;{}]*\} = MOST;)/g)].map(([, a, b]) => a ?? b),
    ),
  );
  const own = ['conditionLength', 'conditionDepth', 'patternLength', 'formulaLength', 'formulaText', 'formulaWork'];
  expect(Object.keys(MOST).filter((name) => !used.has(name) && !own.includes(name))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_DATA, needs } from '../../support/needs.js';
import { linesOf } from '../../../bench/quality/page.js';
import { cases } from '../../support/draws.js';
import { cli } from '../../support/command-line.js';
import { newFolder } from '../../support/temporary-folder.js';

const page = linesOf(readFileSync(new URL('../../../bench/QUALITY.md', import.meta.url), 'utf8'));
/** Maximum loss of F1 compared with the quality page, whose columns are mapped by hand. */
const TOLERANCE = 0.01;

/** The data sets of the quality page, except splink_historical_50k, which takes half a minute and runs in the bench. */
const sets = cases(6, [
  'business_secondstring',
  'febrl1',
  'fodors_zagats',
  'goldenmatch_orgs_hard',
  'senzing_truthset',
  'splink_fake_1000',
  'febrl3',
  'febrl_dsgen_C10000',
]);
/** Data sets with two sources, for which only pairs across sources count. */
const linked = new Set(['business_secondstring', 'fodors_zagats']);

/** Files with only names: nothing may be merged, and the pairs must include the duplicates. */
const withoutGrounds = new Set(['business_secondstring']);

const table = (...path: string[]) =>
  parse(readFileSync(join(...path)), { columns: true, bom: true }) as unknown as Record<string, string>[];
const key = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Returns the pairs of rows in the same group, only across sources if there are any. */
function pairsOf(crosswalk: readonly Record<string, string>[]): Set<string> {
  const groups = new Map<string, Record<string, string>[]>();
  for (const row of crosswalk) {
    if (row['group'] === '') continue;
    const group = groups.get(row['group']!);
    if (group === undefined) groups.set(row['group']!, [row]);
    else group.push(row);
  }
  const pairs = new Set<string>();
  for (const group of groups.values())
    for (const [i, one] of group.entries())
      for (const other of group.slice(i + 1))
        if (one['source'] === undefined || one['source'] !== other['source']) pairs.add(key(one['id']!, other['id']!));
  return pairs;
}

describe('clean, with no option but the file', needs('data'), () => {
  it.each(sets)('%s: the crosswalk is as good as what people map and dedupe finds', async (set) => {
    const file = join(BENCHMARK_DATA, set, 'records.csv');
    const out = newFolder();
    const source = linked.has(set) ? ['--source', 'source'] : [];
    const { code, stdout } = await cli(['clean', file, ...source, '--out', out, '--json']);
    const isMerged = !withoutGrounds.has(set);
    expect(code).toBe(isMerged ? 0 : 3);
    const { rows, merged } = JSON.parse(stdout) as { rows: number; merged: number };
    const crosswalk = table(out, 'crosswalk.csv');
    expect(crosswalk).toHaveLength(rows);
    if (!isMerged) expect(merged).toBe(0);
    const found = withoutGrounds.has(set)
      ? new Set(table(out, 'pairs.csv').map(({ id1, id2 }) => key(id1!, id2!)))
      : pairsOf(crosswalk);
    const truth = new Set(table(BENCHMARK_DATA, set, 'truth.csv').map(({ id1, id2 }) => key(id1!, id2!)));
    const correct = [...found].filter((pair) => truth.has(pair)).length;
    const f1 = (2 * correct) / (found.size + truth.size);
    const learned = page.get(set)!.find((cells) => cells[4] === 'learned')!;
    expect(f1).toBeGreaterThanOrEqual(Number(learned[7]) - TOLERANCE);
  });
});

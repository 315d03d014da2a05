/** The comparison step of a self-dedupe: in process, on one thread. Large tables are sampled. */
import { PairColumns } from '../src/index/join/pair-columns.js';
import { RowJoin } from '../src/index/join/row-join.js';
import { columnsOf, tableOf } from '../src/index/join/self-join.js';
import { bench, count } from './harness/bench.js';
import { buildIndex } from './harness/memory-index.js';
import { figure, timed } from './harness/statistics.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';

/**
 * Maximum number of rows that are compared with all later rows. The sample is a range of rows from the middle of the
 * order.
 */
const LONGEST = 100_000;

async function measure(size: number): Promise<string[]> {
  const scenarios = contactScenarios();
  const { index, seconds } = buildIndex({ size, scenarios });
  const { value: table, ms: ordering } = await timed(() => tableOf(index, scenarios));
  const join = new RowJoin(table, index, columnsOf(index, scenarios), scenarios);
  const rows = Math.min(size, LONGEST);
  const from = 1 + Math.floor((size - rows) / 2);
  const used = process.cpuUsage();
  const pairs = new PairColumns();
  const { ms } = await timed(() => {
    for (let row = from; row < from + rows; row++) join.pairsOf(row, pairs);
  });
  const { user, system } = process.cpuUsage(used);
  return [
    count(size),
    figure(seconds),
    figure(ordering / 1000),
    count(rows),
    figure((ms * 1000) / rows),
    figure((user + system) / rows),
    figure((ms * size) / rows / 1000),
    count(pairs.length),
  ];
}

await bench('matching', { sizes: [100_000, 1_000_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }) => {
  const rows: string[][] = [];
  for (const size of sizes) rows.push(await measure(size));
  return {
    question: 'How long does a self-dedupe take per row, without reading and writing?',
    tables: [
      {
        title: 'Self-dedupe in process on one thread',
        columns: [
          'contacts',
          'build s',
          'values s',
          'rows joined',
          'us per row',
          'CPU us per row',
          'all rows s',
          'pairs',
        ],
        rows,
      },
    ],
    notes: [`At most ${count(LONGEST)} rows are joined; "all rows" is extrapolated from them.`],
  };
});

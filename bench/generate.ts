/**
 * Writes a CSV of synthetic contacts and its truth. One row in six is an earlier one, retyped.
 *
 * `--size N --out FILE [--truth FILE] [--seed N]`. The same seed gives the same rows, and a shorter file is the
 * beginning of a longer one. The truth is a file of clusters, as `likeness evaluate --clusters` takes it: the person of
 * every row.
 */
import { parseArgs } from 'node:util';
import { count, positive } from './harness/bench.js';
import { writeWithTruth } from './harness/data-folder.js';
import { figure, timed } from './harness/statistics.js';

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    out: { type: 'string' },
    truth: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.size === undefined || values.out === undefined)
  throw new Error('bench: generate: --size and --out are needed; --help tells more');
const size = positive('--size', values.size);
const { out, truth } = values;
const { ms } = await timed(() => writeWithTruth(out, truth, size, positive('--seed', values.seed)));
console.log(`${out}: ${count(size)} rows in ${figure(ms / 1_000)} s, ${figure((size * 1_000) / ms)} a second`);

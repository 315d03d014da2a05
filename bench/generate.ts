/**
 * Writes a CSV of synthetic contacts and its ground truth. One row in six is a retyped duplicate of an earlier row.
 *
 * `--size N --out FILE [--truth FILE] [--seed N]`. The same seed yields the same rows; a shorter file is a prefix of
 * a longer one. The truth file has the format of `likeness evaluate --clusters`: the person of each row.
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
  throw new Error('bench: generate: --size and --out are required; see --help');
const size = positive('--size', values.size);
const { out, truth } = values;
const { ms } = await timed(() => writeWithTruth(out, truth, size, positive('--seed', values.seed)));
console.log(`${out}: ${count(size)} rows in ${figure(ms / 1_000)} s, ${figure((size * 1_000) / ms)} a second`);

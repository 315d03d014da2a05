import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInput } from '../../src/files/dedupe/read-input.js';
import { autoObject, withObject } from '../../src/files/read/guess/auto-object.js';
import { readAhead } from '../../src/files/read/guess/guess-columns.js';
import { openInput } from '../../src/files/read/open-input.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import { truthOfLabels } from '../../src/files/evaluation/truth.js';
import { csvLine } from '../../src/files/write/csv.js';
import type { DataSet } from '../quality/data-set.js';
import { Random } from '../synthetic/random.js';
import { twoShops } from './shops.js';

/** The products of two shops as a data set, read from a file with `--object auto`. */
export async function shopsSet(configuration: Configuration, folder: string, seed: number) {
  const { rows, sources, truth } = twoShops(new Random(seed));
  const path = join(folder, `shops-${seed}.csv`);
  const lines = rows.map(({ title = '', description = '', price = '' }, i) =>
    csvLine([`p${i}`, sources[i]!, title, description, price]),
  );
  writeFileSync(path, csvLine(['id', 'shop', 'title', 'description', 'price']) + lines.join(''));
  const ahead = await readAhead(await openInput(path));
  const auto = autoObject(ahead, ['id', 'shop']);
  const known = withObject(configuration, auto.type);
  const read = await readInput({ file: path, id: 'id', source: 'shop', map: [], ahead, auto }, auto.type);
  const same = truth.flatMap((product, i) =>
    truth
      .slice(0, i)
      .flatMap((other, j) =>
        other === product && sources[i] !== sources[j] ? [{ id1: `p${j}`, id2: `p${i}`, isSame: true }] : [],
      ),
  );
  const set: Pick<DataSet, 'mapping' | 'rows' | 'truth'> = {
    mapping: { object: auto.type.name, id: 'id', source: 'shop', map: [] },
    rows: read,
    truth: truthOfLabels(same),
  };
  return { configuration: known, set };
}

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importRules } from '../../../src/files/import/import-rules.js';
import { guessColumns, readAhead } from '../../../src/files/read/guess/guess-columns.js';
import { guessObject } from '../../../src/files/read/guess/guess-object.js';
import { resolveMapping } from '../../../src/files/read/mapping.js';
import { openInput } from '../../../src/files/read/open-input.js';
import { csvLine } from '../../../src/files/write/csv.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const { registry } = await loadConfiguration();
const ROWS = 6;

/**
 * One export per line: `name > object | label=value~value > Field | ...`. Without a value, the cells are empty. `#` in
 * a value is a different number in each row. A column without a field is ignored.
 */
const exports = readFileSync(new URL('exports.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' | '));

it.each(exports.map(([name, ...columns]) => [name!, columns] as const))(
  'the columns of an export fill the fields that a person would choose: %s',
  async (name, columns) => {
    const parts = columns.map((column) => /^([^=>]*?)\s*(?:=(.*?))?(?: > (.*))?$/.exec(column)!);
    const cells = (row: number) =>
      parts.map(([, , values = '']) => {
        const all = values.trim().split('~');
        return all[row % all.length]!.replace('#', String(1000 + row * 37));
      });
    const lines = [parts.map(([, label]) => label!), ...Array.from({ length: ROWS }, (_, row) => cells(row))];
    const ahead = await readAhead(await openInput(fileIn(newFolder(), 'a.csv', lines.map(csvLine).join(''))));
    const object = guessObject(ahead.readings).name;
    const type = registry.byName(object)!;
    const { options } = guessColumns(type, ahead, [], importRules);
    const { fields } = resolveMapping(type, ahead.table.columns, options, importRules, false);
    const mapped = parts.map(([, label], i) => {
      const own = fields.filter(({ positions }) => positions.includes(i)).map(({ field }) => field);
      return [label, own.join(' ')];
    });
    expect([object, ...mapped]).toEqual([
      name.split(' > ')[1],
      ...parts.map(([, label, , field = '']) => [label, field]),
    ]);
  },
);

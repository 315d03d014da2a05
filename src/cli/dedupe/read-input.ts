import type { Configuration } from '../../config/configuration.js';
import type { FieldTexts } from '../../index/candidate-index.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../errors.js';
import { parseMapOption } from '../input/mapping.js';
import { isCsv, openInput } from '../input/open-input.js';
import { progress } from '../output/progress.js';
import { readRecords } from './records.js';
import { readRows, type DedupeRows, type TakeRow } from './rows.js';

/** Rows read between two updates of the progress bar. */
const ROWS_PER_UPDATE = 1_000;

export interface InputOptions {
  readonly id?: string;
  readonly source?: string;
  readonly map: readonly string[];
  readonly data?: string;
}

/**
 * The rows of a file, or the records of a data folder.
 *
 * @param take is given every row's texts in order, instead of keeping them all
 * @throws WrongUse when both are given, or neither
 */
export async function readInput(
  file: string | undefined,
  options: InputOptions,
  configuration: Configuration,
  type: ObjectType,
  take?: TakeRow,
): Promise<DedupeRows> {
  if ((file === undefined) === (options.data === undefined)) throw new WrongUse('give either a file or --data DIR');
  if (file === undefined) {
    if (options.map.length > 0 || options.id !== undefined) {
      throw new WrongUse('--id and --map belong to a file: records have Ids and fields already');
    }
    return readRecords(options.data!, configuration, type, options.source, take);
  }
  const table = await openInput(file);
  const bar = progress('reading', table.bytesTotal);
  const texts: FieldTexts[] = [];
  let count = 0;
  const rows = await readRows(table, {
    type,
    map: options.map.map(parseMapOption),
    id: options.id,
    source: options.source,
    isJson: !isCsv(file),
    take: (row) => {
      if (++count % ROWS_PER_UPDATE === 0) bar.update(table.bytesRead(), `${count} rows`);
      if (take) return take(row);
      texts.push(row);
      return undefined;
    },
  }).finally(() => bar.stop());
  return { ...rows, texts };
}

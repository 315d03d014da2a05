import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { TextRows } from '../../matching/text-rows.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import type { AutoObject } from '../read/guess/auto-object.js';
import { describeUnused } from '../read/describe-unused.js';
import { describeGuess } from '../read/guess/describe-guess.js';
import { guessColumns, readAhead, type ReadAhead } from '../read/guess/guess-columns.js';
import type { InputTable, SaidOfFile } from '../read/input-table.js';
import { parseMapOption, resolveMapping } from '../read/mapping.js';
import { comparedReader } from '../read/value-reader.js';
import { isWithoutHeader, openInput } from '../read/open-input.js';
import { readRecords, type StoredRecords } from './read-records.js';
import { anyField, readRows, type DedupeRows, type TakeRow } from './read-rows.js';
import { note } from '../../runtime/notes.js';

export interface InputOptions extends SaidOfFile {
  readonly file: string | undefined;
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly map: readonly string[];
  /** Stored records to read instead of a file. */
  readonly records?: StoredRecords | undefined;
  readonly ahead?: ReadAhead | undefined;
  /** For `--object auto`, the object and the columns that fill its fields. */
  readonly auto?: AutoObject | undefined;
  /** Rows from another program to read instead of a file. */
  readonly table?: InputTable | undefined;
}

export const ONE_INPUT = 'give one input: a file, --data DIR or --store';

/** Returns the state of the input for JSON. If it differs between two runs, the rows may differ too. */
export async function stateOfInput(options: InputOptions, type: ObjectType): Promise<object> {
  return {
    ...(await stateOfSource(options, type)),
    ...{ object: type.name, fields: type.fields.map(({ name }) => name) },
    ...{ id: options.id, source: options.source, map: options.map, encoding: options.encoding },
    ...{
      delimiter: options.delimiter,
      sheet: options.sheet,
      header: options.header,
      dateOrder: options.dateOrder,
      auto: options.auto?.options,
    },
  };
}

async function stateOfSource({ file, records }: InputOptions, { name }: ObjectType): Promise<object> {
  if (file !== undefined) {
    const { size, mtimeMs } = await stat(file);
    return { file: resolve(file), size, mtimeMs };
  }
  const hash = createHash('sha256');
  await records?.reading((store) => {
    for (const record of store.records(name)) hash.update(`${JSON.stringify(record)}\n`);
    return Promise.resolve();
  });
  return { records: hash.digest('hex') };
}

/**
 * Reads the rows of a file, or stored records.
 * @param unusedAre describes columns that fill no field (`not compared`); if absent, such columns are not reported
 * @param take receives every row's values in order; if absent, all values are kept
 * @throws WrongUse if both a file and stored records are given, or neither
 */
export async function readInput(
  { file, ...options }: InputOptions,
  type: ObjectType,
  {
    unusedAre,
    take,
    keepsNames,
  }: { readonly unusedAre?: string; readonly take?: TakeRow; readonly keepsNames?: boolean } = {},
): Promise<DedupeRows> {
  const given = [file, options.records, options.table].filter((each) => each !== undefined);
  if (given.length !== 1) throw new WrongUse(ONE_INPUT);
  if (options.records !== undefined) {
    if (options.map.length > 0 || options.id !== undefined) {
      throw new WrongUse('--id and --map apply only to a file: stored records already have Ids and fields');
    }
    return readRecords(options.records, type, options.source, take, keepsNames);
  }
  const map = options.map.map(parseMapOption);
  const ahead = options.ahead ?? (await readAhead(options.table ?? (await openInput(file!, options))));
  const { table } = ahead;
  for (const line of table.notes) note(line);
  const reserved = [options.id, options.source].filter((column) => column !== undefined);
  const { options: mapped, guessed } = options.auto ?? guessColumns(type, ahead, map, anyField(reserved));
  for (const line of describeGuess(table.columns, guessed)) note(line);
  const { fields } = resolveMapping(type, table.columns, mapped, anyField(reserved), false);
  const reader = comparedReader(type, fields, ahead.sample, options.dateOrder);
  for (const line of reader.notes) note(line);
  const { id, source } = options;
  const isJson = file === undefined || isWithoutHeader(file);
  const asked = { type, map: mapped, id, source, isJson, keepsNames, read: reader.read, take };
  const rows = await readRows('reading', table, asked, new TextRows());
  for (const line of rows.notes ?? []) note(file === undefined ? line : `${basename(file)}: ${line}`);
  if (unusedAre !== undefined) for (const line of describeUnused(unusedAre, rows.unused)) note(line);
  return rows;
}

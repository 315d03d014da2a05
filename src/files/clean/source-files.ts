import { basename } from 'node:path';
import type { Configuration } from '../../store/config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { objectType } from '../read/object-of.js';
import { anyField } from '../dedupe/read-rows.js';
import { WrongUse } from '../../runtime/failure.js';
import { AUTO, autoObject, type AutoObject } from '../read/guess/auto-object.js';
import { guessColumns, readAhead, type ReadAhead } from '../read/guess/guess-columns.js';
import { guessId } from '../read/guess/guess-id.js';
import type { GuessedField } from '../read/guess/guess-mapping.js';
import { withIdentifiers } from '../read/guess/identifier-fields.js';
import { guessObject, type GuessedObject } from '../read/guess/guess-object.js';
import { resolveMapping, type MapOption, type Mapping } from '../read/mapping.js';
import { extensionOf, isWithoutHeader, openInput, type ReadOptions } from '../read/open-input.js';

/** Properties of the files given by the caller. All others are guessed. */
export interface SourceOptions extends ReadOptions {
  readonly files: readonly string[];
  readonly object?: string | undefined;
  /** Whether an object may be made from the columns if the rows are neither people nor companies. */
  readonly mayBeAuto?: boolean;
  readonly map: readonly MapOption[];
  readonly id?: string | undefined;
  readonly source?: string | undefined;
}

export interface SourceFile {
  readonly path: string;
  /** Unique file name to show. */
  readonly name: string;
  readonly isJson: boolean;
  readonly reading: ReadOptions;
  readonly ahead: ReadAhead;
  readonly map: readonly MapOption[];
  readonly guessed: readonly GuessedField[];
  readonly mapping: Mapping;
  /** Column with the Id. If absent, row numbers serve as Ids. */
  readonly id: string | undefined;
}

export interface Sources {
  readonly type: ObjectType;
  /** The guessed object; `undefined` if the object was given. */
  readonly guessedObject: GuessedObject | undefined;
  readonly files: readonly SourceFile[];
  readonly isAuto: boolean;
}

function autoOf(
  opened: readonly { readonly path: string; readonly ahead: ReadAhead }[],
  reserved: readonly (string | undefined)[],
): AutoObject {
  const [only, more] = opened;
  if (only === undefined || more !== undefined || isWithoutHeader(only.path))
    throw new WrongUse('--object auto: expected exactly one CSV file or workbook');
  return autoObject(only.ahead, reserved);
}

/** If files are mixed, only workbooks get the sheet, and only CSV files the delimiter. */
function readingOf(path: string, { files, sheet, delimiter, ...options }: SourceOptions): ReadOptions {
  const isWorkbook = (file: string) => extensionOf(file) === '.xlsx';
  const areMixed = files.some((file) => isWorkbook(file) !== isWorkbook(path));
  return {
    ...options,
    sheet: areMixed && !isWorkbook(path) ? undefined : sheet,
    delimiter: areMixed && isWorkbook(path) ? undefined : delimiter,
  };
}

export async function openSources(options: SourceOptions, configuration: Configuration): Promise<Sources> {
  const { files: paths, object, map, id, source, mayBeAuto = false } = options;
  if (paths.length > 1 && source !== undefined) throw new WrongUse('give either several files or --source COLUMN');
  const opened: { path: string; name: string; ahead: ReadAhead }[] = [];
  for (const path of paths) {
    const name = paths.some((other) => other !== path && basename(other) === basename(path)) ? path : basename(path);
    if (opened.some((other) => other.name === name)) throw new WrongUse(`${name} is given twice`);
    opened.push({ path, name, ahead: await readAhead(await openInput(path, readingOf(path, options))) });
  }
  const guessed = object === undefined ? guessObject(opened[0]!.ahead.readings) : undefined;
  const isOneTable = opened.length === 1 && !isWithoutHeader(opened[0]!.path);
  const isMade = object === AUTO || (guessed?.hasParties === false && mayBeAuto && isOneTable);
  const auto = isMade ? autoOf(opened, [id, source]) : undefined;
  const type =
    auto?.type ??
    opened.reduce(
      (of, { ahead }) => withIdentifiers(of, ahead.readings, ahead.sample.values),
      objectType(configuration, object ?? guessed!.name),
    );
  const files = opened.map(({ path, name, ahead }): SourceFile => {
    const reserved = [id, source].filter((column) => column !== undefined);
    const rules = anyField(reserved);
    const isJson = isWithoutHeader(path);
    const columns = auto ?? guessColumns(type, ahead, map, rules);
    const mapping = resolveMapping(type, ahead.table.columns, columns.options, rules, !isJson && paths.length === 1);
    return {
      ...{
        path,
        name,
        isJson,
        reading: { ...readingOf(path, options), judged: ahead.table.encoding },
        ahead,
        mapping,
        map: columns.options,
        guessed: columns.guessed,
      },
      id: id ?? guessId(ahead.readings, ahead.sample)?.label,
    };
  });
  return { type, guessedObject: guessed, files, isAuto: auto !== undefined };
}

import type { Configuration } from '../../store/config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import { AUTO, autoObject, withObject, type AutoObject } from './guess/auto-object.js';
import { describeObject } from './guess/describe-guess.js';
import { readAhead, type ReadAhead } from './guess/guess-columns.js';
import { guessObject } from './guess/guess-object.js';
import type { SaidOfFile } from './input-table.js';
import { isWithoutHeader, openInput } from './open-input.js';
import { note } from '../../runtime/notes.js';

/** @throws WrongUse that lists the known types */
export function objectType({ registry }: Configuration, name: string): ObjectType {
  const type = registry.byName(name);
  if (type !== undefined) return type;
  const known = registry.types.map((each) => each.name).join(', ');
  throw new WrongUse(`--object '${name}': unknown object type; expected one of ${known}`);
}

interface MeantObject {
  readonly type: ObjectType;
  /** The table with its first rows read. Absent if the file was not opened. */
  readonly ahead?: ReadAhead;
  /** For `--object auto`, the object and the columns that fill its fields. */
  readonly auto?: AutoObject;
  /** Configuration that includes the object. */
  readonly configuration: Configuration;
}

interface ObjectOptions extends SaidOfFile {
  readonly object: string | undefined;
  readonly file: string | undefined;
  /** Whether an object may be made from the columns if the rows are neither people nor companies. */
  readonly mayBeAuto?: boolean;
  /** Columns that do not become fields of `--object auto`. */
  readonly id?: string | undefined;
  readonly source?: string | undefined;
}

/** Returns the given object, or guesses the object and adds a note. @throws WrongUse if there is no object */
export async function objectOf(
  { object, file, id, source, mayBeAuto = false, ...reading }: ObjectOptions,
  configuration: Configuration,
): Promise<MeantObject> {
  const madeOf = (ahead: ReadAhead): MeantObject => {
    const auto = autoObject(ahead, [id, source]);
    return { type: auto.type, ahead, auto, configuration: withObject(configuration, auto.type) };
  };
  if (object === AUTO) {
    if (file === undefined) throw new WrongUse('--object auto needs a file, because it uses the columns');
    return madeOf(await readAhead(await openInput(file, reading)));
  }
  if (object !== undefined) return { type: objectType(configuration, object), configuration };
  if (file === undefined) throw new WrongUse('give a file, or the object type of stored records (--object TYPE)');
  const ahead = await readAhead(await openInput(file, reading));
  const guessed = guessObject(ahead.readings);
  const isAuto = mayBeAuto && !guessed.hasParties && !isWithoutHeader(file);
  note(describeObject(guessed, isAuto));
  if (isAuto) return madeOf(ahead);
  return { type: objectType(configuration, guessed.name), ahead, configuration };
}

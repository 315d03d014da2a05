import type { Configuration } from '../../config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import { describeObject } from './guess/describe-guess.js';
import { readAhead, type ReadAhead } from './guess/guess-columns.js';
import { guessObject } from './guess/guess-object.js';
import { openInput } from './open-input.js';
import { note } from '../../runtime/notes.js';

/** @throws WrongUse with the known types */
export function objectType({ registry }: Configuration, name: string): ObjectType {
  const type = registry.byName(name);
  if (type !== undefined) return type;
  const known = registry.types.map((each) => each.name).join(', ');
  throw new WrongUse(`--object '${name}': there is no such object type; known are ${known}`);
}

export interface ObjectOptions {
  readonly object: string | undefined;
  readonly file: string | undefined;
  /** Of the file; absent: detected. */
  readonly encoding?: string | undefined;
}

/**
 * The object type that is given, or the one that the columns of the file look like, which a note says.
 *
 * @returns with the opened file, where it was opened
 * @throws WrongUse where there is neither
 */
export async function objectOf(
  { object, file, encoding }: ObjectOptions,
  configuration: Configuration,
): Promise<{ readonly type: ObjectType; readonly ahead?: ReadAhead }> {
  if (object !== undefined) return { type: objectType(configuration, object) };
  if (file === undefined) throw new WrongUse('give a file, or say by --object TYPE which stored records are meant');
  const ahead = await readAhead(await openInput(file, { encoding }));
  const guessed = guessObject(ahead.readings);
  note(describeObject(guessed));
  return { type: objectType(configuration, guessed.name), ahead };
}

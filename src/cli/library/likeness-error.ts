import { ConfigurationError } from '../../store/config/problem.js';
import { tellingTo } from '../../runtime/notes.js';
import { describe, Failure, meaningOf, WrongUse } from '../../runtime/failure.js';
import { RequestError } from '../../records/contract/request-error.js';
import { StoreUnavailableError } from '../../store/store-errors.js';

/** Thrown if the input, the disk or the database is unusable. The message describes the problem and how to fix it. */
export class LikenessError extends Error {
  override readonly name = 'LikenessError';
}

/** Converts errors caused by the caller, the disk or the database to a `LikenessError`. */
export async function told<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw asTold(error);
  }
}

/** Like `told`, but for errors that are thrown during an iteration. */
export function* toldOfEach<Item>(items: Iterable<Item>): Iterable<Item> {
  try {
    yield* items;
  } catch (error) {
    throw asTold(error);
  }
}

function asTold(error: unknown): unknown {
  const known = [WrongUse, Failure, ConfigurationError, RequestError, StoreUnavailableError];
  const isTheirs = known.some((kind) => error instanceof kind);
  // A system error, such as a missing file.
  const isTheSystems = error instanceof Error && meaningOf(error) !== undefined;
  return isTheirs || isTheSystems ? new LikenessError(inOptions(describe(error)), { cause: error }) : error;
}

/** Replaces the option names of the command line with the option names of the library. */
export function inOptions(message: string): string {
  return message.replace(/--([a-z]+)/g, (_, name: string) => `options.${name === 'scenario' ? 'scenarios' : name}`);
}

/**
 * @returns the result, and the notes that were logged during the run, as sentences
 */
export async function withNotes<Result>(run: () => Promise<Result>): Promise<{ result: Result; notes: string[] }> {
  const notes: string[] = [];
  const result = await tellingTo({ note: (text) => notes.push(inOptions(text)) }, run);
  return { result, notes };
}

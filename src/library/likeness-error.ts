import { ConfigurationError } from '../config/problem.js';
import { describe, Failure, meaningOf, WrongUse } from '../runtime/failure.js';
import { RequestError } from '../contract/request-error.js';
import { StoreUnavailableError } from '../store/store-errors.js';

/** The input, the disk or the database cannot be used: the message says what was wrong, and what would be right. */
export class LikenessError extends Error {
  override readonly name = 'LikenessError';
}

/**
 * Runs a call of the library: what its caller did wrong, and a disk or database that cannot be used, become a
 * `LikenessError`, anything else stays what it is.
 */
export async function told<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw asTold(error);
  }
}

/** The same for what is read one after the other. */
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
  // An error of the system, such as a file that is not there.
  const isTheSystems = error instanceof Error && meaningOf(error) !== undefined;
  return isTheirs || isTheSystems ? new LikenessError(inOptions(describe(error)), { cause: error }) : error;
}

/** A message of the command line, with its options named as those of the library are. */
export function inOptions(message: string): string {
  return message.replace(/--([a-z]+)/g, (_, name: string) => `options.${name === 'scenario' ? 'scenarios' : name}`);
}

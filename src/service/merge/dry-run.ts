/** The result of a dry run: thrown, so that its transaction is aborted and leaves no trace. */
class InVain<T> extends Error {
  constructor(readonly output: T) {
    super('dry run');
  }
}

/**
 * Makes a decision as if it were meant, all checks and refusals included, and takes it back before anything is
 * committed.
 *
 * @param decide hands what it has decided to `inVain`, which ends it
 */
export async function dryRun<T>(decide: (inVain: (output: T) => never) => Promise<unknown>): Promise<T> {
  try {
    await decide((output) => {
      throw new InVain(output);
    });
  } catch (error) {
    if (error instanceof InVain) return error.output as T;
    throw error;
  }
  throw new Error('likeness: a dry run was committed');
}

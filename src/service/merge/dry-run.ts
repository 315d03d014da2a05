/** The result of a dry run, thrown to abort its transaction. */
class InVain<T> extends Error {
  constructor(readonly output: T) {
    super('dry run');
  }
}

/**
 * Makes a decision with all checks and refusals, and aborts it before anything is committed.
 * @param decide passes its result to `inVain`, which ends it
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

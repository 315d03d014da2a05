/** Exit codes of the command line. `notMerged`: pairs were found, and none was merged, for want of grounds. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, notMerged: 3 } as const;

/** The command was carried out, has said so, and ends with another exit code than 0. */
export class EndedWith extends Error {
  override readonly name = 'EndedWith';

  constructor(readonly code: number) {
    super(`ended with ${code}`);
  }
}

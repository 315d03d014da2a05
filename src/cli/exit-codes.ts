/** Exit codes. `notMerged` means that pairs were found, but none was merged, for lack of evidence. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, notMerged: 3 } as const;

/** Thrown after a command has printed its result, so that the exit code is not 0. */
export class EndedWith extends Error {
  override readonly name = 'EndedWith';

  constructor(readonly code: number) {
    super(`ended with ${code}`);
  }
}

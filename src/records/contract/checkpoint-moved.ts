/** A checkpoint is not where its caller left it: what was to be saved with it has been saved by somebody else. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';

  constructor(
    checkpoint: string,
    expected: number,
    readonly found: number,
  ) {
    super(`'${checkpoint}' is at ${found}, not at ${expected}: somebody else carries out the same import`);
  }
}

/** Another process moved the checkpoint and has already saved the data of this step. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';

  constructor(
    checkpoint: string,
    expected: number,
    readonly found: number,
  ) {
    super(`checkpoint '${checkpoint}' is at ${found}, not at ${expected}: another process is running the same import`);
  }
}

export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  constructor(
    /** Path of the fault, such as `[0].fields[2].referenceTo`. */
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

/** A definition in `objects.json` that cannot be used. The message begins with `path`. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  constructor(
    /** Where, as a path into the array of definitions: `[0].fields[2].referenceTo`. */
    readonly path: string,
    /** The fault and the remedy. */
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

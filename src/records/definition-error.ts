/** A definition in `objects.json` that cannot be used. The message begins with `path`. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  constructor(
    /** A path into the array of definitions: `[0].fields[2].referenceTo`. */
    readonly path: string,
    /** The fault and how to fix it. */
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

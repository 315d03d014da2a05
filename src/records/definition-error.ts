/** A definition in `objects.json` that cannot be used. The message begins with `path`. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  constructor(
    /** Where, as a path into the array of definitions: `[0].fields[2].referenceTo`. */
    readonly path: string,
    /** What is wrong there and what would be right. */
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

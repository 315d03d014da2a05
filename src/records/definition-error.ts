/** The message begins with `path`. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  constructor(
    /** `[0].fields[2].referenceTo` */
    readonly path: string,
    /** The fault and how to fix it. */
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

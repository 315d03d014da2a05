/** A formula that cannot be compiled. The message states the fault, its position and the correct form. */
export class FormulaSyntaxError extends Error {
  override readonly name = 'FormulaSyntaxError';
  constructor(
    message: string,
    /** Offset of the fault, in UTF-16 code units from 0. */
    readonly position: number,
  ) {
    super(`${message} (at character ${position + 1})`);
  }
}

/** A formula that has no result for this record: division by zero, an invalid date, a string that is too long. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
}

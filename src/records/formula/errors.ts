/** A formula that cannot be compiled. The message gives the fault, its position and the correct form. */
export class FormulaSyntaxError extends Error {
  override readonly name = 'FormulaSyntaxError';
  constructor(
    message: string,
    /** Position of the fault in UTF-16 code units, starting at 0. */
    readonly position: number,
  ) {
    super(`${message} (at character ${position + 1})`);
  }
}

/** A formula that cannot be calculated for this record: division by zero, an invalid date, a text that is too long. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
}

/** What is to survive of a pair; what is not said follows the rules. */
export interface Choice {
  readonly masterId?: string | undefined;
  /** Field to the Id of the record whose value survives. */
  readonly fields: Readonly<Record<string, string>>;
}

export const NO_CHOICE: Choice = { fields: {} };

/** A scenario over one field tells only what that field tells. */
const FEWEST_FIELDS = 2;

/**
 * Why a learned scenario that compares these fields is not worth having, as the end of a sentence; `undefined` where it
 * is.
 */
export function whyTooFewFields(compared: readonly { readonly field: string }[]): string | undefined {
  const fields = new Set(compared.flatMap(({ field }) => field.split(/[+|]/)));
  if (fields.size >= FEWEST_FIELDS) return undefined;
  return fields.size === 0 ? 'no field can be compared' : `only ${[...fields].join(', ')} can be compared`;
}

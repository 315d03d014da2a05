const FEWEST_FIELDS = 2;

/** The end of a sentence; `undefined` if a learned scenario over these fields is useful. */
export function whyTooFewFields(compared: readonly { readonly field: string }[]): string | undefined {
  const fields = new Set(compared.flatMap(({ field }) => field.split(/[+|]/)));
  if (fields.size >= FEWEST_FIELDS) return undefined;
  return fields.size === 0 ? 'no field can be compared' : `only ${[...fields].join(', ')} can be compared`;
}

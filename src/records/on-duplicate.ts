/** Modes in which an upsert updates a duplicate: sent values overwrite or fill blanks, or survivorship rules decide. */
export const ON_DUPLICATE = ['overwrite', 'fillBlanks', 'rules'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** How an upsert updates a duplicate: sent values overwrite or only fill blanks, or survivorship rules decide. */
export const ON_DUPLICATE = ['overwrite', 'fillBlanks', 'rules'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/**
 * How an upsert updates a stored duplicate: the values sent overwrite, they fill blanks, or the object's survivorship
 * rules decide.
 */
export const ON_DUPLICATE = ['overwrite', 'fillBlanks', 'rules'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

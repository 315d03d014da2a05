/** UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 10_000;
/** Parentheses and NOT. */
export const MAX_DEPTH = 50;
/** Characters of a LIKE pattern: a match costs text length x pattern length / 32. */
export const MAX_PATTERN = 1_000;

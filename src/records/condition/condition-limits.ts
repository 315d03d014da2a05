/** Longest condition, in UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 10_000;
/** Deepest nesting of parentheses and NOT. */
export const MAX_DEPTH = 50;
/** Longest LIKE pattern, in characters: a match costs text length x pattern length / 32. */
export const MAX_PATTERN = 1_000;

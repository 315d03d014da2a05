/** Limits that keep a formula within milliseconds and a few megabytes. Lengths of strings are in UTF-16 units. */

/** Maximum length of a formula with its comments, as on the platform. */
export const MAX_SOURCE_LENGTH = 3_900;

/** Maximum nesting of parentheses, calls and prefix operators. A chain of 300 nested IFs fits. */
export const MAX_NESTING = 400;

/** Maximum length of any text value that a formula reads, builds or returns: the platform's longest text area. */
export const MAX_TEXT_LENGTH = 131_072;

/** Maximum number of characters that an evaluation may read or write (`chargeWork`), in at most about 50 ms. */
export const MAX_WORK = 1_000_000;

/** Maximum exponent. A greater number is an error, and a smaller number is zero. A double's maximum is 308. */
export const MAX_EXPONENT = 400;

/** Maximum length of a text value that VALUE and ISNUMBER parse. */
export const MAX_NUMBER_TEXT = 400;

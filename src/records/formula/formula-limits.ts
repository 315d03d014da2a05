/** Limits that keep every formula within milliseconds and a few megabytes. Texts in UTF-16 units. */

/** The platform's limit, including comments. */
export const MAX_SOURCE_LENGTH = 3_900;

/** Parentheses, calls and prefix operators. A chain of 300 nested IFs fits. */
export const MAX_NESTING = 400;

/** Any text that a formula reads, builds or returns: the platform's longest text area. */
export const MAX_TEXT_LENGTH = 131_072;

/** Characters that one evaluation may read or write (`chargeWork`): about 50 ms at worst. */
export const MAX_WORK = 1_000_000;

/** Larger exponents are an error, smaller ones zero. A double's limit is 308. */
export const MAX_EXPONENT = 400;

/** Longest text that VALUE and ISNUMBER parse. */
export const MAX_NUMBER_TEXT = 400;

/**
 * Bounds that keep every formula, however hostile, within milliseconds and a few megabytes.
 * Sizes of text are UTF-16 code units.
 */

/** The platform's own bound on a formula, comments included. */
export const MAX_SOURCE_LENGTH = 3_900;

/** Parentheses, calls and prefix operators within one another. A chain of 300 nested IFs fits. */
export const MAX_NESTING = 400;

/** Any text a formula reads, builds or returns: the platform's longest text area. */
export const MAX_TEXT_LENGTH = 131_072;

/** Characters that one evaluation may read or write in all (see `chargeWork`): some 50 ms at the worst. */
export const MAX_WORK = 1_000_000;

/** Decimal exponent beyond which a number is too large, or so small that it is zero. A double ends at 308. */
export const MAX_EXPONENT = 400;

/** The longest text that VALUE and ISNUMBER take for a number. */
export const MAX_NUMBER_TEXT = 400;

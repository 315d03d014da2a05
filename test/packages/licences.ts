/** Permissive licenses, which only require including their text. */
export const ALLOWED = new Set('MIT ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 Unlicense'.split(' '));

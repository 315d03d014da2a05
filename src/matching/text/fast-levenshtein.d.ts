declare module 'fast-levenshtein' {
  interface Levenshtein {
    /** Counts UTF-16 code units. Takes quadratic time, so callers must limit the lengths. */
    get(a: string, b: string, options?: { useCollator?: boolean }): number;
  }
  const levenshtein: Levenshtein;
  export default levenshtein;
}

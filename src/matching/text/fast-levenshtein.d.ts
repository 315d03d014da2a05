declare module 'fast-levenshtein' {
  interface Levenshtein {
    /** In UTF-16 code units. Quadratic: limit the lengths first. */
    get(a: string, b: string, options?: { useCollator?: boolean }): number;
  }
  const levenshtein: Levenshtein;
  export default levenshtein;
}

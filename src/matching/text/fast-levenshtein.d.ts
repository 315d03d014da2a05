/** The package ships no types. */
declare module 'fast-levenshtein' {
  interface Levenshtein {
    /** Edit distance in UTF-16 code units. Quadratic in the worst case: limit the lengths first. */
    get(a: string, b: string, options?: { useCollator?: boolean }): number;
  }
  const levenshtein: Levenshtein;
  export default levenshtein;
}

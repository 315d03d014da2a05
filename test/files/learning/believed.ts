import type { Parameters } from '../../../src/files/learning/parameters.js';

export const FIELDS = 8;

/** A model whose fields are equally informative. */
export function believed(matches: number): Parameters {
  const fields = Array.from({ length: FIELDS }, () => ({
    levels: [1_000, 0],
    random: [0.1, 0.9],
    u: [0.1, 0.9],
    m: [0.8, 0.2],
    frequencies: { base: 0, most: 0, values: new Map<string, number>() } as never,
    remarksOn: undefined,
    blanks: undefined,
  }));
  return { matches, fields, nonMatches: [] };
}

import type { Similarity } from '../../matching/method.js';

/** A level ends where the similarity falls below one of these. */
export const LEVELS: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 7_500, 5_000, 1];

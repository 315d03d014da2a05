export interface ExplainedField {
  field: string;
  method: string;
  searched: string | null;
  stored: string | null;
  /** From 0 to 1. */
  similarity: number;
  weight: number;
  counted: boolean;
  /** Percentage points of the scenario's score. In a probabilistic scenario, bits of evidence. */
  contribution: number;
  /** In a probabilistic scenario, the level of similarity. Level 1 is the most similar. */
  level?: number | undefined;
  /** In a probabilistic scenario, the bits of the contribution that are due to how common the value is. */
  adjustment?: number | undefined;
  note?: string | undefined;
}

export interface ShownContradiction {
  kind: string;
  /** Name of the field, or names joined by `+`. */
  field: string;
  one: string;
  other: string;
}

export interface ScoreExplanation {
  score: number;
  /** Contradictions of the pair, regardless of its score. Absent if only some fields were sent. */
  contradictions?: readonly ShownContradiction[] | undefined;
  scenarios: {
    scenarioId: string;
    scenarioName: string;
    score: number;
    threshold: number;
    isDuplicate: boolean;
    /** Why the score is 0 although fields agree. */
    note?: string | undefined;
    fields: ExplainedField[];
    /**
     * For a probabilistic scenario, in bits with three decimals. The prior, the contributions of the fields and the
     * effects of the classes of non-matches (`rivals`) add up to the total: the log2 odds of a match. The probability,
     * 1 / (1 + 2^-total), is the score before it is rounded down to a percentage.
     */
    evidence?:
      { prior: number; rivals: { name: string; effect: number }[]; total: number; probability: number } | undefined;
  }[];
}

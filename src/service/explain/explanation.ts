export interface ExplainedField {
  field: string;
  method: string;
  searched: string | null;
  stored: string | null;
  /** 0..1 */
  similarity: number;
  weight: number;
  counted: boolean;
  /** Percentage points of the scenario's score; bits of evidence for a probabilistic scenario. */
  contribution: number;
  /** For a probabilistic scenario: the similarity level, 1 for the most similar. */
  level?: number | undefined;
  /** For a probabilistic scenario: bits of the contribution due to common or rare values. */
  adjustment?: number | undefined;
  note?: string | undefined;
}

export interface ShownContradiction {
  kind: string;
  /** The field, or fields joined by `+`. */
  field: string;
  one: string;
  other: string;
}

export interface ScoreExplanation {
  score: number;
  /** Contradictions of the pair, whatever its score; absent if only some fields are known. */
  contradictions?: readonly ShownContradiction[] | undefined;
  scenarios: {
    scenarioId: string;
    scenarioName: string;
    score: number;
    threshold: number;
    isDuplicate: boolean;
    /** Why the score is 0 though fields agree. */
    note?: string | undefined;
    fields: ExplainedField[];
    /**
     * For a probabilistic scenario, in bits with three decimals: the prior, the contributions of the fields and the
     * effects of the non-match classes (`rivals`) add up to the total, the log2 odds of a match; the probability, 1 /
     * (1 + 2^-total), is the score before it is rounded down to a percentage.
     */
    evidence?:
      { prior: number; rivals: { name: string; effect: number }[]; total: number; probability: number } | undefined;
  }[];
}

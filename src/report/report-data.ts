import type { ClusterSizes, FieldWeights, QualityCurve, ScoreHistogram, Waterfall } from '../charts/chart-data.js';

/**
 * All that a report shows. Only `title`, `time` and `facts` are always there: a section without data is left out.
 * Samples and aggregates only, so that a report of a million rows stays small; what is longer than `LIMITS` is cut, and
 * the report says so.
 */
export interface ReportData {
  /** The report's subject: `Duplicates in people.csv`. */
  readonly title: string;
  /** When it was made, ISO 8601. */
  readonly time: string;
  /** The command that made it, and with which version. */
  readonly madeBy?: string | undefined;
  /** The key figures at its top, four to six. */
  readonly facts: readonly Fact[];
  readonly compared?: ComparedFiles | undefined;
  readonly weights?: readonly FieldWeights[] | undefined;
  readonly scores?: ScoreHistogram | undefined;
  readonly quality?: QualityCurve | undefined;
  readonly clusters?: ClusterSizes | undefined;
  /** The pairs that are hardest to decide, or that were judged wrongly: by title. */
  readonly pairs?: readonly ReportedPairs[] | undefined;
  /** Groups to look at before they are merged. */
  readonly groups?: readonly ReportGroup[] | undefined;
  /** Values and rows that were not read, compared or written, and why. */
  readonly leftOut?: readonly ReportedLeftOut[] | undefined;
  /** Sentences for people: what the reader must know to read the figures right. */
  readonly notes?: readonly string[] | undefined;
}

export interface Fact {
  readonly label: string;
  /** A number is shown with thousands separators. */
  readonly value: number | string;
  /** Small print below the figure. */
  readonly detail?: string | undefined;
}

/** The compared files and their rows. */
export interface ComparedFiles {
  /** Object type name. */
  readonly object: string;
  readonly inputs: readonly { readonly name: string; readonly rows: number }[];
  readonly columns: readonly {
    readonly column: string;
    /** The field that it fills; absent for a column that is carried along. */
    readonly field?: string | undefined;
    /** How the field is compared; absent where it is not. */
    readonly method?: string | undefined;
    /** Why it was mapped so, or is not compared. */
    readonly reason?: string | undefined;
    /** Share of the rows that fill it, 0..1. */
    readonly filled?: number | undefined;
  }[];
  readonly scenarios: readonly {
    readonly id: string;
    readonly name: string;
    /** Percent. */
    readonly threshold: number;
    readonly scoreMethod: 'weighted' | 'probabilistic';
    /** As `LastName (personName, 20)`. */
    readonly fields: readonly { readonly field: string; readonly method: string; readonly weight: number }[];
  }[];
}

export interface ReportedPairs {
  readonly title: string;
  /** One sentence: how the pairs were chosen. */
  readonly about: string;
  readonly pairs: readonly ReportPair[];
}

/** Two records side by side. */
export interface ReportPair {
  readonly ids: readonly [string, string];
  /** Percent, rounded down. */
  readonly score: number;
  /** Name of the scenario that gives the score. */
  readonly scenario?: string | undefined;
  /** Percent. */
  readonly threshold?: number | undefined;
  readonly fields: readonly {
    readonly field: string;
    /** As read; absent for blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** 0..1; absent where the field was not compared. */
    readonly similarity?: number | undefined;
    /** Bits or percentage points, as of the waterfall. */
    readonly contribution?: number | undefined;
  }[];
  readonly waterfall?: Waterfall | undefined;
  /** Contradictions of the pair, whatever its score, for people: `other birth dates (1951-02-03 / 1980-11-30)`. */
  readonly contradictions?: string | undefined;
}

/** A group of records, as a table. */
export interface ReportGroup {
  readonly name: string;
  /** Why it is worth a look: `12 records, joined by a pair of 76 only`. */
  readonly reason: string;
  /** Fields shown, in order. */
  readonly fields: readonly string[];
  readonly records: readonly { readonly id: string; readonly values: readonly (string | undefined)[] }[];
  /** How many records there are, if more than are shown. */
  readonly size: number;
}

export interface ReportedLeftOut {
  /** `column Notes`, `row 17`, `field Title`. */
  readonly what: string;
  readonly reason: string;
  /** How many of the kind, where it stands for several. */
  readonly count?: number | undefined;
}

/** Most of what a report shows; `renderReport` cuts at these. */
export const LIMITS = {
  pairs: 40,
  groups: 20,
  recordsOfGroup: 25,
  columns: 200,
  leftOut: 200,
  /** Characters of a value. */
  text: 300,
} as const;

import type { ClusterSizes, FieldWeights, QualityCurve, ScoreHistogram, Waterfall } from '../charts/chart-data.js';

/**
 * Only `title`, `time` and `facts` are always set: a section without data is left out. Samples and aggregates only, so
 * that a report of a million rows stays small. Longer data are cut at `LIMITS`, and the report says so.
 */
export interface ReportData {
  /** `Duplicates in people.csv` */
  readonly title: string;
  /** ISO 8601. */
  readonly time: string;
  /** Command and version. */
  readonly madeBy?: string | undefined;
  /** The four to six key figures at its top. */
  readonly facts: readonly Fact[];
  readonly compared?: ComparedFiles | undefined;
  readonly weights?: readonly FieldWeights[] | undefined;
  readonly scores?: ScoreHistogram | undefined;
  readonly quality?: QualityCurve | undefined;
  readonly clusters?: ClusterSizes | undefined;
  /** The most difficult pairs, or the wrongly judged ones. */
  readonly pairs?: readonly ReportedPairs[] | undefined;
  /** To check before they are merged. */
  readonly groups?: readonly ReportGroup[] | undefined;
  /** Values and rows that were not read, compared or written. */
  readonly leftOut?: readonly ReportedLeftOut[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

export interface Fact {
  readonly label: string;
  /** A number is shown with thousands separators. */
  readonly value: number | string;
  readonly detail?: string | undefined;
}

export interface ComparedFiles {
  readonly object: string;
  readonly inputs: readonly { readonly name: string; readonly rows: number }[];
  readonly columns: readonly {
    readonly column: string;
    /** Absent for a column that is only copied. */
    readonly field?: string | undefined;
    /** Absent if the field is not compared. */
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
    /** `LastName (personName, 20)` */
    readonly fields: readonly { readonly field: string; readonly method: string; readonly weight: number }[];
  }[];
}

export interface ReportedPairs {
  readonly title: string;
  /** One sentence: how the pairs were chosen. */
  readonly about: string;
  readonly pairs: readonly ReportPair[];
}

export interface ReportPair {
  readonly ids: readonly [string, string];
  /** Percent, rounded down. */
  readonly score: number;
  readonly scenario?: string | undefined;
  /** Percent. */
  readonly threshold?: number | undefined;
  readonly fields: readonly {
    readonly field: string;
    /** As read; absent for blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** 0..1; absent if the field was not compared. */
    readonly similarity?: number | undefined;
    /** In bits or percentage points, as in the waterfall. */
    readonly contribution?: number | undefined;
  }[];
  readonly waterfall?: Waterfall | undefined;
  /** For people: `other birth dates (1951-02-03 / 1980-11-30)`. */
  readonly contradictions?: string | undefined;
}

export interface ReportGroup {
  readonly name: string;
  /** Why to check it: `12 records, joined by a pair of 76 only`. */
  readonly reason: string;
  readonly fields: readonly string[];
  readonly records: readonly { readonly id: string; readonly values: readonly (string | undefined)[] }[];
  readonly size: number;
}

export interface ReportedLeftOut {
  /** `column Notes`, `row 17`, `field Title`. */
  readonly what: string;
  readonly reason: string;
  readonly count?: number | undefined;
}

export const LIMITS = {
  pairs: 40,
  groups: 20,
  recordsOfGroup: 25,
  columns: 200,
  leftOut: 200,
  /** Characters of a value. */
  text: 300,
} as const;

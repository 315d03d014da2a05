import type { ClusterSizes, FieldWeights, QualityCurve, ScoreHistogram, Waterfall } from '../charts/chart-data.js';

/**
 * Data of a report. A section without data is left out. Contains samples and aggregates only, so that the report of a
 * million rows stays small. Longer lists and values are truncated at `LIMITS`, and the report says so.
 */
export interface ReportData {
  /** Such as `Duplicates in people.csv`. */
  readonly title: string;
  /** ISO 8601. */
  readonly time: string;
  /** Command and version. */
  readonly madeBy?: string | undefined;
  /** Four to six key figures, shown at the top. */
  readonly facts: readonly Fact[];
  readonly compared?: ComparedFiles | undefined;
  readonly weights?: readonly FieldWeights[] | undefined;
  readonly scores?: ScoreHistogram | undefined;
  readonly quality?: QualityCurve | undefined;
  readonly clusters?: ClusterSizes | undefined;
  /** The most difficult pairs, or the wrongly judged pairs. */
  readonly pairs?: readonly ReportedPairs[] | undefined;
  /** Groups to check before they are merged. */
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
    /** Why the column was mapped to the field, or is not compared. */
    readonly reason?: string | undefined;
    /** Share of the rows that fill the column, 0 to 1. */
    readonly filled?: number | undefined;
  }[];
  readonly scenarios: readonly {
    readonly id: string;
    readonly name: string;
    /** Percent. */
    readonly threshold: number;
    readonly scoreMethod: 'weighted' | 'probabilistic';
    /** Shown as `LastName (personName, 20)`. */
    readonly fields: readonly { readonly field: string; readonly method: string; readonly weight: number }[];
  }[];
}

export interface ReportedPairs {
  readonly title: string;
  /** How the pairs were chosen, in one sentence. */
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
    /** Values as read. A blank is absent. */
    readonly values: readonly [string | undefined, string | undefined];
    /** 0 to 1. Absent if the field was not compared. */
    readonly similarity?: number | undefined;
    /** Bits or percentage points, as in the waterfall. */
    readonly contribution?: number | undefined;
  }[];
  readonly waterfall?: Waterfall | undefined;
  /** For people, such as `other birth dates (1951-02-03 / 1980-11-30)`. */
  readonly contradictions?: string | undefined;
}

export interface ReportGroup {
  readonly name: string;
  /** Why to check the group, such as `12 records, joined by a pair of 76 only`. */
  readonly reason: string;
  readonly fields: readonly string[];
  readonly records: readonly { readonly id: string; readonly values: readonly (string | undefined)[] }[];
  readonly size: number;
}

export interface ReportedLeftOut {
  /** Such as `column Notes`, `row 17`, `field Title`. */
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
  /** Maximum characters of a value. */
  text: 300,
} as const;

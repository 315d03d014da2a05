import type { ClusterSizes, FieldWeights, QualityCurve, ScoreHistogram, Waterfall } from '../charts/chart-data.js';

/**
 * Data of a report. A section without data is omitted. Contains only samples and aggregates, so that the report of a
 * million rows stays small. Lists and values are truncated at `LIMITS`, which the report states.
 */
export interface ReportData {
  /** Title, such as `Duplicates in people.csv`. */
  readonly title: string;
  /** Time of creation in ISO 8601. */
  readonly time: string;
  /** Command and version that created the report. */
  readonly madeBy?: string | undefined;
  /** Four to six key figures, shown at the top. */
  readonly facts: readonly Fact[];
  readonly compared?: ComparedFiles | undefined;
  readonly weights?: readonly FieldWeights[] | undefined;
  readonly scores?: ScoreHistogram | undefined;
  readonly quality?: QualityCurve | undefined;
  readonly clusters?: ClusterSizes | undefined;
  /** The most difficult pairs, or the misjudged pairs. */
  readonly pairs?: readonly ReportedPairs[] | undefined;
  /** Groups to check before they are merged. */
  readonly groups?: readonly ReportGroup[] | undefined;
  /** Values and rows that were not read, compared or written. */
  readonly leftOut?: readonly ReportedLeftOut[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

export interface Fact {
  readonly label: string;
  /** Value of the figure. Numbers are shown with thousands separators. */
  readonly value: number | string;
  readonly detail?: string | undefined;
}

export interface ComparedFiles {
  readonly object: string;
  readonly inputs: readonly { readonly name: string; readonly rows: number }[];
  readonly columns: readonly {
    readonly column: string;
    /** Field that the column fills. Absent for a column that is only copied. */
    readonly field?: string | undefined;
    /** Method of the field. Absent if the field is not compared. */
    readonly method?: string | undefined;
    /** Reason why the column was mapped to the field or is not compared. */
    readonly reason?: string | undefined;
    /** Share of the rows that fill the column, 0 to 1. */
    readonly filled?: number | undefined;
  }[];
  readonly scenarios: readonly {
    readonly id: string;
    readonly name: string;
    /** Threshold in percent. */
    readonly threshold: number;
    readonly scoreMethod: 'weighted' | 'probabilistic';
    /** Shown as `LastName (personName, 20)`. */
    readonly fields: readonly { readonly field: string; readonly method: string; readonly weight: number }[];
  }[];
}

export interface ReportedPairs {
  readonly title: string;
  /** A sentence about how the pairs were chosen. */
  readonly about: string;
  readonly pairs: readonly ReportPair[];
}

export interface ReportPair {
  readonly ids: readonly [string, string];
  /** Score in percent, rounded down. */
  readonly score: number;
  readonly scenario?: string | undefined;
  /** Threshold in percent. */
  readonly threshold?: number | undefined;
  readonly fields: readonly {
    readonly field: string;
    /** Values as read; `undefined` if blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** Similarity from 0 to 1. Absent if the field was not compared. */
    readonly similarity?: number | undefined;
    /** Contribution in bits or percentage points, as in the waterfall. */
    readonly contribution?: number | undefined;
  }[];
  readonly waterfall?: Waterfall | undefined;
  /** Contradictions for people, such as `different birth dates (1951-02-03 / 1980-11-30)`. */
  readonly contradictions?: string | undefined;
}

export interface ReportGroup {
  readonly name: string;
  /** Reason to check the group, such as `12 records, joined by a pair of 76 only`. */
  readonly reason: string;
  readonly fields: readonly string[];
  readonly records: readonly { readonly id: string; readonly values: readonly (string | undefined)[] }[];
  readonly size: number;
}

export interface ReportedLeftOut {
  /** Omitted item, such as `column Notes`, `row 17`, `field Title`. */
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
  /** Maximum length of a value in characters. */
  text: 300,
} as const;

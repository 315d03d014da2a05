import { basename } from 'node:path';
import type { CurvePoint, Measure, WorstPair } from '../evaluation/curve.js';
import { idsOf } from '../evaluation/truth.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ReportData, ReportPair } from './report-data.js';
import { reportPair, type ReportRecord } from './report-pair.js';
import { fieldWeights, reportScenario } from './report-scenario.js';
import { version } from '../../runtime/version.js';

export interface ScoredRecords {
  readonly object: string;
  readonly scenarios: readonly Scenario[];
  readonly rows: number;
  /** Returns a record without values for an unknown Id. */
  readonly record: (id: string) => ReportRecord;
}

export interface Evaluation {
  readonly of: string;
  readonly measure: Measure;
  readonly curve: readonly CurvePoint[];
  readonly threshold: number | undefined;
  readonly wrong: readonly WorstPair[];
  readonly missed: readonly WorstPair[];
  readonly records: ScoredRecords | undefined;
}

export function evaluationReport({ of, measure, curve, threshold, wrong, missed, records }: Evaluation): ReportData {
  const ratio = (value: number) => value.toFixed(4);
  const shown = (pairs: readonly WorstPair[]) => pairs.map((pair) => pairOf(pair, records));
  return {
    title: `Quality of ${basename(of)}`,
    time: new Date().toISOString(),
    madeBy: `likeness ${version} evaluate`,
    facts: [
      { label: 'pairs found', value: measure.found, detail: `${measure.correct.toLocaleString('en-US')} of them true` },
      { label: 'true pairs', value: measure.truth },
      { label: 'precision', value: ratio(measure.precision) },
      { label: 'recall', value: ratio(measure.recall) },
      { label: 'F1', value: ratio(measure.f1) },
    ],
    ...(records && {
      compared: {
        object: records.object,
        inputs: [{ name: basename(of), rows: records.rows }],
        columns: [],
        scenarios: records.scenarios.map(reportScenario),
      },
      weights: fieldWeights(records.scenarios),
    }),
    quality: {
      kind: 'measured',
      points: curve.map(({ found, ...point }) => ({ ...point, pairs: found })),
      chosen: threshold,
    },
    pairs: [
      {
        title: 'Worst false positives',
        about: 'Found, but labelled as different. The highest scores come first.',
        pairs: shown(wrong),
      },
      {
        title: 'Worst false negatives',
        about: 'Labelled as the same, but not found. The lowest scores come first.',
        pairs: shown(missed),
      },
    ],
  };
}

function pairOf({ key, score }: WorstPair, records: ScoredRecords | undefined): ReportPair {
  const ids = idsOf(key);
  const known = records && reportPair(records.scenarios, records.record(ids[0]), records.record(ids[1]));
  return known ?? { ids, score, fields: [] };
}

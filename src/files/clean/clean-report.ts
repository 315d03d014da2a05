import { expectedFacts, fieldWeights, reportScenario } from '../report/report-scenario.js';
import { HardestPairs } from '../report/hardest-pairs.js';
import { GroupSummary } from '../report/group-summary.js';
import { LIMITS, type ComparedFiles, type Fact, type ReportData, type ReportGroup } from '../report/report-data.js';
import { reportPair, type ReportRecord } from '../report/report-pair.js';
import { describeNoise, contradictionsText } from '../dedupe/describe-compared.js';
import { expectedAt } from '../learning/expected-quality.js';
import type { Prepared } from '../dedupe/prepare.js';
import { version } from '../../runtime/version.js';
import { describedColumns } from './describe-sources.js';
import type { NotMerged } from './merge-grounds.js';
import type { KeptRows } from './kept-rows.js';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { OutputColumn } from './output-columns.js';
import type { ScoredPairs } from '../../index/clustering/pair-list.js';
import type { ReviewLink } from './review-links.js';
import type { Sources } from './source-files.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { contradictionsOfLink, rowsOfLink, whyOf } from './write-review.js';

export interface AppliedDecisions {
  readonly same: number;
  readonly notSame: number;
  /** Number of decisions that contradict other decisions. Contradicted decisions are ignored. */
  readonly contradicting: number;
  /** A sentence for each decision about rows that are missing or have changed. */
  readonly refused: readonly string[];
}

export interface Cleaned {
  readonly rows: number;
  readonly pairs: number;
  /** Number of groups that were merged into one record each. */
  readonly groups: number;
  /** Number of rows that were merged into another row. */
  readonly merged: number;
  /** Number of remaining rows, as in `clean.csv`. */
  readonly records: number;
  /** Number of pairs of groups or rows for review. */
  readonly review: number;
  /** Number of the most informative pairs, which are first in `review.csv`. */
  readonly asked: number;
  readonly decided?: AppliedDecisions | undefined;
  /** Number of rows whose extra cells, beyond the header, are in no record. Set if files are written. */
  readonly cut?: number;
  /** Number of cells of merged rows that are in no record, as in `merged-away.csv`. Set if files are written. */
  readonly mergedAway?: number;
  readonly files: readonly string[];
}

interface ReportedClean {
  readonly sources: Sources;
  /** Number of rows in each file. */
  readonly counts: readonly number[];
  readonly columns: readonly OutputColumn[];
  readonly prepared: Pick<Prepared, 'scenarios' | 'learned' | 'notLearned'>;
  readonly pairs: ScoredPairs;
  readonly groups: RecordGroups;
  readonly review: readonly ReviewLink[];
  readonly kept: KeptRows;
  readonly cleaned: Cleaned;
  readonly notMerged: NotMerged | undefined;
  readonly contradictions: Pick<RowContradictions, 'between'>;
}

const MOST_PAIRS = 12;

export function cleanReport(clean: ReportedClean): ReportData {
  const { sources, columns, prepared, pairs, groups, review, kept, contradictions } = clean;
  const { scenarios, learned, notLearned } = prepared;
  const [only] = scenarios;
  const threshold = Math.min(...scenarios.map((scenario) => scenario.threshold)) / 100;
  const records = new ReportRecords(columns, kept);
  const near = new HardestPairs(threshold, MOST_PAIRS);
  const counts = Array.from({ length: 101 }, () => 0);
  for (let pair = 0; pair < pairs.length; pair += 1) {
    near.add(pairs.first[pair]!, pairs.second[pair]!, pairs.score[pair]!);
    counts[Math.min(100, Math.floor(pairs.score[pair]!))]! += 1;
  }
  const summary = new GroupSummary();
  summary.addAll(groups, pairs);
  return {
    title: `Cleaned ${sources.files.map(({ name }) => name).join(', ')}`,
    time: new Date().toISOString(),
    madeBy: `likeness ${version} clean`,
    facts: factsOf(clean),
    notes: [
      ...(clean.notMerged === undefined
        ? []
        : [`Nothing was merged: ${clean.notMerged.why}. Next step: ${clean.notMerged.help}.`]),
      ...(learned === undefined ? [] : describeNoise(learned)),
      ...(notLearned === undefined
        ? []
        : [`No scenario was learned, because ${notLearned}. The built-in scenarios were used.`]),
    ],
    compared: comparedBy(clean),
    weights: fieldWeights(scenarios),
    scores: { counts, from: threshold, ...(scenarios.length === 1 && { threshold }) },
    ...(learned &&
      clean.notMerged === undefined && {
        quality: { kind: 'expected', points: learned.curve, chosen: only!.threshold / 100 },
      }),
    clusters: summary.sizes,
    pairs: [
      {
        title: 'Pairs nearest to the threshold',
        about: 'A higher threshold would exclude these duplicates first.',
        pairs: near.pairs().flatMap(({ a, b }) => {
          const pair = reportPair(scenarios, records.of(a), records.of(b));
          const against = contradictionsText(contradictions.between(a, b));
          return pair === undefined ? [] : { ...pair, ...(against !== '' && { contradictions: against }) };
        }),
      },
    ],
    groups: review.slice(0, LIMITS.groups).map((link, i) => reviewGroup(link, i, clean)),
  };
}

function factsOf({ cleaned, notMerged, prepared: { learned, scenarios } }: ReportedClean): Fact[] {
  const expected = notMerged === undefined && learned ? expectedAt(learned, scenarios[0]!) : undefined;
  return [
    { label: 'rows', value: cleaned.rows },
    { label: 'records after the merge', value: cleaned.records },
    notMerged?.isLog === true
      ? { label: 'people or companies with several rows', value: cleaned.groups, detail: 'crosswalk.csv' }
      : {
          label: 'groups merged',
          value: cleaned.groups,
          detail: `${cleaned.merged.toLocaleString('en-US')} fewer rows`,
        },
    { label: 'pairs to review', value: cleaned.review, detail: 'review.csv' },
    ...(cleaned.asked > 0
      ? [{ label: 'most informative pairs', value: cleaned.asked, detail: 'at the start of review.csv' }]
      : []),
    ...expectedFacts(expected, scenarios[0]!.threshold / 100),
  ];
}

function comparedBy({ sources, counts, prepared: { scenarios } }: ReportedClean): ComparedFiles {
  const methodOf = new Map(
    scenarios.flatMap(({ fields }) => fields.map(({ label, method }) => [label, method.name] as const)),
  );
  return {
    object: sources.type.name,
    inputs: sources.files.map(({ name }, i) => ({ name, rows: counts[i]! })),
    columns: sources.files.flatMap((file) =>
      describedColumns(file).map(({ column, field, reason }) => ({
        ...{ column, reason },
        ...(field !== undefined && { field, method: methodOf.get(field) }),
      })),
    ),
    scenarios: scenarios.map(reportScenario),
  };
}

function reviewGroup(link: ReviewLink, i: number, clean: ReportedClean): ReportGroup {
  const { groups, columns, kept, contradictions } = clean;
  const against = contradictionsText(contradictionsOfLink(link, groups, contradictions));
  const rows = rowsOfLink(link, groups);
  const shown = columns.flatMap(({ field }, at) => (field === undefined ? [] : [at]));
  return {
    name: `Review ${i + 1}`,
    reason: `score ${Math.floor(link.score)}; ${whyOf(link, groups)}${against === '' ? '' : `: ${against}`}`,
    fields: shown.map((at) => columns[at]!.label),
    records: rows.map((row) => {
      const { id, cells } = kept.get(row);
      return { id, values: shown.map((at) => cells[at]) };
    }),
    size: rows.length,
  };
}

/** Records for a report: compared values by field, other values by column. */
class ReportRecords {
  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly kept: KeptRows,
  ) {}

  of(row: number): ReportRecord {
    const { id, cells } = this.kept.get(row);
    // A file's columns may have any name.
    const texts = Object.create(null) as Record<string, string>;
    this.columns.forEach(({ field, key }, i) => {
      const text = cells[i]!;
      const name = field ?? key;
      if (text !== '') texts[name] = texts[name] === undefined ? text : `${texts[name]} ${text}`;
    });
    return { id, texts: texts };
  }
}

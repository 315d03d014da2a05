import type { Command } from 'commander';
import { bestPoint, measureAt, thresholdCurve } from '../../evaluation/curve.js';
import { explainPair, type PairExplanation } from '../../evaluation/explain-pair.js';
import { idsOf, pairKey } from '../../evaluation/pair-key.js';
import { worstFalseNegatives, worstFalsePositives, type WorstPair } from '../../evaluation/worst.js';
import type { Scenario } from '../../matching/scenario.js';
import { optionalArgument, command, parsed, parsedOr, text } from '../command.js';
import { configurationOf } from '../data-folder.js';
import { findPairs } from '../dedupe/find-pairs.js';
import { readInput } from '../dedupe/read-input.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import { objectOf } from '../dedupe/records-object.js';
import { rowOptions } from '../dedupe/records-options.js';
import { chooseScenarios, reduceAll } from '../dedupe/scenarios.js';
import { Failure, WrongUse } from '../errors.js';
import { describePair, measureText, worstText } from '../evaluate/describe.js';
import { readClusters, readLabels, readScores } from '../evaluate/read-truth.js';
import { configOption, encodingOption, guessedObjectOption, jsonOption, mapOption, parsePercent } from '../options.js';
import { OutputFile } from '../output/output-file.js';
import { show } from '../output/print.js';
import { evaluationReport, type ScoredRecords } from '../report/evaluation-report.js';
import { reportOption, writeReport } from '../report/write-report.js';

interface RecordsToScore {
  readonly file: string | undefined;
  readonly object: string | undefined;
  readonly id: string | undefined;
  readonly source: string | undefined;
  readonly map: readonly string[];
  readonly encoding: string | undefined;
  readonly scenario: string | undefined;
  readonly config: string;
}

interface ScoreOptions extends RecordsToScore {
  readonly pairs: string | undefined;
  readonly threshold: number | undefined;
  readonly from: number;
}

/** Scores by pair key: those that count as found, and those down to the curve's beginning. */
interface Scored {
  readonly found: ReadonlyMap<string, number>;
  readonly all: ReadonlyMap<string, number>;
  readonly explain: (key: string) => PairExplanation | undefined;
  /** Absent: only pairs are known. */
  readonly records: ScoredRecords | undefined;
}

/** `likeness evaluate`: how well pairs agree with what is known of them. */
export const evaluateCommand = (): Command =>
  command(
    'evaluate',
    {
      description:
        'measure pairs of duplicates against labelled pairs or clusters: precision, recall, F1, by threshold',
      inputs: {
        file: optionalArgument(
          '[file]',
          'the records (.csv, .json, .ndjson, .jsonl): scored by scenarios, or to explain the pairs of --pairs',
        ),
        labels: text('--labels <file>', 'the truth: id1,id2 of all true pairs, or id1,id2,is_match of judged pairs'),
        clusters: text('--clusters <file>', 'the truth: a column of Ids and a column cluster'),
        pairs: text('--pairs <file>', 'scored pairs id1,id2,score to measure, as dedupe writes them'),
        ...guessedObjectOption,
        ...rowOptions,
        ...mapOption,
        ...encodingOption,
        scenario: text('--scenario <file>', 'scenarios to use instead of those of the REST search'),
        threshold: parsed(
          '--threshold <percent>',
          "measure at this threshold (default: each scenario's own; all of --pairs)",
          parsePercent,
        ),
        from: parsedOr('--from <percent>', 'where the threshold curve begins', parsePercent, 60),
        worst: parsedOr(
          '--worst <count>',
          'how many of the worst false positives and false negatives to show',
          parseWorst,
          5,
        ),
        ...configOption,
        ...reportOption,
        ...jsonOption,
      },
      examples: [
        'evaluate people.csv --object Contact --id record_id --labels truth.csv --report report.html',
        'evaluate --pairs pairs.csv --clusters groups.csv --threshold 85',
      ],
    },
    async ({ labels, clusters, report, json, ...given }) => {
      if ((labels === undefined) === (clusters === undefined))
        throw new WrongUse('give the truth: either --labels FILE or --clusters FILE');
      if (given.file === undefined && given.pairs === undefined)
        throw new WrongUse('give the records, or --pairs FILE');
      await OutputFile.checkAll([report], [labels, clusters, given.file, given.pairs, given.scenario]);
      const truth = labels === undefined ? await readClusters(clusters!) : await readLabels(labels);
      if (truth.same.size === 0) throw new Failure('the truth holds no pair of duplicates');
      const scored = await score(given);
      const threshold = given.threshold ?? 0;
      const measure = measureAt(scored.found, truth, threshold);
      const curve = thresholdCurve(scored.all, truth, Math.ceil(given.from));
      const scoreOf = (key: string) => scored.all.get(key) ?? Math.floor(scored.explain(key)?.score ?? 0);
      const described = (pairs: readonly WorstPair[]) =>
        pairs.map((pair) => describePair(pair, scored.explain(pair.key)));
      const wrong = worstFalsePositives(scored.found, truth, threshold, given.worst);
      const missed = worstFalseNegatives(scored.found, truth, threshold, given.worst, scoreOf);
      const [falsePositives, falseNegatives] = [described(wrong), described(missed)];
      if (report !== undefined) {
        const of = (given.file ?? given.pairs)!;
        const told = { of, measure, curve, threshold: given.threshold, wrong, missed, records: scored.records };
        await writeReport(report, evaluationReport(told));
      }
      show(
        json,
        { measure, best: bestPoint(curve), curve, falsePositives, falseNegatives },
        () =>
          measureText(measure, curve, truth) +
          worstText('Worst false positives: found, but different', falsePositives) +
          worstText('Worst false negatives: the same, but not found', falseNegatives),
      );
    },
  );

async function score({ pairs, threshold, from, ...given }: ScoreOptions): Promise<Scored> {
  const data = given.file === undefined ? undefined : await readRecordsToScore(given);
  const records = data && {
    object: data.object,
    scenarios: data.scenarios,
    record: (id: string) => ({ id, texts: data.rows.texts[data.positions.get(id) ?? -1] ?? {} }),
    rows: data.rows.ids.length,
  };
  const explain = (key: string): PairExplanation | undefined => {
    if (data === undefined) return undefined;
    const [a, b] = idsOf(key).map((id) => data.positions.get(id));
    if (a === undefined || b === undefined) return undefined;
    return explainPair(data.scenarios, data.rows.texts[a]!, data.rows.texts[b]!);
  };
  if (pairs !== undefined) {
    const all = new Map<string, number>();
    for (const { id1, id2, score: each } of await readScores(pairs)) {
      const key = pairKey(id1, id2);
      all.set(key, Math.max(each, all.get(key) ?? 0));
    }
    return { found: all, all, explain, records };
  }
  const { rows, scenarios } = data!;
  const lowered = Math.round(Math.min(from, threshold ?? 100) * 100);
  const all = scoresOf(
    rows,
    scenarios.map((each) => ({ ...each, threshold: lowered })),
  );
  return { found: threshold === undefined ? scoresOf(rows, scenarios) : all, all, explain, records };
}

async function readRecordsToScore({ object, scenario, config, ...input }: RecordsToScore) {
  const configuration = await configurationOf(config);
  const { type, ahead } = await objectOf({ ...input, object }, configuration);
  const rows = await readInput({ ...input, ahead }, configuration, type);
  const { chosen, areGiven } = await chooseScenarios(configuration, type, scenario);
  const scenarios = reduceAll(chosen, rows.fields, areGiven ? 'given' : 'listed');
  return { object: type.name, rows, scenarios, positions: new Map(rows.ids.map((id, i) => [id, i])) };
}

function scoresOf({ ids, sources, texts }: DedupeRows, scenarios: readonly Scenario[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { a, b, score: each } of findPairs(texts, scenarios)) {
    if (sources.length === 0 || sources[a] !== sources[b]) scores.set(pairKey(ids[a]!, ids[b]!), each);
  }
  return scores;
}

function parseWorst(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new WrongUse(`--worst '${value}': expected a whole number up to 9999`);
}

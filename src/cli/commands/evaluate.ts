import { Command } from 'commander';
import { bestPoint, measureAt, thresholdCurve, type CurvePoint } from '../../evaluation/curve.js';
import { curveSvg } from '../../evaluation/curve-svg.js';
import { explainPair, type PairExplanation } from '../../evaluation/explain-pair.js';
import type { Measure } from '../../evaluation/measure.js';
import { idsOf, pairKey } from '../../evaluation/pair-key.js';
import type { Truth } from '../../evaluation/truth.js';
import { worstFalseNegatives, worstFalsePositives, type WorstPair } from '../../evaluation/worst.js';
import type { Scenario } from '../../matching/scenario.js';
import { findPairs } from '../dedupe/find-pairs.js';
import { readRows, type DedupeRows } from '../dedupe/rows.js';
import { chooseScenarios, reduceTo } from '../dedupe/scenarios.js';
import { Failure, WrongUse } from '../errors.js';
import { readClusters, readLabels, readScores } from '../evaluate/read-truth.js';
import { parseMapOption } from '../input/mapping.js';
import { isCsv, openInput } from '../input/open-input.js';
import { configOption, jsonOption, mapOption, parsePercent, withExamples } from '../options.js';
import { OutputFile } from '../output/output-file.js';
import { printJson, printTable } from '../output/print.js';
import { configurationOf, objectType } from '../workspace.js';

interface EvaluateOptions {
  object?: string;
  id?: string;
  source?: string;
  map: string[];
  labels?: string;
  clusters?: string;
  pairs?: string;
  scenario?: string;
  threshold?: number;
  from: number;
  curve?: string;
  worst: string;
  config: string;
  json?: boolean;
}

/** Scores by pair key: those that count as found, and those down to the curve's beginning. */
interface Scored {
  readonly found: ReadonlyMap<string, number>;
  readonly all: ReadonlyMap<string, number>;
  readonly explain: (key: string) => PairExplanation | undefined;
}

/** `likeness evaluate`: how well pairs agree with what is known of them. */
export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description('measure pairs of duplicates against labelled pairs or clusters: precision, recall, F1, by threshold')
    .argument(
      '[file]',
      'the records (.csv, .json, .ndjson, .jsonl): scored by scenarios, or to explain the pairs of --pairs',
    )
    .option('--labels <file>', 'the truth: id1,id2 of all true pairs, or id1,id2,is_match of judged pairs')
    .option('--clusters <file>', 'the truth: a column of Ids and a column cluster')
    .option('--pairs <file>', 'scored pairs id1,id2,score to measure, as dedupe writes them')
    .option('--object <type>', 'object type of the records, e.g. Contact')
    .option('--id <column>', 'column that names a row (default: its number)')
    .option('--source <column>', 'column that says where a row comes from: only pairs across sources')
    .addOption(mapOption())
    .option('--scenario <file>', 'scenarios to use instead of those of the REST search')
    .option(
      '--threshold <percent>',
      "measure at this threshold (default: each scenario's own; all of --pairs)",
      parsePercent,
    )
    .option('--from <percent>', 'where the threshold curve begins', parsePercent, 60)
    .option('--curve <file>', 'write the threshold curve as a picture (.svg)')
    .option('--worst <count>', 'how many of the worst false positives and false negatives to show', '5')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(evaluate);
  return withExamples(command, [
    'evaluate people.csv --object Contact --id record_id --labels truth.csv --curve curve.svg',
    'evaluate --pairs pairs.csv --clusters groups.csv --threshold 85',
  ]);
}

async function evaluate(file: string | undefined, options: EvaluateOptions): Promise<void> {
  if ((options.labels === undefined) === (options.clusters === undefined)) {
    throw new WrongUse('give the truth: either --labels FILE or --clusters FILE');
  }
  if (file === undefined && options.pairs === undefined) throw new WrongUse('give the records, or --pairs FILE');
  const most = /^\d{1,4}$/.test(options.worst) ? Number(options.worst) : NaN;
  if (Number.isNaN(most)) throw new WrongUse(`--worst '${options.worst}': expected a whole number up to 9999`);
  const truth = options.labels === undefined ? await readClusters(options.clusters!) : await readLabels(options.labels);
  if (truth.same.size === 0) throw new Failure('the truth holds no pair of duplicates');
  const scored = await score(file, options);
  const measured = measureAt(scored.found, truth, options.threshold ?? 0);
  const curve = thresholdCurve(scored.all, truth, Math.ceil(options.from));
  if (options.curve !== undefined) {
    const { curve: path, threshold } = options;
    await OutputFile.write(path, (output) => output.add(curveSvg(curve, threshold)));
  }
  const threshold = options.threshold ?? 0;
  const scoreOf = (key: string) => scored.all.get(key) ?? Math.floor(scored.explain(key)?.score ?? 0);
  const worst = {
    falsePositives: worstFalsePositives(scored.found, truth, threshold, most),
    falseNegatives: worstFalseNegatives(scored.found, truth, threshold, most, scoreOf),
  };
  if (options.json === true) {
    const shown = (pairs: readonly WorstPair[]) => pairs.map((pair) => describePair(pair, scored));
    printJson({
      measure: measured,
      best: bestPoint(curve),
      curve,
      falsePositives: shown(worst.falsePositives),
      falseNegatives: shown(worst.falseNegatives),
    });
    return;
  }
  print(measured, curve, truth);
  printWorst('Worst false positives: found, but different', worst.falsePositives, scored);
  printWorst('Worst false negatives: the same, but not found', worst.falseNegatives, scored);
}

async function score(file: string | undefined, options: EvaluateOptions): Promise<Scored> {
  const data = file === undefined ? undefined : await readFile(file, options);
  const explain = (key: string): PairExplanation | undefined => {
    if (data === undefined) return undefined;
    const [a, b] = idsOf(key).map((id) => data.positions.get(id));
    if (a === undefined || b === undefined) return undefined;
    return explainPair(data.scenarios, data.rows.texts[a]!, data.rows.texts[b]!);
  };
  if (options.pairs !== undefined) {
    const all = new Map<string, number>();
    for (const { id1, id2, score: each } of await readScores(options.pairs)) {
      const key = pairKey(id1, id2);
      all.set(key, Math.max(each, all.get(key) ?? 0));
    }
    return { found: all, all, explain };
  }
  const { rows, scenarios } = data!;
  const lowered = (threshold: number) => scenarios.map((each) => ({ ...each, threshold: Math.round(threshold * 100) }));
  const all = scoresOf(rows, lowered(Math.min(options.from, options.threshold ?? 100)));
  return { found: options.threshold === undefined ? scoresOf(rows, scenarios) : all, all, explain };
}

async function readFile(file: string, options: EvaluateOptions) {
  if (options.object === undefined) throw new WrongUse('records need --object TYPE');
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const rows = await readRows(await openInput(file), {
    type,
    map: options.map.map(parseMapOption),
    id: options.id,
    source: options.source,
    isJson: !isCsv(file),
  });
  const scenarios = (await chooseScenarios(configuration, type, options.scenario))
    .map((scenario) => reduceTo(scenario, rows.fields))
    .filter((scenario) => scenario !== undefined);
  if (scenarios.length === 0) throw new Failure('none of the fields that the scenarios compare is filled; use --map');
  return { rows, scenarios, positions: new Map(rows.ids.map((id, i) => [id, i])) };
}

function scoresOf({ ids, sources, texts }: DedupeRows, scenarios: readonly Scenario[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { a, b, score: each } of findPairs(texts, scenarios, () => undefined)) {
    if (sources.length === 0 || sources[a] !== sources[b]) scores.set(pairKey(ids[a]!, ids[b]!), each);
  }
  return scores;
}

const ratio = (value: number): string => value.toFixed(4);

function print(measured: Measure, curve: readonly CurvePoint[], truth: Truth): void {
  const judged = truth.different === undefined ? '' : ` (judged pairs only: ${truth.same.size + truth.different.size})`;
  process.stdout.write(
    `${measured.found} pairs found, ${measured.correct} of them true; ${measured.truth} true pairs in all${judged}\n` +
      `precision ${ratio(measured.precision)}  recall ${ratio(measured.recall)}  F1 ${ratio(measured.f1)}\n\n`,
  );
  const best = bestPoint(curve);
  const shown = curve.filter((point) => point.threshold % 5 === 0 || point === best);
  printTable(
    ['threshold', 'found', 'true', 'precision', 'recall', 'F1', ''],
    shown.map((point) => [
      String(point.threshold),
      String(point.found),
      String(point.correct),
      ratio(point.precision),
      ratio(point.recall),
      ratio(point.f1),
      point === best ? 'best F1' : '',
    ]),
  );
}

function describePair({ key, score: each }: WorstPair, { explain }: Scored) {
  const [id1, id2] = idsOf(key);
  const explanation = explain(key);
  return {
    id1,
    id2,
    score: each,
    ...(explanation && {
      scenario: explanation.scenario.id,
      threshold: explanation.scenario.threshold / 100,
      fields: explanation.fields.map((field, i) => ({
        field: explanation.scenario.fields[i]!.label,
        method: explanation.scenario.fields[i]!.method.name,
        one: field.searched === '' ? null : field.searched,
        other: field.stored === '' ? null : field.stored,
        similarity: field.similarity / 10_000,
        weight: explanation.scenario.fields[i]!.weight / 100,
        counted: field.counted,
      })),
    }),
  };
}

function printWorst(title: string, pairs: readonly WorstPair[], scored: Scored): void {
  if (pairs.length === 0) return;
  process.stdout.write(`\n${title}\n`);
  for (const pair of pairs) {
    const { id1, id2, fields, scenario } = describePair(pair, scored);
    process.stdout.write(`\n${id1} and ${id2}: ${pair.score}${scenario === undefined ? '' : ` under ${scenario}`}\n`);
    if (fields === undefined) continue;
    printTable(
      ['field', 'method', 'one', 'other', 'similarity', 'weight'],
      fields.map((field) => [
        field.field,
        field.method,
        field.one ?? '',
        field.other ?? '',
        field.similarity.toFixed(2),
        field.counted ? String(field.weight) : `(${field.weight})`,
      ]),
    );
  }
}

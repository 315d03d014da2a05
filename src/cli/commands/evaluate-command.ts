import type { Command } from 'commander';
import {
  bestPoint,
  measureAt,
  thresholdCurve,
  worstFalseNegatives,
  worstFalsePositives,
  type WorstPair,
  type CurvePoint,
  type Measure,
} from '../../files/evaluation/curve.js';
import { optionalArgument, command, parsed, parsedOr, text } from '../command.js';
import { rowOptions } from '../dedupe/records-options.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { scorePairs } from '../../files/evaluation/score-pairs.js';
import { readClusters, readLabels } from '../../files/evaluation/read-truth.js';
import {
  configOption,
  readingOptions,
  guessedObjectOption,
  jsonOption,
  mapOption,
  parsePercent,
  reportOption,
} from '../options.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { evaluationReport } from '../../files/report/evaluation-report.js';
import { writeReport } from '../../files/report/write-report.js';
import type { PairExplanation } from '../../files/evaluation/explain-pair.js';
import { idsOf, type Truth } from '../../files/evaluation/truth.js';
import { table } from '../../files/write/text-table.js';

export const evaluateCommand = (): Command =>
  command({
    name: 'evaluate',
    description:
      'compare pairs of duplicates with labelled pairs or clusters, and print precision, recall and F1 by threshold',
    inputs: {
      file: optionalArgument(
        '[file]',
        'file with the records to score with scenarios; with --pairs, the records that explain the pairs (.csv, .json, .ndjson, .jsonl)',
      ),
      labels: text(
        '--labels <file>',
        'file with the ground truth: all true pairs as id1,id2, or judged pairs as id1,id2,is_match',
      ),
      clusters: text('--clusters <file>', 'file with the ground truth: a column with Ids and a column `cluster`'),
      pairs: text(
        '--pairs <file>',
        'file with the scored pairs to measure (id1,id2,score), as `likeness dedupe` writes it',
      ),
      ...guessedObjectOption,
      ...rowOptions,
      ...mapOption,
      ...readingOptions,
      scenario: text('--scenario <file>', 'file with scenarios to use instead of the `restSearch` scenarios'),
      threshold: parsed(
        '--threshold <percent>',
        'threshold for precision and recall (default: the threshold of each scenario; with --pairs, all pairs count)',
        parsePercent,
      ),
      from: parsedOr('--from <percent>', 'lowest threshold of the curve', parsePercent, 60),
      worst: parsedOr('--worst <count>', 'number of worst false positives and false negatives to show', parseWorst, 5),
      ...configOption,
      ...reportOption,
      ...jsonOption,
    },
    examples: [
      'evaluate people.csv --object Contact --id record_id --labels truth.csv --report report.html',
      'evaluate --pairs pairs.csv --clusters groups.csv --threshold 85',
    ],
    run: async ({ labels, clusters, report, json, ...given }) => {
      if ((labels === undefined) === (clusters === undefined))
        throw new WrongUse('give the true pairs: either --labels FILE or --clusters FILE');
      if (given.file === undefined && given.pairs === undefined)
        throw new WrongUse('give a file with records, or --pairs FILE');
      await OutputFile.checkAll([report], [labels, clusters, given.file, given.pairs, given.scenario]);
      const truth = labels === undefined ? await readClusters(clusters!) : await readLabels(labels);
      if (truth.same.size === 0) throw new Failure('the ground truth has no pairs of duplicates');
      const scored = await scorePairs(given);
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
          worstText('Worst false positives: found, but labelled as different', falsePositives) +
          worstText('Worst false negatives: labelled as the same, but not found', falseNegatives),
      );
    },
  });

function parseWorst(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new WrongUse(`--worst '${value}': expected a whole number up to 9999`);
}

const ratio = (value: number): string => value.toFixed(4);

function measureText(measured: Measure, curve: readonly CurvePoint[], truth: Truth): string {
  const judged = truth.different === undefined ? '' : ` (judged pairs only: ${truth.same.size + truth.different.size})`;
  const best = bestPoint(curve);
  const points = table(
    ['threshold', 'found', 'true', 'precision', 'recall', 'F1', ''],
    curve
      .filter((point) => point.threshold % 5 === 0 || point === best)
      .map((point) => [
        String(point.threshold),
        String(point.found),
        String(point.correct),
        ratio(point.precision),
        ratio(point.recall),
        ratio(point.f1),
        point === best ? 'best F1' : '',
      ]),
  );
  return (
    `${measured.found} pairs found, ${measured.correct} of them true; ${measured.truth} true pairs in total${judged}\n` +
    `precision ${ratio(measured.precision)}  recall ${ratio(measured.recall)}  F1 ${ratio(measured.f1)}\n\n${points}`
  );
}

/** Describes an incorrectly classified pair, and explains its score if the records are available. */
function describePair({ key, score }: WorstPair, explanation: PairExplanation | undefined) {
  const [id1, id2] = idsOf(key);
  return {
    id1,
    id2,
    score,
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

function worstText(title: string, pairs: readonly ReturnType<typeof describePair>[]): string {
  if (pairs.length === 0) return '';
  const parts = pairs.map(({ id1, id2, score, fields, scenario }) => {
    const head = `\n${id1} and ${id2}: ${score}${scenario === undefined ? '' : ` (scenario ${scenario})`}\n`;
    if (fields === undefined) return head;
    const rows = fields.map((field) => [
      field.field,
      field.method,
      field.one ?? '',
      field.other ?? '',
      field.similarity.toFixed(2),
      field.counted ? String(field.weight) : `(${field.weight})`,
    ]);
    return head + table(['field', 'method', 'one', 'other', 'similarity', 'weight'], rows);
  });
  return `\n${title}\n${parts.join('')}`;
}

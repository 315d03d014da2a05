import { bestPoint, type CurvePoint, type Measure, type WorstPair } from '../../files/evaluation/curve.js';
import type { PairExplanation } from '../../files/evaluation/explain-pair.js';
import { idsOf, type Truth } from '../../files/evaluation/truth.js';
import { table } from '../../files/write/text-table.js';

const ratio = (value: number): string => value.toFixed(4);

export function measureText(measured: Measure, curve: readonly CurvePoint[], truth: Truth): string {
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
export function describePair({ key, score }: WorstPair, explanation: PairExplanation | undefined) {
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

export function worstText(title: string, pairs: readonly ReturnType<typeof describePair>[]): string {
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

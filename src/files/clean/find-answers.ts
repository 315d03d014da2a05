import type { SourceFile } from './source-files.js';
import type { OutputColumn } from './output-columns.js';
import { ownCells } from './output-columns.js';
import type { SourceRow } from './source-pass.js';
import type { ReadAnswer } from '../answers/read-answers.js';
import { digestOf } from '../answers/row-mark.js';
import { RowFinder, type FoundAnswers } from '../answers/row-finder.js';
import { Failure } from '../../runtime/failure.js';

type MarkedRow = Pick<SourceRow, 'file' | 'cells'>;

/** Returns a function that computes digests of rows. A digest includes the file's name if there are several. */
export function rowDigests(columns: readonly OutputColumn[], files: readonly Pick<SourceFile, 'name'>[]) {
  return ({ file, cells }: MarkedRow): string =>
    digestOf(ownCells(columns, file, cells), files.length > 1 ? files[file]!.name : '');
}

/** Finds the rows that answers refer to. @param sourceOf a row's source @throws Failure if no answer fits the rows */
export async function findAnswers(
  answers: readonly ReadAnswer[],
  rows: AsyncIterable<SourceRow>,
  digest: (row: MarkedRow) => string,
  sourceOf: (row: number) => string,
): Promise<FoundAnswers> {
  const finder = new RowFinder(answers);
  for await (const row of rows)
    finder.add({ row: row.row, id: row.id, source: sourceOf(row.row), digest: () => digest(row) });
  const found = finder.found();
  if (found.judged.length === 0 && found.refused.length > 0)
    throw new Failure(`none of the ${found.refused.length} decisions applies to these rows: ${found.refused[0]!}`);
  return found;
}

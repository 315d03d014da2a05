import { DecidedPairs } from '../../clustering/decided-pairs.js';
import { PairColumns } from '../../index/self-join/pair-columns.js';
import { textOfCell } from '../clean/source-pass.js';
import type { InputOptions } from '../dedupe/read-input.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import { Failure } from '../../runtime/failure.js';
import { openInput } from '../input/open-input.js';
import { note } from '../../runtime/notes.js';
import { readAnswers } from './read-answers.js';
import { digestOf } from './row-mark.js';
import { RowFinder } from './row-finder.js';

/**
 * The answers of people about rows of a file, or stored records, by Ids or by the marks of `review.csv`. Answers
 * about other rows are told by notes.
 *
 * @throws Failure where no answer is about any of the rows
 */
export async function answersOn(
  labels: string | undefined,
  { ids, sources }: Pick<DedupeRows, 'ids' | 'sources'>,
  input: InputOptions,
): Promise<DecidedPairs> {
  if (labels === undefined) return new DecidedPairs(ids.length, []);
  const answers = await readAnswers(labels);
  const hasMarks = answers.some(({ rows }) => rows.some(({ kind }) => kind === 'mark'));
  const digests: string[] = [];
  if (hasMarks && input.file !== undefined)
    for await (const { cells } of (await openInput(input.file, input)).rows)
      digests.push(digestOf(cells.map(textOfCell), ''));
  const finder = new RowFinder(answers);
  ids.forEach((id, row) => finder.add({ row, id, source: sources[row] ?? '', digest: () => digests[row] ?? '' }));
  const { judged, refused } = finder.found();
  if (judged.length === 0 && refused.length > 0)
    throw new Failure(`none of the ${refused.length} answers is about these rows: ${refused[0]!}`);
  for (const why of refused.slice(0, MOST_TOLD)) note(`not taken: ${why}`);
  if (refused.length > MOST_TOLD) note(`not taken: ${refused.length - MOST_TOLD} answers more`);
  return new DecidedPairs(ids.length, judged);
}

const MOST_TOLD = 20;
/** Full score, as a fraction. */
const SURE = 10_000;

/** Binds pairs as they come: those that are not the same by an answer are left out, those that are the same come last. */
export async function* boundPairs(
  batches: AsyncIterable<PairColumns>,
  decided: DecidedPairs,
): AsyncGenerator<PairColumns> {
  if (decided.judged.length === 0) {
    yield* batches;
    return;
  }
  const keyOf = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const joined = new Set(decided.joined.map(([a, b]) => keyOf(a, b)));
  for await (const batch of batches) {
    const kept = new PairColumns();
    // Rows of the index are numbered from 1.
    for (const { first, second, num, den } of batch)
      if (!joined.has(keyOf(first - 1, second - 1)) && !decided.areApart(first - 1, second - 1))
        kept.add(first, second, num, den);
    yield kept;
  }
  const last = new PairColumns();
  for (const key of joined) {
    const [a, b] = key.split(' ').map(Number) as [number, number];
    last.add(a + 1, b + 1, SURE, 1);
  }
  yield last;
}

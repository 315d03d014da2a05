import { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import { textOfCell } from '../clean/source-pass.js';
import type { InputOptions } from '../dedupe/read-input.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import { Failure } from '../../runtime/failure.js';
import { openInput } from '../read/open-input.js';
import type { InputRow } from '../read/input-table.js';
import { note } from '../../runtime/notes.js';
import { readAnswers } from './read-answers.js';
import { digestOf } from './row-mark.js';
import { RowFinder } from './row-finder.js';

const MOST_TOLD = 20;

interface NameOfRow {
  readonly id: string;
  /** The row's source; `''` if there is no source column. */
  readonly source: string;
}

/** People's answers about the rows of a file or stored records, identified by Id or by the marks in `review.csv`. */
export class AnswersOnInput {
  #rows = 0;

  private constructor(
    private readonly finder: RowFinder | undefined,
    /** Reads the cells of all rows again, if needed for marks. */
    private readonly again: AsyncIterator<InputRow> | undefined,
  ) {}

  /** @param labels file with the answers, if any */
  static async open(labels: string | undefined, input: InputOptions): Promise<AnswersOnInput> {
    if (labels === undefined) return new AnswersOnInput(undefined, undefined);
    const answers = await readAnswers(labels);
    const hasMarks = answers.some(({ rows }) => rows.some(({ kind }) => kind === 'mark'));
    const again = hasMarks && input.file !== undefined ? (await openInput(input.file, input)).rows : undefined;
    return new AnswersOnInput(new RowFinder(answers), again?.[Symbol.asyncIterator]());
  }

  /**
   * Adds a row. Must be called for every row, in input order.
   * @returns a promise to await before the next call
   */
  add(name: NameOfRow): Promise<void> | undefined {
    const { finder, again } = this;
    const row = this.#rows++;
    if (again !== undefined) return this.#addMarked(row, name, again);
    finder?.add({ row, id: name.id, source: name.source, digest: () => '' });
    return undefined;
  }

  async #addMarked(row: number, { id, source }: NameOfRow, again: AsyncIterator<InputRow>): Promise<void> {
    const next = await again.next();
    const digest = () => (next.done === true ? '' : digestOf(next.value.cells.map(textOfCell), ''));
    this.finder?.add({ row, id, source, digest });
  }

  /** Adds a note about answers for other rows. @throws Failure if no answer is about any of the rows */
  async decided(): Promise<DecidedPairs> {
    await this.again?.return?.();
    const { judged, refused } = this.finder?.found() ?? { judged: [], refused: [] };
    if (judged.length === 0 && refused.length > 0)
      throw new Failure(`none of the ${refused.length} labels applies to these rows: ${refused[0]!}`);
    for (const why of refused.slice(0, MOST_TOLD)) note(`label ignored: ${why}`);
    if (refused.length > MOST_TOLD) note(`${refused.length - MOST_TOLD} more labels ignored`);
    return new DecidedPairs(this.#rows, judged);
  }
}

export async function answersOn(
  labels: string | undefined,
  names: Iterable<NameOfRow> | AsyncIterable<NameOfRow>,
  input: InputOptions,
): Promise<DecidedPairs> {
  const answers = await AnswersOnInput.open(labels, input);
  for await (const name of names) {
    const wait = answers.add(name);
    if (wait) await wait;
  }
  return answers.decided();
}

export function* namesOf({ ids, sources }: Pick<DedupeRows, 'ids' | 'sources'>): Generator<NameOfRow> {
  for (const [row, id] of ids.entries()) yield { id, source: sources[row] ?? '' };
}

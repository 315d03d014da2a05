import type { JudgedPair } from '../../index/clustering/decided-pairs.js';
import type { ReadAnswer, RowName } from './read-answers.js';
import { readMark } from './row-mark.js';

interface NamedRow {
  /** Row number over all files, from 0. */
  readonly row: number;
  readonly id: string;
  readonly source: string;
  readonly digest: () => string;
}

/** The answers about existing rows, and a message for each other answer. */
export interface FoundAnswers {
  readonly judged: readonly JudgedPair[];
  readonly refused: readonly string[];
}

/** Finds the rows that answers refer to. A row that has changed since its answer is not found. */
export class RowFinder {
  readonly #byDigest = new Map<string, number[]>();
  readonly #byId = new Map<string, { readonly row: number; readonly source: string }[]>();

  constructor(private readonly answers: readonly ReadAnswer[]) {
    for (const name of answers.flatMap(({ rows }) => rows)) {
      if (name.kind === 'id') this.#byId.set(name.id, []);
      else {
        const mark = readMark(name.mark);
        if (mark !== undefined) this.#byDigest.set(mark.digest, []);
      }
    }
  }

  add({ row, id, source, digest }: NamedRow): void {
    this.#byId.get(id)?.push({ row, source });
    if (this.#byDigest.size > 0) this.#byDigest.get(digest())?.push(row);
  }

  found(): FoundAnswers {
    const judged: JudgedPair[] = [];
    const refused: string[] = [];
    for (const { isSame, rows, at } of this.answers) {
      const [a, b] = rows.map((name) => this.#rowOf(name));
      const fault = [a, b].find((each) => typeof each === 'string') ?? (a === b ? 'same row twice' : undefined);
      if (fault === undefined) judged.push({ a: a as number, b: b as number, isSame, at });
      else refused.push(`${at}: ${fault}`);
    }
    return { judged, refused };
  }

  #rowOf(name: RowName): number | string {
    if (name.kind === 'id') {
      const { id, source } = name;
      const rows = this.#byId.get(id)!.filter((row) => source === '' || row.source === source);
      if (rows.length === 1) return rows[0]!.row;
      return rows.length === 0 ? `no row has the Id '${id}'` : `${rows.length} rows have the Id '${id}'`;
    }
    const mark = readMark(name.mark);
    if (mark === undefined) return `'${name.mark}' is not a row reference from review.csv`;
    const rows = this.#byDigest.get(mark.digest)!;
    if (rows.includes(mark.row)) return mark.row;
    // The rows may have been sorted since the answers were given.
    if (rows.length === 1) return rows[0]!;
    return rows.length === 0
      ? `row ${mark.row + 1} was changed after the decision, or the decision is about another file`
      : `row ${mark.row + 1} was moved, and ${rows.length} rows have its former values`;
  }
}

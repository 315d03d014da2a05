import { Clusters } from './clusters.js';

export interface JudgedPair {
  readonly a: number;
  readonly b: number;
  readonly isSame: boolean;
  readonly at: string;
}

/** An answer "different", and the answers "the same" that together imply the opposite. */
interface ContradictingAnswers {
  readonly apart: JudgedPair;
  readonly together: readonly JudgedPair[];
}

/** People's binding answers about pairs. If answers conflict, "different" wins: a missed merge can be made later. */
export class DecidedPairs {
  readonly joined: readonly (readonly [number, number])[];
  readonly contradicting: readonly ContradictingAnswers[];
  /** For each row, all rows that people called the same, including the row. */
  readonly #together = new Map<number, readonly number[]>();
  /** Rows that people called different. The key is a row, or the first of several rows that people called the same. */
  readonly #apart = new Map<number, Set<number>>();

  constructor(
    rows: number,
    readonly judged: readonly JudgedPair[],
  ) {
    const links = new Links(judged.filter(({ isSame }) => isSame));
    const contradicting: ContradictingAnswers[] = [];
    for (const apart of judged.filter(({ isSame }) => !isSame)) {
      for (let path = links.path(apart.a, apart.b); path !== undefined; path = links.path(apart.a, apart.b)) {
        contradicting.push({ apart, together: path });
        links.remove(path);
      }
    }
    this.contradicting = contradicting;
    this.joined = links.all().map(({ a, b }) => [a, b]);
    if (judged.length === 0) return;
    const clusters = new Clusters(rows);
    for (const [a, b] of this.joined) clusters.join(a, b);
    for (const group of clusters.groups()) for (const row of group) this.#together.set(row, group);
    for (const { a, b, isSame } of judged) {
      if (isSame) continue;
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const first = this.#firstOf(one);
        this.#apart.set(first, (this.#apart.get(first) ?? new Set()).add(this.#firstOf(other)));
      }
    }
  }

  areApart(a: number, b: number): boolean {
    return this.#apart.get(this.#firstOf(a))?.has(this.#firstOf(b)) === true;
  }

  areTogether(a: number, b: number): boolean {
    return this.#together.get(a)?.includes(b) === true;
  }

  /** Applies people's answers first. A row contradicts a set of rows only if it contradicts every row of the set. */
  contradict(a: number, b: number, contradict: (one: number, two: number) => boolean): boolean {
    const [ones, others] = [this.#together.get(a), this.#together.get(b)];
    if (this.areApart(a, b)) return true;
    if (ones === undefined && others === undefined) return contradict(a, b);
    if (ones === others) return false;
    return (ones ?? [a]).every((one) => (others ?? [b]).every((other) => contradict(one, other)));
  }

  #firstOf(row: number): number {
    return this.#together.get(row)?.[0] ?? row;
  }
}

class Links {
  readonly #edges = new Map<number, Set<JudgedPair>>();

  constructor(private readonly answers: readonly JudgedPair[]) {
    for (const answer of answers)
      for (const row of [answer.a, answer.b]) this.#edges.set(row, (this.#edges.get(row) ?? new Set()).add(answer));
  }

  all(): JudgedPair[] {
    return this.answers.filter((answer) => this.#edges.get(answer.a)!.has(answer));
  }

  remove(answers: readonly JudgedPair[]): void {
    for (const answer of answers) for (const row of [answer.a, answer.b]) this.#edges.get(row)!.delete(answer);
  }

  /** Returns a shortest path, found breadth first. */
  path(from: number, to: number): JudgedPair[] | undefined {
    const reachedBy = new Map<number, JudgedPair | undefined>([[from, undefined]]);
    const waiting = [from];
    for (let row = waiting.shift(); row !== undefined && row !== to; row = waiting.shift())
      for (const answer of this.#edges.get(row) ?? []) {
        const next = answer.a === row ? answer.b : answer.a;
        if (reachedBy.has(next)) continue;
        reachedBy.set(next, answer);
        waiting.push(next);
      }
    if (!reachedBy.has(to)) return undefined;
    const path: JudgedPair[] = [];
    for (let row = to; row !== from;) {
      const answer = reachedBy.get(row)!;
      path.unshift(answer);
      row = answer.a === row ? answer.b : answer.a;
    }
    return path;
  }
}

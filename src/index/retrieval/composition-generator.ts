import type { Composition, CompositionPlan } from '../../matching/method.js';
import type { CandidateSource } from './candidate-generator.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import { KeyLists, type KeyListsImage } from '../../runtime/memory/key-lists.js';
import type { SimilarValues } from './similar-values.js';
import type { RowValues } from '../values/row-values.js';
import type { ValuePairs } from '../values/value-pairs.js';
import type { PartField } from '../values/part-field.js';

/** Average number of scans per piece. A piece is looked up in both parts of the name. */
const SCANS = 2;
const FIRST_COST = 500;
/** If the pieces with the rarest words have more rows than this, the cheapest set of pieces is scanned instead. */
const LONG_COVER = 2_000;
/**
 * With at least this many rows, values with the other pieces are found first. With fewer rows, each value is compared.
 */
const MANY_ROWS = 200;

/** Rows are read in groups, so that their cache misses overlap. */
const AT_ONCE = 256;
const read = new Int32Array(AT_ONCE);
const met = new Int32Array(AT_ONCE);

/** Finds names by their words: scans rows with one piece of a query in one part, and keeps rows with another piece. */
export class CompositionGenerator implements CandidateSource {
  readonly lists: KeyLists;
  readonly flexsearchBytes = 0;
  /** Recent average cost of `candidates`, in scanned rows. */
  cost = FIRST_COST;

  /** Results of paused searches. Pairs that rows get during the pause are added to them. */
  private readonly gathering = new Set<IdCollector>();

  constructor(
    private readonly composition: Composition,
    private readonly views: readonly [PartField, PartField],
    private readonly pairs: ValuePairs,
    private readonly rows: RowValues,
    image?: KeyListsImage,
  ) {
    this.lists = new KeyLists(image);
  }

  candidates(query: unknown, into: IdCollector, above = 0): void {
    this.candidatesInSteps(query, into, above, Infinity).next();
  }

  /** If a row gets a new pair during a pause, the pair is a candidate, because the search may have passed the row. */
  *candidatesInSteps(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean> {
    this.gathering.add(into);
    try {
      return yield* this.gather(query, into, above, entries);
    } finally {
      this.gathering.delete(into);
    }
  }

  given(pair: number): void {
    if (pair !== 0) for (const each of this.gathering) each.add(pair);
  }

  get bytes(): number {
    return this.lists.bytes;
  }

  rowsOf(query: unknown): number {
    const { covers, pieces } = this.composition.plan(query);
    let least = Infinity;
    for (const cover of covers) least = Math.min(least, this.ownRows(cover, pieces));
    return least === Infinity ? 0 : least;
  }

  private ownRows(cover: readonly number[], pieces: CompositionPlan['pieces']): number {
    let rows = 0;
    for (const piece of cover)
      for (const view of this.views) rows += view.postings.count(view.similarValues(pieces[piece]!.text).equal);
    return rows;
  }

  /** Returns the set of pieces with approximately the fewest rows. First finds all similar values of its pieces. */
  private cheapest({ covers, pieces }: CompositionPlan): readonly number[] {
    const byRarity = covers
      .map((cover) => ({ cover, rows: this.ownRows(cover, pieces) }))
      .sort((a, b) => a.rows - b.rows);
    let best: readonly number[] = [];
    let least = Infinity;
    for (const { cover, rows } of byRarity) {
      if (rows >= least) break;
      const all = cover.reduce((sum, piece) => {
        for (const view of this.views) sum += rowsOf(view.all(pieces[piece]!.text));
        return sum;
      }, 0);
      if (all < least) {
        least = all;
        best = cover;
      }
      if (least <= LONG_COVER) break;
    }
    return best;
  }

  private *gather(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean> {
    const numbered = this.numbering;
    const plan = this.composition.plan(query);
    const take = (id: number) => {
      if (id > above) into.add(id);
    };
    for (const [one, two] of plan.halves) {
      const first = one === '' ? 0 : this.views[0].dictionary.find(one);
      if (first === 0 && one !== '') continue;
      const second = two === '' ? 0 : this.views[1].dictionary.find(two);
      if (second !== 0 || two === '') take(this.pairs.find(first, second));
    }
    for (const key of plan.probes) for (const id of this.lists.pool.toArray(this.lists.head(key))) take(id);
    const walked = { rows: 0, pause: entries, most: Math.min(AT_ONCE, entries) };
    for (const piece of this.cheapest(plan))
      for (const part of [0, 1] as const) {
        const walk = this.walk(plan, piece, part, take, walked);
        while (walk.next().done !== true) {
          walked.pause = walked.rows + entries;
          yield;
          if (this.numbering.some((column, i) => column !== numbered[i])) return false;
        }
      }
    const found = SCANS * (this.views[0].findCost + this.views[1].findCost);
    this.cost += (walked.rows + found - this.cost) / 8;
    return true;
  }

  /** Collects pairs that contain the piece in one part. Pauses when `walked.rows`, the rows read, reaches `pause`. */
  private *walk(
    { pieces, needsTwo, covers }: CompositionPlan,
    piece: number,
    part: 0 | 1,
    take: (id: number) => void,
    walked: { rows: number; readonly pause: number; readonly most: number },
  ): Generator<void> {
    const view = this.views[part];
    const other = this.views[1 - part]!;
    const { text, words } = pieces[piece]!;
    const all = view.all(text);
    const rest = needsTwo ? pieces.filter((each) => (each.words & words) === 0) : [];
    const many = rowsOf(all) > MANY_ROWS;
    const wanted = rest.map((each) => {
      const isCovered = covers.some((cover) => cover.includes(pieces.indexOf(each)));
      return many && isCovered ? other.all(each.text) : other.similarValues(each.text);
    });
    // Copies the ids, because other searches may extend the list.
    for (const value of all.ids.slice()) {
      let row = 0;
      let enough = !needsTwo;
      for (let count = walked.most; count === walked.most;) {
        count = view.postings.rowsAbove(row, value, read, walked.most);
        if (count === 0) break;
        if (row === 0 && needsTwo) enough = this.holdsMore(view, value, rest);
        row = read[count - 1]!;
        this.takeRows(count, other, enough ? undefined : wanted, take);
        walked.rows += count;
        if (walked.rows >= walked.pause) yield;
      }
    }
  }

  /** Collects the pairs of all rows, or only of rows whose other part contains another piece. */
  private takeRows(
    count: number,
    other: PartField,
    wanted: readonly SimilarValues[] | undefined,
    take: (id: number) => void,
  ): void {
    const column = this.rows.column.data;
    if (wanted) {
      const others = other.column.data;
      for (let i = 0; i < count; i++) met[i] = others[read[i]!]!;
    }
    for (let i = 0; i < count; i++) if (!wanted || holdsOne(other, wanted, met[i]!)) take(column[read[i]!]!);
  }

  private get numbering(): readonly unknown[] {
    return [this.rows.column, this.views[0].column, this.views[1].column];
  }

  private holdsMore(view: PartField, value: number, rest: CompositionPlan['pieces']): boolean {
    if (this.composition.isSingle(view.preparedOf(value))) return false;
    return rest.some(({ text }) => view.similarity(view.similarValues(text), value) > 0);
  }
}

function holdsOne(view: PartField, pieces: readonly SimilarValues[], value: number): boolean {
  if (value === 0) return false;
  for (let i = 0; i < pieces.length; i++) if (view.similarity(pieces[i]!, value) > 0) return true;
  return false;
}

function rowsOf({ levelCosts }: SimilarValues): number {
  return levelCosts.reduce((sum, cost) => sum + cost, 0);
}

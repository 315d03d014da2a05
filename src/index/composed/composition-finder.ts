import type { Composition, CompositionPlan } from '../../matching/method.js';
import type { Candidates } from '../finder.js';
import type { IdCollector } from '../id-collector.js';
import { KeyLists, type KeyListsImage } from '../key-lists.js';
import { ListPool } from '../list-pool.js';
import type { Neighbourhood } from '../neighbourhood.js';
import type { RowValues } from '../row-values.js';
import type { Pairs } from './pairs.js';
import type { PartView } from './part-view.js';

/** Searches for a piece in both parts, of which one call makes one or two. */
const SCANS = 2;
/** Before anything has been looked for. */
const FIRST_COST = 500;
/** A cover of so many rows is taken only when no other one is smaller; until then the one whose own words are rarest is. */
const LONG_COVER = 2_000;
/** Where so many rows are looked at, all values that hold the other pieces are found first; else those that are met are compared. */
const MANY_ROWS = 200;

/** Values of so many rows are read before any is looked at: each stands in a place of memory of its own, and they are waited for together. */
const AT_ONCE = 256;
const met = new Int32Array(AT_ONCE);

/** Finds pairs by the words of their parts: walks the rows of the parts that hold one piece of a query, and keeps those whose parts hold another one. */
export class CompositionFinder implements Candidates {
  /** Keys of whole values -> pairs. */
  readonly lists: KeyLists;
  readonly flexsearchBytes = 0;
  /** What a call of `candidates` costs, in rows walked, on the average of late. */
  cost = FIRST_COST;

  /** @param rows which row has which pair */
  constructor(
    private readonly composition: Composition,
    private readonly views: readonly [PartView, PartView],
    private readonly pairs: Pairs,
    private readonly rows: RowValues,
    image?: KeyListsImage,
  ) {
    this.lists = new KeyLists(image);
  }

  candidates(query: unknown, into: IdCollector, above = 0): void {
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
    let rows = 0;
    for (const piece of this.cheapest(plan))
      for (const part of [0, 1] as const) {
        rows += rowsOf(this.views[part].all(plan.pieces[piece]!.text));
        this.walk(plan, piece, part, take);
      }
    this.cost += (rows + SCANS * (this.views[0].findCost + this.views[1].findCost) - this.cost) / 8;
  }

  get bytes(): number {
    return this.lists.bytes;
  }

  /** Rows that `candidates` walks at the least. */
  rowsOf(query: unknown): number {
    const { covers, pieces } = this.composition.plan(query);
    let least = Infinity;
    for (const cover of covers) least = Math.min(least, this.ownRows(cover, pieces));
    return least === Infinity ? 0 : least;
  }

  /** Rows that hold just the words of a cover. */
  private ownRows(cover: readonly number[], pieces: CompositionPlan['pieces']): number {
    let rows = 0;
    for (const piece of cover)
      for (const view of this.views) rows += view.postings.count(view.neighbourhood(pieces[piece]!.text).equal);
    return rows;
  }

  /** The cover of the fewest rows, roughly, its neighbourhoods complete. */
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

  /** Takes the pairs of which one part holds the piece. */
  private walk({ pieces, needsTwo, covers }: CompositionPlan, piece: number, part: 0 | 1, take: (id: number) => void) {
    const view = this.views[part];
    const other = this.views[1 - part]!;
    const { text, words } = pieces[piece]!;
    const { ids, levelCosts } = view.all(text);
    const rest = needsTwo ? pieces.filter((each) => (each.words & words) === 0) : [];
    const many = levelCosts.reduce((sum, cost) => sum + cost, 0) > MANY_ROWS;
    const wanted = rest.map((each) => {
      const isCovered = covers.some((cover) => cover.includes(pieces.indexOf(each)));
      return many && isCovered ? other.all(each.text) : other.neighbourhood(each.text);
    });
    const { heads, pool } = view.postings;
    const column = this.rows.column.data;
    const others = other.column.data;
    const single = new Int32Array(1);
    for (const value of ids) {
      const head = heads.get(value);
      if (head === 0) continue;
      const enough = !needsTwo || this.holdsMore(view, value, rest);
      single[0] = head;
      const page = head > 0 ? single : pool.pages[ListPool.page(head)]!;
      const first = head > 0 ? 0 : ListPool.start(head);
      const last = first + pool.length(head);
      for (let from = first; from < last; from += AT_ONCE) {
        const to = Math.min(last, from + AT_ONCE);
        for (let i = from; i < to; i++) met[i - from] = others[page[i]!]!;
        for (let i = from; i < to; i++) if (enough || holdsOne(other, wanted, met[i - from]!)) take(column[page[i]!]!);
      }
    }
  }

  /** Whether the part that holds one piece holds another one as well. */
  private holdsMore(view: PartView, value: number, rest: CompositionPlan['pieces']): boolean {
    if (this.composition.isSingle(view.preparedOf(value))) return false;
    return rest.some(({ text }) => view.similarity(view.neighbourhood(text), value) > 0);
  }
}

function holdsOne(view: PartView, pieces: readonly Neighbourhood[], value: number): boolean {
  if (value === 0) return false;
  for (let i = 0; i < pieces.length; i++) if (view.similarity(pieces[i]!, value) > 0) return true;
  return false;
}

function rowsOf({ levelCosts }: Neighbourhood): number {
  return levelCosts.reduce((sum, cost) => sum + cost, 0);
}

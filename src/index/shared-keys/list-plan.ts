import type { Scenario } from '../../matching/scenario.js';
import { Failure } from '../../runtime/failure.js';
import { costOf, type Cost } from './agreement-odds.js';
import type { ComparedColumns } from './compared-columns.js';
import { ALIKE, EQUAL, NOT, Reach, hasAll, leastAgreements, type FieldAgreement } from './reach.js';

/** A list: rows that agree in these columns share one of its keys. */
export interface KeyList {
  /** From 1 on. */
  readonly number: number;
  /** By column: `NOT`, `ALIKE` or `EQUAL`. */
  readonly agreement: FieldAgreement;
  readonly cost: Cost;
  /** The least agreements that it suffices for, by columns, and the scenario of each. */
  readonly reasons: readonly { readonly scenario: Scenario; readonly agreement: FieldAgreement }[];
}

/** A scenario's part in a plan. */
export interface PlannedReach {
  readonly reach: Reach;
  /** By field: position of the column. */
  readonly columns: readonly number[];
  /**
   * By list: the greatest agreements, by fields, of pairs that are looked for in this list and in none before it. A row
   * that can reach the threshold with none of them is not in the list.
   */
  readonly greatest: readonly (readonly FieldAgreement[])[];
}

export interface ListPlan {
  readonly lists: readonly KeyList[];
  readonly scenarios: readonly PlannedReach[];
}

export interface ListPlanOptions {
  /** Fields that a list's keys are made of, at the most. */
  readonly fieldsPerList: number;
  /** Rows of the whole table, roughly: what lists are chosen for. */
  readonly rows: number;
}

/** A pair that is compared costs as many keys. */
const PAIR_COST = 1;
/** Keys of a row and list that are too many to be of help. */
const MOST_KEYS = 2_000;
/** Greatest agreements of a list, at the most: more of them would only leave rows out of it. */
const MOST_GREATEST = 500;

/**
 * Lists so that any two rows which are duplicates by a scenario share a key in one of them: of each least agreement
 * with which a pair can reach the threshold some list asks no more. Made of the scenarios alone, so that it is the same
 * wherever it is made.
 *
 * @throws Failure where a pair that agrees in nothing may be a duplicate
 */
export function planLists(
  scenarios: readonly Scenario[],
  { columns, positions }: ComparedColumns,
  { fieldsPerList, rows }: ListPlanOptions,
): ListPlan {
  const reaches = scenarios.map((scenario) => new Reach(scenario));
  const wanted = reaches.flatMap((reach, s) => {
    const least = leastAgreements(reach);
    if (least.some((each) => each.every((way) => way === NOT)))
      throw new Failure(
        `scenario ${reach.scenario.id}: two records that agree in nothing can reach its threshold: no keys find all its pairs; raise the threshold`,
      );
    return least.map((each) => ({
      scenario: reach.scenario,
      agreement: inColumns(each, positions[s]!, columns.length),
    }));
  });
  const costs = new Map<number, Cost>();
  const costIn = (column: number, way: number): Cost => {
    const key = 3 * column + way;
    const known = costs.get(key);
    if (known) return known;
    const [model] = scenarios.flatMap((scenario, s) => {
      const field = positions[s]!.indexOf(column);
      return field < 0 || !scenario.model ? [] : [scenario.model.fields[field]!];
    });
    const { method, fields } = columns[column]!;
    const cost = costOf(method, fields, way, model);
    costs.set(key, cost);
    return cost;
  };
  const costOfList = (agreement: FieldAgreement): Cost => {
    let [keys, odds] = [1, 1];
    agreement.forEach((way, column) => {
      if (way === NOT) return;
      const cost = costIn(column, way);
      keys *= cost.keys;
      odds *= cost.odds;
    });
    return { keys, odds };
  };
  const hasAlike = columns.map(({ method }) => (method.nearest ?? 1) > 0);
  const offers = new Map<string, Offer>();
  for (const { agreement } of wanted)
    for (const list of listsFor(agreement, fieldsPerList, hasAlike)) {
      const key = list.join('');
      if (offers.has(key)) continue;
      const cost = costOfList(list);
      const isOne = list.filter((way) => way !== NOT).length === 1;
      if (isOne || cost.keys <= MOST_KEYS) offers.set(key, { agreement: list, cost });
    }
  const chosen = cheapestCover(
    [...offers.values()],
    wanted.map(({ agreement }) => agreement),
    rows,
  );
  // A pair is looked for in the first list that it is in: the most selective ones come first.
  chosen.sort((a, b) => a.cost.odds - b.cost.odds || compareTexts(a.agreement.join(''), b.agreement.join('')));
  const greatest = reaches.map((reach, s) => greatestAgreements(reach, positions[s]!, chosen));
  const isUsed = chosen.map((_, n) => greatest.some((lists) => lists[n]!.length > 0));
  return {
    lists: chosen
      .filter((_, n) => isUsed[n])
      .map(({ agreement, cost }, n) => ({
        ...{ number: n + 1, agreement, cost },
        reasons: wanted.filter((each) => hasAll(each.agreement, agreement)),
      })),
    scenarios: reaches.map((reach, s) => ({
      reach,
      columns: positions[s]!,
      greatest: greatest[s]!.filter((_, n) => isUsed[n]),
    })),
  };
}

interface Offer {
  readonly agreement: FieldAgreement;
  readonly cost: Cost;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function inColumns(agreement: FieldAgreement, columns: readonly number[], count: number): FieldAgreement {
  const all = new Uint8Array(count);
  agreement.forEach((way, field) => {
    const column = columns[field]!;
    all[column] = Math.max(all[column]!, way);
  });
  return all;
}

/** Lists of a few of the columns that agree: equal values are also found where similar ones are. */
function listsFor(agreement: FieldAgreement, most: number, hasAlike: readonly boolean[]): FieldAgreement[] {
  const found: FieldAgreement[] = [];
  const list = new Uint8Array(agreement.length);
  const visit = (column: number, left: number): void => {
    if (column === list.length) {
      if (left < most) found.push(list.slice());
      return;
    }
    visit(column + 1, left);
    if (agreement[column] === NOT || left === 0) return;
    for (let way: number = ALIKE; way <= agreement[column]!; way++) {
      if (way === ALIKE && !hasAlike[column]!) continue;
      list[column] = way;
      visit(column + 1, left - 1);
    }
    list[column] = NOT;
  };
  visit(0, most);
  return found;
}

interface Priced extends Offer {
  readonly price: number;
  /** Positions of the agreements that it suffices for. */
  readonly covers: readonly number[];
}

/**
 * Lists that suffice for all agreements, cheap for what they do: the greedy cover of a set, made anew without each of
 * its lists as long as that makes it cheaper.
 */
function cheapestCover(offers: readonly Offer[], wanted: readonly FieldAgreement[], rows: number): Offer[] {
  const priced = offers.map((offer): Priced => ({
    ...offer,
    price: offer.cost.keys + PAIR_COST * rows * offer.cost.odds,
    covers: wanted.flatMap((agreement, n) => (hasAll(agreement, offer.agreement) ? [n] : [])),
  }));
  const priceOf = (lists: readonly Priced[]) => lists.reduce((sum, { price }) => sum + price, 0);
  let best = greedyCover(priced, wanted.length, []) ?? [];
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const dearest of [...best].sort((one, other) => other.price - one.price)) {
      const kept = best.filter((each) => each !== dearest);
      const without = priced.filter((each) => each !== dearest);
      const others = [greedyCover(without, wanted.length, kept), greedyCover(without, wanted.length, [])];
      const cheaper = others.find((each) => each !== undefined && priceOf(each) < priceOf(best));
      if (cheaper === undefined) continue;
      best = cheaper;
      isBetter = true;
      break;
    }
  }
  return best;
}

/** @returns `undefined` where the offers do not suffice */
function greedyCover(offers: readonly Priced[], count: number, begun: readonly Priced[]): Priced[] | undefined {
  const left = new Set(Array.from({ length: count }, (_, n) => n));
  const chosen = [...begun];
  for (const { covers } of begun) for (const n of covers) left.delete(n);
  while (left.size > 0) {
    let best: Priced | undefined;
    let least = Infinity;
    for (const offer of offers) {
      const more = offer.covers.filter((n) => left.has(n)).length;
      if (more > 0 && offer.price / more < least) {
        best = offer;
        least = offer.price / more;
      }
    }
    if (best === undefined) return undefined;
    chosen.push(best);
    for (const n of best.covers) left.delete(n);
  }
  const kept = new Set(chosen);
  for (const offer of chosen.sort((one, other) => other.price - one.price)) {
    kept.delete(offer);
    const covered = new Set([...kept].flatMap(({ covers }) => covers));
    if (covered.size < count) kept.add(offer);
  }
  return [...kept];
}

/**
 * By list: what pairs that a scenario finds can agree in at the most, if this list is the first one that they are in.
 * None where it is the first one of no such pair.
 */
function greatestAgreements(reach: Reach, columns: readonly number[], lists: readonly Offer[]): FieldAgreement[][] {
  const inFields = lists.map(({ agreement }) => {
    const isOwn = agreement.every((way, column) => way === NOT || columns.includes(column));
    return isOwn ? Uint8Array.from(columns, (column) => agreement[column]!) : undefined;
  });
  reach.setAny();
  return inFields.map((list, n) => {
    if (list === undefined) return [];
    let all: FieldAgreement[] = [new Uint8Array(reach.count).fill(EQUAL)];
    for (const before of inFields.slice(0, n)) {
      if (before === undefined) continue;
      if (hasAll(list, before)) return [];
      if (all.length <= MOST_GREATEST) all = withoutAll(all, before, list);
    }
    return all.filter((each) => reach.mayReach(each));
  });
}

/** The greatest agreements within those given that have not all that the one list asks, and all that the other does. */
function withoutAll(all: readonly FieldAgreement[], list: FieldAgreement, own: FieldAgreement): FieldAgreement[] {
  const found = all.flatMap((each) => {
    if (!hasAll(each, list)) return [each];
    return [...list.keys()].flatMap((i) => {
      if (list[i] === NOT || own[i]! >= list[i]!) return [];
      const less = each.slice();
      less[i] = list[i]! - 1;
      return [less];
    });
  });
  return found.filter(
    (each, n) => !found.some((other, m) => m !== n && hasAll(other, each) && (m < n || !hasAll(each, other))),
  );
}

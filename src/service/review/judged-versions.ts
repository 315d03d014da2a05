import { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import type { JudgedVersion, Judgements } from './review-types.js';
import type { JudgedRecord, ReviewDecision } from '../../store/review-decisions.js';
import { isAsJudged } from './judgements.js';
import type { ReviewParts } from './review.js';

/** Maximum number of pairs to learn from, newest decisions first. More pairs would hardly change the result. */
const MOST_PAIRS = 500;
/** Maximum number of decisions searched for these pairs. The search takes about a second. */
const MOST_LOOKED_AT = 20_000;

/**
 * Returns the pairs whose judgement still holds: "not a duplicate" for unchanged records, "duplicate" for records that
 * are still merged. The newest decision about a pair applies. Pairs whose judgements contradict each other (for equal
 * values, or through other records) are counted and left out.
 */
export function judgementsOf(parts: ReviewParts, objectType: string): Judgements {
  const versions = new Versions();
  const pairs: { a: number; b: number; isSame: boolean; at: string }[] = [];
  const told = new Set<string>();
  let decisions = 0;
  let looked = 0;
  for (const decision of parts.store.reviewDecisions()) {
    if (++looked > MOST_LOOKED_AT || pairs.length >= MOST_PAIRS) break;
    if (decision.objectType !== objectType || decision.verdict === 'later') continue;
    const isSame = decision.verdict === 'duplicate';
    const holding = isSame
      ? stillMerged(parts, decision)
      : decision.records.filter((judged) => isCurrent(parts, decision, judged));
    const before = pairs.length;
    holding.forEach((one, i) => {
      for (const other of holding.slice(i + 1)) {
        const key = JSON.stringify([`${one.id} ${one.digest}`, `${other.id} ${other.digest}`].sort());
        if (told.has(key) || pairs.length >= MOST_PAIRS) continue;
        told.add(key);
        const [a, b] = [
          versions.add(one, isCurrent(parts, decision, one)),
          versions.add(other, isCurrent(parts, decision, other)),
        ];
        pairs.push({ a, b, isSame, at: decision.id });
      }
    });
    if (pairs.length > before) decisions += 1;
  }
  const contradicting = contradictingPairs(versions.all, pairs);
  return {
    decisions,
    contradicting: [...new Set([...contradicting].map((pair) => pairs[pair]!.at))],
    versions: versions.all,
    pairs: pairs.filter((_, pair) => !contradicting.has(pair)).map(({ a, b, isSame }) => ({ a, b, isSame })),
  };
}

export function decisionsSince({ store }: ReviewParts, objectType: string, after: string, most: number): number {
  let count = 0;
  let looked = 0;
  for (const { id, objectType: object, verdict } of store.reviewDecisions()) {
    if (id <= after || count >= most || ++looked > MOST_LOOKED_AT) break;
    if (object === objectType && verdict !== 'later') count += 1;
  }
  return count;
}

class Versions {
  readonly all: JudgedVersion[] = [];
  readonly #places = new Map<string, number>();

  add({ id, digest, texts }: JudgedRecord, isCurrent: boolean): number {
    const key = `${id} ${digest}`;
    let place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, (place = this.all.push({ id, texts, isCurrent }) - 1));
    return place;
  }
}

function isCurrent(parts: ReviewParts, decision: ReviewDecision, judged: JudgedRecord): boolean {
  const type = parts.configuration.registry.byName(decision.objectType);
  return type !== undefined && isAsJudged(parts, type, parts.transactions.committed(judged.id), judged, decision);
}

/** Returns the records that are merged into one existing survivor, or none if the merge was undone. */
function stillMerged({ store, transactions }: ReviewParts, { records }: ReviewDecision): readonly JudgedRecord[] {
  const survivorOf = (id: string) => (transactions.committed(id) === undefined ? store.survivorOf(id) : id);
  const survivors = records.map(({ id }) => survivorOf(id));
  const survivor = survivors.find((id) => id !== undefined && transactions.committed(id) !== undefined);
  return records.filter((_, i) => survivor !== undefined && survivors[i] === survivor);
}

function contradictingPairs(
  versions: readonly JudgedVersion[],
  pairs: readonly { readonly a: number; readonly b: number; readonly isSame: boolean; readonly at: string }[],
): ReadonlySet<number> {
  const places = new Map(pairs.map((pair, place) => [pair, place]));
  const torn = new Set<number>();
  for (const { apart, together } of new DecidedPairs(versions.length, pairs).contradicting)
    for (const pair of [apart, ...together]) torn.add(places.get(pair)!);
  const byValues = new Map<string, number[]>();
  const values = versions.map(({ texts }) => JSON.stringify(Object.entries(texts).sort()));
  pairs.forEach(({ a, b }, place) => {
    const key = JSON.stringify([values[a], values[b]].sort());
    byValues.set(key, [...(byValues.get(key) ?? []), place]);
  });
  for (const same of byValues.values())
    if (new Set(same.map((place) => pairs[place]!.isSame)).size > 1) for (const place of same) torn.add(place);
  return torn;
}
